import { toAppError } from '../../../shared/errors.ts';
import { ask, useBridge } from '../api.ts';
import { useConversation } from '../chat/ConversationContext.ts';
import { useChats, useConversationHead } from '../store/stores.ts';

/** Other ways to go on from what was said; undefined where that is not the person's to choose. */
export function useBranching() {
  const bridge = useBridge();
  const { current, toast } = useChats();
  const { store, isOfAgent = false } = useConversation();
  const isIdle = useConversationHead(store)?.activity === 'idle';
  if (isOfAgent) return undefined;
  const conversationId = store.id;
  /** Answers whether it worked. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (thrown) {
      toast.setState({ kind: 'failed', error: toAppError(thrown) }, true);
      return false;
    }
  };
  return {
    /** While an answer is written, the way can't be changed. */
    isIdle,
    edit: (itemId: string, text: string) =>
      attempt(() => ask(bridge, 'chat.edit', { conversationId, itemId, text })),
    regenerate: (itemId: string) =>
      attempt(() => ask(bridge, 'chat.regenerate', { conversationId, itemId })),
    switchTo: (itemId: string, to: number) =>
      attempt(() => ask(bridge, 'chat.switchBranch', { conversationId, itemId, to })),
    branch: (itemId: string) =>
      attempt(async () => {
        const made = await ask(bridge, 'chat.branch', { conversationId, itemId });
        current.setState(made, true);
      }),
  };
}
