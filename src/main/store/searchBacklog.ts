import type { SearchIndex } from './searchIndex.ts';

/** Not at once: the window comes first. */
const beginAfterMs = 3_000;
const pauseMs = 30;
/** So many items at a time take a few milliseconds. */
const sliceSize = 40;

/** Takes items from before there was an index into it, in small slices. Ends when `stop` is called. */
export function catchUpSlowly(index: Pick<SearchIndex, 'catchUp'>): { readonly stop: () => void } {
  const step = () => {
    if (index.catchUp(sliceSize)) timer = setTimeout(step, pauseMs);
  };
  let timer = setTimeout(step, beginAfterMs);
  return { stop: () => clearTimeout(timer) };
}
