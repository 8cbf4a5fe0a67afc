import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { ServerRequests } from './serverRequests.ts';

/**
 * When a server last said something by itself, which may be about any of its calls. While it waits
 * for our answer, that is now.
 */
export class SignsOfLife {
  #lastAt: number;
  #waiting = 0;

  constructor(private readonly now: () => number) {
    this.#lastAt = now();
  }

  get lastAt(): number {
    return this.#waiting > 0 ? this.now() : this.#lastAt;
  }

  /** Answers and progress belong to one call, and say nothing of the others. */
  see(message: JSONRPCMessage): void {
    if ('method' in message && message.method !== 'notifications/progress') {
      this.#lastAt = this.now();
    }
  }

  /** The same handlers, while whose work the server waits for us. */
  during({ elicit, sample, ...others }: ServerRequests): ServerRequests {
    return {
      ...others,
      ...(elicit && { elicit: (request, context) => this.#wait(elicit(request, context)) }),
      ...(sample && { sample: (request, context) => this.#wait(sample(request, context)) }),
    };
  }

  async #wait<T>(answer: Promise<T>): Promise<T> {
    this.#waiting += 1;
    try {
      return await answer;
    } finally {
      this.#waiting -= 1;
      this.#lastAt = this.now();
    }
  }
}
