import { useEffect, useEffectEvent, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { ConversationStore } from '../store/conversation.ts';
import type { Row } from '../store/rows.ts';
import { useChats } from '../store/stores.ts';

/** What the key means to the box itself, and not to a field or a well in it. */
const others = 'input, textarea, select, [contenteditable], [tabindex="0"]';

/**
 * Home goes to the first message of all: not only to the first that is here, and to its very top,
 * though rows are measured on the way. Answers what hears the keys of the box that scrolls. `leave`
 * is called so that the list does not stay at its end.
 */
export function useHome(
  store: ConversationStore,
  rows: readonly Row[],
  list: RefObject<VirtualizerHandle | null>,
  leave: () => void,
) {
  const { bringAllEarlier } = useChats();
  const isWanted = useRef(false);
  const go = () => {
    if (store.head().hasEarlier === true) {
      bringAllEarlier(store);
      return;
    }
    isWanted.current = false;
    leave();
    list.current?.scrollToIndex(0);
  };
  const goOn = useEffectEvent(() => {
    if (isWanted.current) go();
  });
  // What has been asked for before may have come first.
  useEffect(() => goOn(), [rows]);
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key, altKey, shiftKey } = event;
    isWanted.current = key === 'Home' && !altKey && !shiftKey && isMeantFor(currentTarget, target);
    if (!isWanted.current) return;
    event.preventDefault();
    go();
  };
}

const isMeantFor = (box: HTMLElement, target: EventTarget): boolean =>
  target instanceof Element && target.closest(others) === box;
