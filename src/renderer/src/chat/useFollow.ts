import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end counts as at the end, in pixels. */
const near = 32;
/** A scroll up counts as the reader's so long after a wheel, key or pointer, in milliseconds. */
const intent = 1000;

/**
 * Keeps a scrolling box at its end while what is in it grows. The reader leaves the end by scrolling
 * up, and is followed again from when they are back.
 */
export function useFollow(content: unknown) {
  const box = useRef<HTMLDivElement>(null);
  const state = useRef({ following: true, lastTop: 0, touchedAt: -Infinity });
  const [following, setFollowing] = useState(true);
  const [atEnd, setAtEnd] = useState(true);

  const follow = useCallback((value: boolean) => {
    state.current.following = value;
    setFollowing(value);
  }, []);

  const stick = useCallback(() => {
    const element = box.current;
    if (element && state.current.following) element.scrollTop = element.scrollHeight;
  }, []);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const end = scrollHeight - clientHeight - scrollTop <= near;
    const up = scrollTop < state.current.lastTop;
    state.current.lastTop = scrollTop;
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

  useLayoutEffect(stick, [stick, content]);

  const toEnd = useCallback(() => {
    follow(true);
    stick();
    box.current?.focus({ preventScroll: true });
  }, [follow, stick]);

  return { box, following, atEnd, onScroll, onResize: stick, toEnd };
}
