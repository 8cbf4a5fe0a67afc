import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { watchSilence } from './silence.ts';

/** A server that answers at all answers so soon. */
const answerMs = 10_000;

export type Health =
  | 'alive'
  /** It did not answer in time. */
  | 'silent'
  /** The request could not be made; what that means is for others to say. */
  | 'unknown';

/** What a failed check says of the server. A refusal is an answer too. */
export function healthAfter(thrown: unknown): Health {
  if (thrown instanceof ProtocolError) return 'alive';
  if (!(thrown instanceof SdkError)) return 'unknown';
  if (thrown.code === SdkErrorCode.InvalidResult) return 'alive';
  return thrown.code === SdkErrorCode.RequestTimeout ? 'silent' : 'unknown';
}

/** Asks a server whether it is there, one question at a time, and only when nothing else is said. */
export class HealthCheck {
  #stop: () => void = () => undefined;

  constructor(
    private readonly options: {
      /** How long it must be quiet before it is asked, in milliseconds; 0 for never. */
      readonly everyMs: () => number;
      /** When a message last went either way; now while a request is under way. */
      readonly lastAt: () => number;
      readonly now: () => number;
      /** Rejects with what was thrown. */
      readonly ask: (timeoutMs: number) => Promise<unknown>;
      readonly onHealth: (health: Health) => void;
      readonly ended: AbortSignal;
    },
  ) {
    options.ended.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** Begins, or takes up a changed setting. */
  arm(): void {
    this.#stop();
    const { everyMs, ended } = this.options;
    const limitMs = everyMs();
    if (limitMs === 0 || ended.aborted) return;
    this.#stop = watchSilence(limitMs, this.options, () => void this.#check(limitMs));
  }

  async #check(limitMs: number): Promise<void> {
    const { ask, onHealth } = this.options;
    try {
      await ask(Math.min(limitMs, answerMs));
      onHealth('alive');
    } catch (thrown) {
      onHealth(healthAfter(thrown));
    }
    this.arm();
  }
}
