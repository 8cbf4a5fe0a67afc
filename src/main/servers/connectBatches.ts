/** Lets a number of servers connect at the same time; the others wait for their turn in order. */
export class ConnectBatches {
  #size: number;
  /** Below zero after it became smaller, until enough places came back. */
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#size = size;
    this.#free = size;
  }

  /** From now on so many at the same time. */
  resize(size: number): void {
    this.#free += size - this.#size;
    this.#size = size;
    while (this.#free > 0 && this.#waiting.size > 0) {
      this.#free -= 1;
      this.#passOn();
    }
  }

  /**
   * Resolves, with the function that gives the place back, when it is this one's turn. Aborting
   * `leave` ends the wait at once and takes no place: the server was stopped, or can't wait.
   */
  async turn(leave: AbortSignal): Promise<() => void> {
    if (leave.aborted) return () => undefined;
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#wait(leave))) return () => undefined;
    let isHeld = true;
    return () => {
      if (isHeld) this.#passOn();
      isHeld = false;
    };
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#free < 0) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  /** True when called, false when it left. */
  #wait(leave: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const call = () => {
        leave.removeEventListener('abort', go);
        resolve(true);
      };
      const go = () => {
        this.#waiting.delete(call);
        resolve(false);
      };
      leave.addEventListener('abort', go, { once: true });
      this.#waiting.add(call);
    });
  }
}
