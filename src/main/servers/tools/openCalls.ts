import type { CallOptions, CallOrigin } from './serverTool.ts';

/** A call of a tool that waits for its answer. */
export type OpenCall = {
  readonly origin: CallOrigin | undefined;
  /** Aborted when the call is stopped or fails; what it made the server ask is then moot. */
  readonly signal: AbortSignal;
};

/** The tool calls under way on a connection. */
export class OpenCalls {
  readonly #open = new Set<OpenCall>();

  /** Runs a call, which is open until the answer or failure. Starts it at once. */
  async run<T>(
    { origin, signal }: Pick<CallOptions, 'origin' | 'signal'>,
    call: (open: OpenCall) => Promise<T>,
  ): Promise<T> {
    const failed = new AbortController();
    const open = { origin, signal: AbortSignal.any([signal, failed.signal]) };
    this.#open.add(open);
    try {
      return await call(open);
    } catch (thrown) {
      failed.abort();
      throw thrown;
    } finally {
      this.#open.delete(open);
    }
  }

  /** The call that a server's request comes from: certain only when there is just one. */
  get only(): OpenCall | undefined {
    const [first, ...others] = this.#open;
    return others.length === 0 ? first : undefined;
  }
}
