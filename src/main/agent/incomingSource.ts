import type { ChatItem } from '../../shared/chat.ts';

/** Says items of one kind: each is kept by the source until its conversation has it. */
export type IncomingSource = {
  readonly kind: ChatItem['kind'];
  /** What the next model request is to be given; the same until it is kept. */
  readonly waiting: (conversationId: string) => readonly ChatItem[];
  /** Calls `put`, which stores the item, and takes it from what waits: both or neither. */
  readonly keep: (conversationId: string, item: ChatItem, put: () => void) => void;
};
