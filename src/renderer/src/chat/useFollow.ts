import { useCallback, useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';

/** So near to the end counts as at the end, in pixels. */
const near = 32;
/** A scroll up counts as the reader's so long after a wheel, key or pointer, in milliseconds. */
const intent = 1000;

/**
 * Keeps a scrolling box at its end while what is in it grows. The reader leaves the end by scrolling
 * up, and is followed again from when they are back.
 */
export function useFollow() {
  const box = useRef<HTMLDivElement>(null);
  const state = useRef({ following: true, lastTop: 0, lastHeight: 0, touchedAt: -Infinity });
  const [following, setFollowing] = useState(true);
  const [atEnd, setAtEnd] = useState(true);

  const follow = useCallback((value: boolean) => {
    state.current.following = value;
    setFollowing(value);
  }, []);

  const stick = useCallback(() => {
    const element = box.current;
    if (!element) return;
    // What a person is filling in stays where it is.
    const held = element.querySelector('[data-question]:focus-within') !== null;
    if (state.current.following && !held) element.scrollTop = element.scrollHeight;
    else setAtEnd(isAtEnd(element));
  }, []);

  /** Opening something keeps it where it is, though the end moves away. */
  const onClickCapture = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      const { target } = event;
      if (target instanceof Element && target.closest('[aria-expanded], [aria-pressed]'))
        follow(false);
    },
    [follow],
  );

  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, scrollHeight } = element;
    const end = isAtEnd(element);
    // What gets shorter, such as a question that was just answered, pulls the box up by itself.
    const shrunk = scrollHeight < state.current.lastHeight;
    const up = scrollTop < state.current.lastTop && !(shrunk && end);
    state.current.lastTop = scrollTop;
    state.current.lastHeight = scrollHeight;
    setAtEnd(end);
    const meant = performance.now() - state.current.touchedAt < intent;
    if (end && (!up || !meant)) follow(true);
    else if (up && meant) follow(false);
  }, [follow]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const touch = () => {
      state.current.touchedAt = performance.now();
    };
    const events = ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const;
    for (const name of events) element.addEventListener(name, touch, { passive: true });
    return () => {
      for (const name of events) element.removeEventListener(name, touch);
    };
  }, []);

  const toEnd = useCallback(() => {
    follow(true);
    stick();
    box.current?.focus({ preventScroll: true });
  }, [follow, stick]);

  const leave = useCallback(() => follow(false), [follow]);
  return { box, following, atEnd, onScroll, onResize: stick, onClickCapture, toEnd, leave };
}

const isAtEnd = (element: HTMLElement): boolean =>
  element.scrollHeight - element.clientHeight - element.scrollTop <= near;
