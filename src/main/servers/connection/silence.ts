/**
 * How long a silence must still last to be `limitMs` long; 0 when it is. A clock that was set back
 * makes nobody wait longer than `limitMs`. All in milliseconds.
 */
export function silenceLeft(limitMs: number, lastAt: number, now: number): number {
  return Math.min(Math.max(lastAt + limitMs - now, 0), limitMs);
}

/**
 * Calls back once, when `lastAt` lies `limitMs` in the past. What breaks the silence sets no timer:
 * it is looked at when one is over. The answer stops the watch.
 */
export function watchSilence(
  limitMs: number,
  at: { readonly lastAt: () => number; readonly now: () => number },
  onSilence: () => void,
): () => void {
  let timer = setTimeout(look, limitMs);
  function look() {
    const left = silenceLeft(limitMs, at.lastAt(), at.now());
    if (left === 0) onSilence();
    else timer = setTimeout(look, left);
  }
  return () => clearTimeout(timer);
}
