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

/**
 * Puts a batch of new and changed lines into those that are shown up to the end of the log. A changed
 * line keeps its place, leaves it when it does not pass any more, or takes it when it now does; one
 * older than the first is none of its business, unless the log begins there.
 */
export function mergeChanges(
  lines: readonly LogEntry[],
  changes: readonly LogEntry[],
  filter: LogFilter,
  atStart: boolean,
): readonly LogEntry[] {
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
    } else if (!fits) entering.delete(entry.seq);
    else if (atStart || index < -1) entering.set(entry.seq, entry);
  }
  let kept = changed ?? lines;
  if (leaves) kept = kept.filter((entry) => passes(entry, filter));
  if (entering.size > 0) kept = [...kept, ...entering.values()].sort(bySeq);
  return added.size === 0 ? kept : [...kept, ...[...added.values()].sort(bySeq)];
}

/**
 * Shows what has changed in the lines that are there and nothing else: none comes, goes or moves, and
 * those that have not changed stay the same objects.
 */
export function replaceChanged(
  lines: readonly LogEntry[],
  now: readonly LogEntry[],
): readonly LogEntry[] {
  let changed: LogEntry[] | undefined;
  for (const entry of now) {
    const index = indexOfSeq(lines, entry.seq);
    const shown = lines[index];
    if (!shown || isSame(shown, entry)) continue;
    changed ??= [...lines];
    changed[index] = entry;
  }
  return changed ?? lines;
}

/** Whether two states of one line look the same: nothing else of a line ever changes. */
const isSame = (a: LogEntry, b: LogEntry): boolean =>
  a.level === b.level && a.text === b.text && a.durationMs === b.durationMs && a.bytes === b.bytes;

const bySeq = (a: LogEntry, b: LogEntry): number => a.seq - b.seq;
