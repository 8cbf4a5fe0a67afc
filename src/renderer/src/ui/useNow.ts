import { useCallback, useSyncExternalStore } from 'react';

/** The time in epoch milliseconds, in steps of `everyMs`; it moves on by itself while `active`. */
export function useNow(everyMs: number, active = true): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      if (!active) return () => undefined;
      const timer = setInterval(onTick, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs, active],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / everyMs) * everyMs);
}
