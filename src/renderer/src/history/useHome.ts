import { useEffect, useEffectEvent, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { ConversationStore } from '../store/conversation.ts';
import type { Row } from '../store/rows.ts';
import { useChats } from '../store/stores.ts';

/** What the key means to the box itself, and not to a field or a well in it. */
const others = 'input, textarea, select, [contenteditable], [tabindex="0"]';

/**
 * Home goes to the first message of all, not only to the first that is here; answers what hears the
 * keys of the box that scrolls. `leave` is called so that the list does not stay at its end.
 */
export function useHome(
  store: ConversationStore,
  rows: readonly Row[],
  list: RefObject<VirtualizerHandle | null>,
  leave: () => void,
) {
  const { bringAllEarlier } = useChats();
  const isWanted = useRef(false);
  const go = useEffectEvent(() => {
    if (!isWanted.current) return;
    if (store.head().hasEarlier === true) {
      bringAllEarlier(store);
      return;
    }
    isWanted.current = false;
    leave();
    list.current?.scrollToIndex(0);
  });
  // What has been asked for before may have come first.
  useEffect(() => go(), [rows]);
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    if (key === 'Home' && target instanceof Element && target.closest(others) === currentTarget) {
      isWanted.current = store.head().hasEarlier === true;
      if (isWanted.current) bringAllEarlier(store);
    } else isWanted.current = false;
  };
}
