import { createContext, useContext, useState, useSyncExternalStore } from 'react';
import type { ChatItem } from '../../../shared/chat.ts';
import type { Block } from '../store/blocks.ts';
import type { ConversationStore } from '../store/conversation.ts';

export type OpenConversation = {
  readonly store: ConversationStore;
  /** Which foldable items the reader has opened; kept while rows come and go. */
  readonly unfolded: Map<string, boolean>;
  /** Sends the latest question again. */
  readonly resend: () => Promise<void>;
};

export const ConversationContext = createContext<OpenConversation | undefined>(undefined);

export function useConversation(): OpenConversation {
  const conversation = useContext(ConversationContext);
  if (!conversation) throw new Error('ConversationContext is missing');
  return conversation;
}

/** One item; renders again when that item changes. */
export function useItem(id: string): ChatItem | undefined {
  const { store } = useConversation();
  return useSyncExternalStore(
    (listener) => store.subscribeItem(id, listener),
    () => store.item(id),
  );
}

/** One block of a text item; a settled one never changes. */
export function useBlock(id: string, index: number): Block | undefined {
  const { store } = useConversation();
  return useSyncExternalStore(
    (listener) => store.subscribeItem(id, listener),
    () => store.block(id, index),
  );
}

/** Whether an item stands open, remembered while it is scrolled out of sight. */
export function useFold(id: string, initially = false): readonly [boolean, () => void] {
  const { unfolded } = useConversation();
  const [open, setOpen] = useState(unfolded.get(id) ?? initially);
  const toggle = () => {
    unfolded.set(id, !open);
    setOpen(!open);
  };
  return [open, toggle];
}
