import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import type { ConversationStore } from '../store/conversation.ts';
import type { Row } from '../store/rows.ts';
import { useChats } from '../store/stores.ts';

/** For so long the message stays marked, in milliseconds. */
const markedMs = 2_500;

/**
 * Scrolls to the message that was asked for, once it is there; answers its id while it is marked.
 * `leave` is called so that the list does not stay at its end.
 */
export function useJump(
  store: ConversationStore,
  rows: readonly Row[],
  list: RefObject<VirtualizerHandle | null>,
  leave: () => void,
): string | undefined {
  const { jump, bringEarlier } = useChats();
  const asked = useStore(jump);
  const itemId = asked?.id === store.id ? asked.itemId : undefined;
  const index = itemId === undefined ? -1 : rows.findIndex((row) => row.itemId === itemId);
  // It is among what has not been brought in.
  useEffect(() => {
    if (itemId !== undefined && index === -1) bringEarlier(store);
  }, [itemId, index, rows, bringEarlier, store]);
  const show = useEffectEvent(() => list.current?.scrollToIndex(index, { align: 'center' }));
  const isHere = index !== -1;
  // Once only: a reader who scrolls on is not brought back when earlier messages come in above.
  useEffect(() => {
    if (!isHere) return;
    leave();
    show();
    // Rows are measured as they come into sight, so the first try may miss by some.
    const frame = requestAnimationFrame(() => show());
    const timer = setTimeout(() => jump.setState(undefined, true), markedMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isHere, asked, jump, leave]);
  return isHere ? itemId : undefined;
}
