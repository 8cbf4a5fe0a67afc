import type { LogEntry, LogNews } from '../../../shared/log.ts';

/** Nobody reads faster than this, and a flood leaves the frames between to the user. */
const calmRestMs = 40;
const floodRestMs = 120;

/** What was told of since the last frame: a bounded number of lines, or only that some were missed. */
export class Arrivals {
  /** The highest number that is known to be in use. */
  newest = 0;
  #missed = false;
  #entries: LogEntry[] = [];

  constructor(private readonly limit: number) {}

  hear({ entries, last, missed }: LogNews): void {
    this.newest = Math.max(this.newest, last);
    this.#missed ||= missed || this.#entries.length + entries.length > this.limit;
    if (this.#missed) this.#entries = [];
    else this.#entries.push(...entries);
  }

  /** For so long others have a turn before it is taken, in milliseconds. */
  get restMs(): number {
    return this.#missed ? floodRestMs : calmRestMs;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0 && !this.#missed;
  }

  take(): { readonly entries: readonly LogEntry[]; readonly missed: boolean } {
    const taken = { entries: this.#entries, missed: this.#missed };
    this.#entries = [];
    this.#missed = false;
    return taken;
  }
}
