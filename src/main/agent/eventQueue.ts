/** Events pushed from several places, read in order by one reader until it is closed. */
export class EventQueue<T> implements AsyncIterable<T> {
  #waiting: T[] = [];
  #isClosed = false;
  #wake: () => void = () => {};

  push(event: T): void {
    this.#waiting.push(event);
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const events = this.#waiting;
      this.#waiting = [];
      yield* events;
      if (this.#waiting.length > 0) continue;
      if (this.#isClosed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
