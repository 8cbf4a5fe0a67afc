import type { LogEntry, LogFilter } from '../../../shared/log.ts';
import { passes } from './logFilter.ts';

/** The index of the line with this number, or where it would stand, as `-index - 1`. */
export function indexOfSeq(lines: readonly LogEntry[], seq: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = lines[middle]?.seq ?? 0;
    if (found === seq) return middle;
    if (found < seq) low = middle + 1;
    else high = middle - 1;
  }
  return -low - 1;
}

export type Merged = {
  readonly lines: readonly LogEntry[];
  /** Lines that came after the last one shown and pass the filter. */
  readonly added: readonly LogEntry[];
};

/**
 * Puts a batch of new and changed lines into those that are shown. A changed line keeps its place,
 * leaves it when it does not pass any more, or takes it when it now does; one that is new is only
 * answered in `added`, and one older than the window is none of its business.
 */
export function mergeChanges(
  lines: readonly LogEntry[],
  changes: readonly LogEntry[],
  filter: LogFilter,
): Merged {
  const last = lines.at(-1)?.seq ?? -1;
  const added = new Map<number, LogEntry>();
  const entering = new Map<number, LogEntry>();
  let changed: LogEntry[] | undefined;
  let leaves = false;
  for (const entry of changes) {
    const fits = passes(entry, filter);
    if (entry.seq > last) {
      if (fits) added.set(entry.seq, entry);
      else added.delete(entry.seq);
      continue;
    }
    const index = indexOfSeq(lines, entry.seq);
    if (index >= 0) {
      changed ??= [...lines];
      changed[index] = entry;
      leaves ||= !fits;
    } else if (fits && index < -1) entering.set(entry.seq, entry);
  }
  let kept = changed ?? lines;
  if (leaves) kept = kept.filter((entry) => passes(entry, filter));
  if (entering.size > 0) kept = [...kept, ...entering.values()].sort(bySeq);
  return { lines: kept, added: [...added.values()].sort(bySeq) };
}

const bySeq = (a: LogEntry, b: LogEntry): number => a.seq - b.seq;
