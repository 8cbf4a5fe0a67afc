import type { LogEntry } from '../../../shared/log.ts';

/** Asks for the last `limit` matching lines before a number, or at the end. */
export type Query = (before: number | undefined, limit: number) => Promise<readonly LogEntry[]>;

const longestPage = 2_000;

/**
 * The matching lines that follow `seq`. The log answers backwards only, so this looks at a stretch
 * of numbers after `seq` that a page can't be too short for, and at the next when it is empty.
 */
export async function pageAfter(
  query: Query,
  seq: number,
  size: number,
): Promise<{ readonly entries: readonly LogEntry[]; readonly atEnd: boolean }> {
  const newest = (await query(undefined, 1)).at(-1)?.seq ?? 0;
  let from = seq;
  let step = size;
  while (from < newest) {
    const until = Math.min(from + step, newest);
    const page = await query(until + 1, Math.min(step, longestPage));
    const entries = page.filter((entry) => entry.seq > seq);
    if (entries.length > 0) return { entries, atEnd: until >= newest };
    from = until;
    step = Math.min(step * 2, longestPage);
  }
  return { entries: [], atEnd: true };
}
