/** Counts are asked for again at most so often. */
const countMs = 300;

/** Asks for counts once for many changes, and never twice at a time for one attempt. */
export class Counting {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The attempt that is being counted; 0 is none. */
  #running = 0;

  constructor(
    private readonly attempt: () => number,
    /** Counts for an attempt; a failure of it is told by the one who gave this. */
    private readonly count: (attempt: number) => Promise<void>,
  ) {}

  async now(): Promise<void> {
    const attempt = this.attempt();
    this.#running = attempt;
    try {
      await this.count(attempt);
    } finally {
      if (this.#running === attempt) this.#running = 0;
    }
  }

  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#running === this.attempt()) this.soon();
      else void this.now();
    }, countMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
