import { useState } from 'react';
import type { Attachment } from '../../../shared/resource.ts';
import { useChats } from '../store/stores.ts';

const mostAttachments = 20;

/** The message that is being written, kept while other conversations are looked at. */
export function useDraft(draftOf: string) {
  const { drafts, attached: kept } = useChats();
  const [text, setText] = useState(drafts.get(draftOf) ?? '');
  const [attached, setAttached] = useState(kept.get(draftOf) ?? []);
  const write = (next: string) => {
    setText(next);
    drafts.set(draftOf, next);
  };
  const setAll = (next: readonly Attachment[]) => {
    setAttached(next);
    kept.set(draftOf, next);
  };
  return {
    text,
    write,
    attached,
    attach: (more: readonly Attachment[]) => {
      const isNew = (one: Attachment) => !attached.some((known) => isSame(known, one));
      setAll([...attached, ...more.filter(isNew)].slice(0, mostAttachments));
    },
    detach: (one: Attachment) => setAll(attached.filter((known) => !isSame(known, one))),
    clear: () => {
      setText('');
      setAttached([]);
      drafts.delete(draftOf);
      kept.delete(draftOf);
    },
  };
}

const isSame = (one: Attachment, other: Attachment): boolean =>
  one.server === other.server && one.uri === other.uri;
