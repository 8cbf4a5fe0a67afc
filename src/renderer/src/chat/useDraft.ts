import { useStore } from 'zustand';
import { ask, useBridge } from '../api.ts';
import { withMore } from '../offers/draftAttachments.ts';
import type { DraftAttachment } from '../offers/draftAttachments.ts';
import { noDraft } from '../store/drafts.ts';
import { useChats } from '../store/stores.ts';

/** The message that is being written, kept until it is sent. */
export function useDraft(draftOf: string) {
  const bridge = useBridge();
  const { drafts } = useChats();
  const { text, attached } = useStore(drafts.all, (all) => all.get(draftOf) ?? noDraft);
  // Reading a file takes a while: what is there is what is kept, not what was shown then.
  const attachedNow = () => drafts.all.getState().get(draftOf)?.attached ?? [];
  return {
    text,
    write: (next: string) => drafts.change(draftOf, { text: next }),
    attached,
    attach: (more: readonly DraftAttachment[]) =>
      drafts.change(draftOf, { attached: withMore(attachedNow(), more) }),
    detach: (one: DraftAttachment) => {
      drafts.change(draftOf, { attached: attachedNow().filter((known) => known !== one) });
      if (one.kind === 'file') void ask(bridge, 'attach.forget', one.file.name);
    },
    clear: () => drafts.change(draftOf, noDraft),
  };
}
