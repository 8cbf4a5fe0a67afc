import type { AppError } from '../../shared/errors.ts';
import { afterEnd, restartLimits } from './restartPolicy.ts';
import type { RestartDecision } from './restartPolicy.ts';

/** Remembers how often a server ended and carries out what the restart policy decides. */
export class RestartSchedule {
  #timer: NodeJS.Timeout | undefined;
  #ends: readonly number[] = [];
  #attempt = 0;

  constructor(
    private readonly clock: { readonly now: () => number; readonly random: () => number },
    private readonly restart: () => void,
  ) {}

  /** A person asked, or the configuration changed: what was before counts no more. */
  reset(): void {
    this.cancel();
    this.#attempt = 0;
    this.#ends = [];
  }

  /** Restarts without waiting any longer; what was before counts no more. */
  hurry(): void {
    this.reset();
    this.restart();
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  /** `calmMs` is how long it was connected before it ended. Sets the timer if it may restart. */
  afterEnd(cause: AppError, calmMs: number): RestartDecision {
    if (calmMs >= restartLimits.windowMs) this.#attempt = 0;
    const decision = afterEnd({
      cause,
      ends: this.#ends,
      attempt: this.#attempt,
      now: this.clock.now(),
      random: this.clock.random(),
    });
    if (decision.kind === 'restart') {
      this.#ends = decision.ends;
      this.#attempt = decision.attempt;
      this.#timer = setTimeout(this.restart, decision.delayMs);
    }
    return decision;
  }
}
