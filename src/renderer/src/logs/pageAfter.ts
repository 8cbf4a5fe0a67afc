import type { LogEntry } from '../../../shared/log.ts';

/** Asks for the last `limit` matching lines after a number and before another, or to an end. */
export type Query = (range: {
  readonly after?: number;
  readonly before?: number;
  readonly limit: number;
}) => Promise<readonly LogEntry[]>;

/** The longest page that can be asked for. */
export const longestPage = 2_000;

/**
 * The matching lines that follow `seq`. The log answers backwards only, so this looks at a stretch
 * of numbers after `seq` that a page can't be too short for, and at the next when it is empty.
 */
export async function pageAfter(
  query: Query,
  seq: number,
  size: number,
): Promise<{ readonly entries: readonly LogEntry[]; readonly atEnd: boolean }> {
  const newest = (await query({ limit: 1 })).at(-1)?.seq ?? 0;
  let from = seq;
  let step = size;
  while (from < newest) {
    const until = Math.min(from + step, newest);
    const limit = Math.min(step, longestPage);
    const entries = await query({ after: from, before: until + 1, limit });
    if (entries.length > 0) return { entries, atEnd: until >= newest };
    from = until;
    step = Math.min(step * 2, longestPage);
  }
  return { entries: [], atEnd: true };
}

/** The range that lines stand for, from its end, a page at a time. */
export async function* pagesOf(
  query: Query,
  lines: readonly LogEntry[],
): AsyncGenerator<readonly LogEntry[]> {
  const after = (lines[0]?.seq ?? 0) - 1;
  let before = (lines.at(-1)?.seq ?? -1) + 1;
  while (before > after + 1) {
    const page = await query({ after, before, limit: longestPage });
    yield page;
    if (page.length < longestPage) return;
    before = page[0]?.seq ?? 0;
  }
}
