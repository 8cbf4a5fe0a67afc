import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ChatItem } from '../../../shared/chat.ts';
import type { Block } from '../store/blocks.ts';
import type { ConversationStore } from '../store/conversation.ts';

export type OpenConversation = {
  readonly store: ConversationStore;
  /** Which foldable items the reader has opened; kept while rows come and go. */
  readonly folds: Folds;
  /** Sends the latest question again. */
  readonly resend: () => Promise<void>;
  /** It is not the one on screen, but that of an agent which works for it. */
  readonly isOfAgent?: boolean;
  /** It stands beside the one that the keys for prompts are for. */
  readonly isAside?: boolean;
};

export type Folds = {
  readonly get: (id: string) => boolean | undefined;
  readonly set: (id: string, value: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createFolds(): Folds {
  const values = new Map<string, boolean>();
  const listeners = new Set<() => void>();
  return {
    get: (id) => values.get(id),
    set(id, value) {
      values.set(id, value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Those of a conversation that is shown within another, which remembers them. */
export function foldsWithin({ get, set, subscribe }: Folds, conversationId: string): Folds {
  const key = (id: string): string => `${conversationId} ${id}`;
  return { get: (id) => get(key(id)), set: (id, value) => set(key(id), value), subscribe };
}

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

/** Whether an item stands open, the same for all that show it, while it is out of sight as well. */
export function useFold(id: string, initially = false): readonly [boolean, () => void] {
  const { folds } = useConversation();
  const open = useSyncExternalStore(folds.subscribe, () => folds.get(id) ?? initially);
  return [open, () => folds.set(id, !open)];
}
