import { toAppError } from '../../../shared/errors.ts';
import type { Bridge } from '../../../shared/ipc.ts';
import type { LogEntry, LogFilter } from '../../../shared/log.ts';
import { ask } from '../api.ts';
import { Arrivals } from './arrivals.ts';
import { askFigures } from './askFigures.ts';
import { Counting } from './counting.ts';
import { emptyState } from './feedState.ts';
import type { FeedState } from './feedState.ts';
import {
  cutEnd,
  cutStart,
  isTooLong,
  opened,
  pageSize,
  slack,
  withEnd,
  withNewer,
  withOlder,
} from './feedSteps.ts';
import { mergeChanges, replaceChanged } from './logLines.ts';
import { longestPage, pageAfter, pagesOf } from './pageAfter.ts';
import type { Query } from './pageAfter.ts';
import { beforePaint } from './schedule.ts';
import type { Schedule } from './schedule.ts';

/** Lines of which changes were missed are asked for again at most so often. */
const refreshMs = 2_000;
/** So many lines of a flood are asked for at a time: more than a screen holds. */
const floodLines = 200;

/**
 * A bounded window on the log of a filter: pages in both directions, and live lines at its end. Few
 * lines are taken in as they are told of; of a flood the end is asked for, so that the work for it
 * does not grow with its lines. All counts are asked for.
 */
export class LogFeed {
  state: FeedState = emptyState;
  #filter: LogFilter = {};
  #counted: LogFilter = {};
  readonly #arrivals = new Arrivals(slack);
  /** At the end, `lines` hold everything that matches up to this number. */
  #known = 0;
  /** Where pausing began: later lines wait. */
  #pausedAt = 0;
  /** Something happened while paused that `lines` do not show. */
  #disturbed = false;
  #pulling = false;
  #frame: (() => void) | undefined;
  readonly #counting = new Counting(
    () => this.#attempt,
    (attempt) => this.#guard(attempt, () => this.#count(attempt)),
  );
  /** Set while lines may have changed unseen. */
  #refreshing: ReturnType<typeof setTimeout> | undefined;
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
    const unhear = this.bridge.on('log.changed', (news) => {
      this.#arrivals.hear(news);
      this.#soon();
    });
    return () => {
      unhear();
      this.#frame?.();
      this.#frame = undefined;
      this.#counting.stop();
      clearTimeout(this.#refreshing);
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
      const end = seq === undefined ? [] : await this.#query({ limit: 1 }, {});
      const newest = Math.max(this.#arrivals.newest, end[0]?.seq ?? 0);
      const lines = await this.#query({ ...around, limit: pageSize });
      if (attempt !== this.#attempt) return;
      const following = seq === undefined;
      this.#know(newest, lines);
      this.#pausedAt = this.#known;
      this.#disturbed = false;
      this.#set(opened(lines, following));
      if (!this.#arrivals.isEmpty) this.#soon(0);
      await this.#counting.now();
    });
  }

  pause(): void {
    if (!this.state.following) return;
    this.#pausedAt = this.#known;
    this.#disturbed = this.#refreshing !== undefined;
    this.#set({ following: false });
  }

  /** Goes back to the end and stays there. */
  async follow(): Promise<void> {
    if (this.state.following) return;
    const isWhole = this.state.atEnd && !this.#disturbed && this.#known === this.#arrivals.newest;
    if (isWhole) this.#set({ following: true, waiting: 0 });
    else await this.show(this.#filter, this.#counted);
  }

  async loadOlder(): Promise<void> {
    const first = this.state.lines[0];
    if (!first || this.state.atStart) return;
    await this.#page(async () => {
      const entries = await this.#query({ before: first.seq, limit: pageSize });
      return () => {
        this.#set(withOlder(this.state.lines, entries));
        this.#cutLater(cutEnd);
      };
    });
  }

  async loadNewer(): Promise<void> {
    const last = this.state.lines.at(-1);
    if (!last || this.state.atEnd) return;
    await this.#page(async () => {
      const newest = this.#arrivals.newest;
      const { entries, atEnd } = await pageAfter(this.#query, last.seq, pageSize);
      return () => {
        if (atEnd) {
          this.#know(newest, entries);
          this.#pausedAt = this.#known;
        }
        this.#set(withNewer(this.state.lines, entries, atEnd));
        this.#cutLater(cutStart);
      };
    });
  }

  #soon(rest = this.#arrivals.restMs): void {
    this.#frame ??= this.schedule(() => this.#takeIn(), rest);
  }

  /** Takes in what arrived since the last frame. */
  #takeIn(): void {
    this.#frame = undefined;
    if (!this.state.loaded || this.#pulling) return;
    const { lines, following, atStart } = this.state;
    if (following && isTooLong(lines, this.limit)) {
      // Cutting and adding in one step would keep the length, and the list would not see it.
      this.#set(cutStart(lines, this.limit));
      this.#soon(0);
      return;
    }
    const { entries, missed } = this.#arrivals.take();
    if (missed) {
      this.#refreshing ??= setTimeout(() => void this.#refresh(), refreshMs);
      if (following) void this.#pull(this.#known, floodLines);
    } else if (following) {
      this.#know(this.#arrivals.newest, []);
      this.#set({ lines: mergeChanges(lines, entries, this.#filter, atStart), shifted: false });
    } else this.#set({ lines: replaceChanged(lines, entries), shifted: false });
    this.#disturbed ||= !following;
    this.#counting.soon();
  }

  /** Asks for the last `limit` lines after `after`. */
  async #pull(after: number, limit: number): Promise<void> {
    const attempt = this.#attempt;
    const newest = this.#arrivals.newest;
    this.#pulling = true;
    await this.#guard(attempt, async () => {
      const entries = await this.#query({ after, limit });
      if (attempt !== this.#attempt) return;
      if (!this.state.following) {
        this.#disturbed = true;
        return;
      }
      this.#know(newest, entries);
      this.#set(withEnd(this.state, entries, { after, limit }));
    });
    this.#pulling = false;
    if (!this.#arrivals.isEmpty) this.#soon();
  }

  /** Asks again for lines of which changes may have been missed. */
  async #refresh(): Promise<void> {
    const { lines, following, atStart } = this.state;
    // What is asked for meanwhile is new lines only.
    this.#refreshing = this.#pulling
      ? setTimeout(() => void this.#refresh(), this.#arrivals.restMs)
      : undefined;
    if (this.#pulling) return;
    if (following) {
      const after = atStart ? 0 : (lines[0]?.seq ?? 1) - 1;
      await this.#pull(after, Math.min(longestPage, Math.max(floodLines, lines.length)));
      return;
    }
    const attempt = this.#attempt;
    await this.#guard(attempt, async () => {
      for await (const now of pagesOf(this.#query, lines)) {
        if (attempt !== this.#attempt) return;
        this.#set({ lines: replaceChanged(this.state.lines, now), shifted: false });
      }
    });
  }

  /** What is shown at the end is whole up to where the log was when it was asked for. */
  #know(newest: number, entries: readonly LogEntry[]): void {
    this.#known = Math.max(this.#known, newest, entries.at(-1)?.seq ?? 0);
    this.#arrivals.newest = Math.max(this.#arrivals.newest, this.#known);
  }

  async #count(attempt: number): Promise<void> {
    const after = this.state.following ? undefined : this.#pausedAt;
    const figures = await askFigures(this.bridge, this.#filter, this.#counted, after);
    if (attempt === this.#attempt) this.#set(figures);
  }

  #cutLater(cut: typeof cutStart): void {
    if (!isTooLong(this.state.lines, this.limit)) return;
    this.schedule(() => this.#set(cut(this.state.lines, this.limit)), 0);
  }

  readonly #query = (range: Parameters<Query>[0], filter = this.#filter) =>
    ask(this.bridge, 'log.query', { filter, ...range });

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
