import { useState } from 'react';
import { ask, useBridge } from '../api.ts';
import { withMore } from '../offers/draftAttachments.ts';
import type { DraftAttachment } from '../offers/draftAttachments.ts';
import { useChats } from '../store/stores.ts';

/** The message that is being written, kept while other conversations are looked at. */
export function useDraft(draftOf: string) {
  const bridge = useBridge();
  const { drafts, attached: kept } = useChats();
  const [text, setText] = useState(drafts.get(draftOf) ?? '');
  const [attached, setAttached] = useState(kept.get(draftOf) ?? []);
  const write = (next: string) => {
    setText(next);
    drafts.set(draftOf, next);
  };
  const setAll = (next: readonly DraftAttachment[]) => {
    setAttached(next);
    kept.set(draftOf, next);
  };
  return {
    text,
    write,
    attached,
    // Reading a file takes a while: what is there is what is kept, not what was shown then.
    attach: (more: readonly DraftAttachment[]) => setAll(withMore(kept.get(draftOf) ?? [], more)),
    detach: (one: DraftAttachment) => {
      setAll(attached.filter((known) => known !== one));
      if (one.kind === 'file') void ask(bridge, 'attach.forget', one.file.name);
    },
    clear: () => {
      setText('');
      setAttached([]);
      drafts.delete(draftOf);
      kept.delete(draftOf);
    },
  };
}
