import type { ServerSummary } from '../../../shared/server.ts';
import type { EndedCall } from './callFigures.ts';
import type { ToolOutcome } from './serverTool.ts';

/** How many calls a server got, and how long the latest that ended took. */
export class CallRecord {
  #count = 0;
  #last: ServerSummary['lastCall'];

  constructor(
    private readonly now: () => number,
    private readonly onEnd: (call: EndedCall) => void,
  ) {}

  get count(): number {
    return this.#count;
  }

  get last(): ServerSummary['lastCall'] {
    return this.#last;
  }

  /** Counts a call that starts now, and how long it takes, whatever its end. */
  async during(start: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
    const at = this.now();
    this.#count += 1;
    let isError = true;
    try {
      const outcome = await start();
      ({ isError } = outcome);
      return outcome;
    } finally {
      const end = this.now();
      this.#last = { at, tookMs: end - at };
      this.onEnd({ at: end, tookMs: end - at, isError });
    }
  }
}
