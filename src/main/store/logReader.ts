import { setImmediate } from 'node:timers/promises';
import type { LogEntry, LogFilter, LogTally } from '../../shared/log.ts';
import { tallyOf } from '../../shared/logTally.ts';
import { levels } from './logRows.ts';
import type { LogStore } from './logStore.ts';

/** Lines that are looked at in one go. */
const step = 8_192;
/** For so long the thread is kept before others have a turn, in milliseconds. */
const sliceMs = 6;
/** Lines that are so young may still change: they are counted anew each time. */
const unsettled = 4_096;
const keptTallies = 4;

/**
 * Reads the log without holding up the thread, however long it is: in steps, between which others
 * have their turn. What was counted is kept by steps, so that counting again looks only at new
 * lines. Each rejects with the signal's reason when it is aborted meanwhile.
 */
export class LogReader {
  readonly #tallies = new Map<string, Map<number, LogTally>>();

  constructor(private readonly store: Pick<LogStore, 'query' | 'count' | 'ends'>) {}

  /** The last `limit` matching lines after `after` and before `before` (or to the end), ascending. */
  async page(
    filter: LogFilter,
    before: number | undefined,
    limit: number,
    signal?: AbortSignal,
    after = 0,
  ): Promise<readonly LogEntry[]> {
    const pause = pauses(signal);
    const ends = this.store.ends();
    const { last } = ends;
    const first = Math.max(ends.first, after + 1);
    let until = Math.min(before ?? Number.MAX_SAFE_INTEGER, last + 1);
    const pages: LogEntry[][] = [];
    let found = 0;
    while (until > first && found < limit) {
      const from = Math.max(first, until - step);
      const page = this.store.query(filter, until, limit - found, from);
      pages.push(page);
      found += page.length;
      until = from;
      await pause();
    }
    return pages.reverse().flat();
  }

  /** How many lines of each kind and level after `after` match the filter's servers and text. */
  async tally({ servers, text }: LogFilter, signal?: AbortSignal, after = 0): Promise<LogTally> {
    const filter = { ...(servers && { servers }), ...(text !== undefined && { text }) };
    const pause = pauses(signal);
    const known = this.#known(JSON.stringify([servers, text]));
    const { first, last } = this.store.ends();
    const parts: LogTally[] = [];
    const oldest = Math.floor(first / step);
    for (const number of known.keys()) if (number <= oldest) known.delete(number);
    const start = Math.max(first, after + 1);
    const [from, to] = [Math.floor(start / step), Math.floor(last / step)];
    for (let number = from; number <= to; number += 1) {
      const begin = Math.max(number * step, start);
      let part = begin === number * step ? known.get(number) : undefined;
      if (part === undefined) {
        part = tallyOf(this.store.count(filter, begin, (number + 1) * step));
        // The first step is being forgotten, the last ones are being written.
        if (number > from && (number + 1) * step < last - unsettled) known.set(number, part);
        await pause();
      }
      parts.push(part);
    }
    return tallyOf(parts.flatMap(countsIn));
  }

  /** A line has changed after it was written. */
  changed(seq: number): void {
    for (const known of this.#tallies.values()) known.delete(Math.floor(seq / step));
  }

  /** All lines are gone. */
  cleared(): void {
    this.#tallies.clear();
  }

  #known(key: string): Map<number, LogTally> {
    const known = this.#tallies.get(key) ?? new Map<number, LogTally>();
    // The latest asked for stands last, and the first goes.
    this.#tallies.delete(key);
    this.#tallies.set(key, known);
    const [oldest] = this.#tallies.keys();
    if (this.#tallies.size > keptTallies && oldest !== undefined) this.#tallies.delete(oldest);
    return known;
  }
}

/** Gives others a turn where it is time for it. */
function pauses(signal: AbortSignal | undefined): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}

const countsIn = (tally: LogTally) =>
  Object.entries(tally).flatMap(([kind, counts]) =>
    counts.map((n, index) => ({
      kind: kind as LogEntry['kind'],
      level: levels[index] ?? 'info',
      n,
    })),
  );
