import type { ServerSummary } from '../../shared/server.ts';

/** How many calls a server got, and how long the latest that ended took. */
export class CallRecord {
  #count = 0;
  #last: ServerSummary['lastCall'];

  constructor(
    private readonly now: () => number,
    private readonly onChange: () => void,
  ) {}

  get count(): number {
    return this.#count;
  }

  get last(): ServerSummary['lastCall'] {
    return this.#last;
  }

  /** Counts a call that starts now, and how long it takes, whatever its end. */
  async during<T>(start: () => Promise<T>): Promise<T> {
    const at = this.now();
    this.#count += 1;
    try {
      return await start();
    } finally {
      this.#last = { at, tookMs: this.now() - at };
      this.onChange();
    }
  }
}
