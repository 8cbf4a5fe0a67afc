import type { LogCounts, LogEntry, LogFilter, LogKind, LogLevel, LogTally } from './log.ts';

const rank = { debug: 0, info: 1, warn: 2, error: 3 } as const satisfies Record<LogLevel, number>;

type Counts = [number, number, number, number];

/** Adds up counts of kinds and levels. */
export function tallyOf(
  counts: readonly { readonly kind: LogKind; readonly level: LogLevel; readonly n: number }[],
): LogTally {
  const tally = new Map<LogKind, Counts>();
  for (const { kind, level, n } of counts) {
    const known = tally.get(kind) ?? [0, 0, 0, 0];
    known[rank[level]] += n;
    tally.set(kind, known);
  }
  return Object.fromEntries(tally);
}

/** A tally with some lines more. */
export function addToTally(tally: LogTally, entries: readonly LogEntry[]): LogTally {
  const next = new Map(Object.entries(tally).map(([kind, counts]) => [kind, [...counts]]));
  for (const { kind, level } of entries) {
    const known = next.get(kind) ?? [0, 0, 0, 0];
    known[rank[level]] = (known[rank[level]] ?? 0) + 1;
    next.set(kind, known);
  }
  return Object.fromEntries(next) as LogTally;
}

/** How many lines there are of each kind, and of errors, from a level up. */
export function countsOf(tally: LogTally, minLevel: LogLevel = 'debug'): LogCounts {
  const counts: Partial<Record<LogKind, number>> & { errors: number } = { errors: 0 };
  for (const [kind, byLevel] of Object.entries(tally)) {
    counts[kind as LogKind] = upFrom(byLevel, minLevel);
    counts.errors += byLevel[rank.error];
  }
  return counts;
}

/** How many of the lines pass a filter's kinds and level. */
export function totalOf(tally: LogTally, { kinds, minLevel = 'debug' }: LogFilter): number {
  return Object.entries(tally).reduce(
    (sum, [kind, byLevel]) =>
      kinds === undefined || kinds.includes(kind as LogKind)
        ? sum + upFrom(byLevel, minLevel)
        : sum,
    0,
  );
}

const upFrom = (byLevel: readonly number[], minLevel: LogLevel): number =>
  byLevel.slice(rank[minLevel]).reduce((sum, n) => sum + n, 0);
