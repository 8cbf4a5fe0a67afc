import type { AppError } from '../../../shared/errors.ts';
import { toAppError } from '../../../shared/errors.ts';
import type { Bridge } from '../../../shared/ipc.ts';
import type { LogCounts, LogEntry, LogFilter, LogTally } from '../../../shared/log.ts';
import { addToTally, countsOf, totalOf } from '../../../shared/logTally.ts';
import { ask } from '../api.ts';
import { passes } from './logFilter.ts';
import { mergeChanges } from './logLines.ts';
import { pageAfter } from './pageAfter.ts';

/** What the Logs view shows. `lines` are in order and never more than a bounded number. */
export type FeedState = {
  readonly lines: readonly LogEntry[];
  /** How many lines match in all; undefined until they are counted. */
  readonly total: number | undefined;
  readonly counts: LogCounts;
  /** A new filter's lines are being looked for. */
  readonly searching: boolean;
  /** False until the first lines of the filter have come. */
  readonly loaded: boolean;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly following: boolean;
  /** Matching lines that came while paused. */
  readonly waiting: number;
  /** The latest change was at the start of `lines`: the place that is read must not move. */
  readonly shifted: boolean;
  readonly error?: AppError | undefined;
};

const emptyState: FeedState = {
  lines: [],
  total: undefined,
  counts: { errors: 0 },
  searching: false,
  loaded: false,
  atStart: true,
  atEnd: true,
  following: true,
  waiting: 0,
  shifted: false,
};

export const pageSize = 500;
/** How far the window may pass its limit before it is cut back. */
const slack = 500;
/** Counts are asked for again when nothing came for so long. */
const calmMs = 2_000;

/** Runs something before a paint soon, after a rest in milliseconds; answers how to call it off. */
export type Schedule = (run: () => void, restMs: number) => () => void;

/** Nobody reads faster than this, and a flood leaves the frames between to the user. */
const restMs = 40;
/** So many lines at once are a flood, which is shown less often still. */
const floodLines = 400;
const floodRestMs = 160;

const beforePaint: Schedule = (run, rest) => {
  let frame = 0;
  const timer = setTimeout(() => (frame = requestAnimationFrame(run)), rest);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
};

/**
 * A bounded window on the log of a filter: pages in both directions, and live lines at its end,
 * taken in at most once a frame.
 */
export class LogFeed {
  state: FeedState = emptyState;
  #filter: LogFilter = {};
  #counted: LogFilter = {};
  #tally: LogTally = {};
  #lastSeq = 0;
  #arrived: LogEntry[] = [];
  #rest = restMs;
  #frame: (() => void) | undefined;
  #calm: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #paging = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly bridge: Bridge,
    private readonly limit = 5_000,
    private readonly schedule: Schedule = beforePaint,
  ) {}

  /** Listens to live lines until the answer is called. */
  open(): () => void {
    const unhear = this.bridge.on('log.changed', (entries) => {
      for (const entry of entries) this.#arrived.push(entry);
      this.#frame ??= this.schedule(() => this.#takeIn(), this.#rest);
    });
    return () => {
      unhear();
      this.#frame?.();
      this.#frame = undefined;
      clearTimeout(this.#calm);
      this.#attempt += 1;
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): FeedState => this.state;

  /** Shows the end of what matches, or the lines around `seq`. */
  async show(filter: LogFilter, counted: LogFilter, seq?: number): Promise<void> {
    this.#filter = filter;
    this.#counted = counted;
    const attempt = ++this.#attempt;
    const around = seq === undefined ? {} : { before: seq + pageSize / 2 };
    this.#set({ searching: true });
    await this.#guard(attempt, async () => {
      const lines = await ask(this.bridge, 'log.query', { filter, ...around, limit: pageSize });
      if (attempt !== this.#attempt) return;
      const following = seq === undefined;
      this.#set({
        lines,
        total: undefined,
        searching: false,
        loaded: true,
        atStart: lines.length < pageSize,
        atEnd: following,
        following,
        waiting: 0,
        shifted: false,
        error: undefined,
      });
      this.#lastSeq = Math.max(this.#lastSeq, lines.at(-1)?.seq ?? 0);
      if (this.#arrived.length > 0) this.#frame ??= this.schedule(() => this.#takeIn(), 0);
      await this.#count(attempt);
    });
  }

  pause(): void {
    if (this.state.following) this.#set({ following: false });
  }

  /** Goes back to the end and stays there. */
  async follow(): Promise<void> {
    if (this.state.following) return;
    if (this.state.atEnd && this.state.waiting === 0) this.#set({ following: true });
    else await this.show(this.#filter, this.#counted);
  }

  async loadOlder(): Promise<void> {
    const first = this.state.lines[0];
    if (!first || this.state.atStart) return;
    await this.#page(async () => {
      const query = { filter: this.#filter, before: first.seq, limit: pageSize };
      const entries = await ask(this.bridge, 'log.query', query);
      return () => {
        const lines = [...entries, ...this.state.lines];
        this.#set({ lines, atStart: entries.length < pageSize, shifted: true });
        if (lines.length > this.limit + slack) this.schedule(() => this.#cutEnd(), 0);
      };
    });
  }

  async loadNewer(): Promise<void> {
    const last = this.state.lines.at(-1);
    if (!last || this.state.atEnd) return;
    await this.#page(async () => {
      const query = (before: number | undefined, limit: number): Promise<readonly LogEntry[]> =>
        ask(this.bridge, 'log.query', {
          filter: this.#filter,
          limit,
          ...(before === undefined ? {} : { before }),
        });
      const { entries, atEnd } = await pageAfter(query, last.seq, pageSize);
      return () => {
        const lines = [...this.state.lines, ...entries];
        this.#set({ lines, atEnd, shifted: false, ...(atEnd ? { waiting: 0 } : {}) });
        if (lines.length > this.limit + slack) this.schedule(() => this.#cutStart(), 0);
      };
    });
  }

  /** Takes in what arrived since the last frame. */
  #takeIn(): void {
    this.#frame = undefined;
    if (!this.state.loaded) return;
    if (this.state.following && this.state.lines.length > this.limit + slack) {
      // Cutting and adding in one step would keep the length, and the list would not see it.
      this.#cutStart();
      this.#frame = this.schedule(() => this.#takeIn(), 0);
      return;
    }
    const arrived = this.#arrived;
    this.#arrived = [];
    this.#rest = arrived.length > floodLines ? floodRestMs : restMs;
    const { state } = this;
    const fresh = arrived.filter((entry) => entry.seq > this.#lastSeq);
    for (const entry of fresh) this.#lastSeq = Math.max(this.#lastSeq, entry.seq);
    const news = [...new Map(fresh.map((entry) => [entry.seq, entry])).values()];
    const merged = mergeChanges(state.lines, arrived, this.#filter);
    const isNew = new Set(news.map((entry) => entry.seq));
    const count = merged.added.filter((entry) => isNew.has(entry.seq)).length;
    const { servers, text } = this.#counted;
    const alike: LogFilter = { ...(servers && { servers }), ...(text !== undefined && { text }) };
    const fits = news.filter((entry) => passes(entry, alike));
    // Adding up before all are counted would be forgotten with the count.
    if (state.total !== undefined) this.#tally = addToTally(this.#tally, fits);
    this.#set({
      lines: state.following ? [...merged.lines, ...merged.added] : merged.lines,
      waiting: state.following ? 0 : state.waiting + count,
      shifted: false,
      ...(state.total !== undefined && this.#figures()),
    });
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => void this.#recount(), calmMs);
  }

  /** A line may change its level when its response comes, which adding up can't follow. */
  async #recount(): Promise<void> {
    const attempt = this.#attempt;
    await this.#guard(attempt, () => this.#count(attempt));
  }

  async #count(attempt: number): Promise<void> {
    const tally = await ask(this.bridge, 'log.tally', this.#counted);
    if (attempt !== this.#attempt) return;
    this.#tally = tally;
    this.#set(this.#figures());
  }

  #figures(): Pick<FeedState, 'counts' | 'total'> {
    return {
      counts: countsOf(this.#tally, this.#counted.minLevel),
      total: totalOf(this.#tally, this.#filter),
    };
  }

  #cutStart(): void {
    const lines = this.state.lines.slice(-this.limit);
    this.#set({ lines, atStart: false, shifted: true });
  }

  #cutEnd(): void {
    const lines = this.state.lines.slice(0, this.limit);
    this.#set({ lines, atEnd: false, following: false, shifted: false });
  }

  /** One page at a time, dropped when the filter has changed meanwhile. */
  async #page(fetch: () => Promise<() => void>): Promise<void> {
    if (this.#paging) return;
    this.#paging = true;
    const attempt = this.#attempt;
    await this.#guard(attempt, async () => {
      const apply = await fetch();
      if (attempt === this.#attempt) apply();
    });
    this.#paging = false;
  }

  async #guard(attempt: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (attempt !== this.#attempt) return;
      this.#set({ error: toAppError(thrown), loaded: true, searching: false });
    }
  }

  #set(part: Partial<FeedState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
