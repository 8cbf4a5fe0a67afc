import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { TerminalCount, faultOf } from './terminalErrors.ts';

/** Whether a connection holds, and what is under way on it, which ends with it. */
export class Lifeline {
  /** Resolves, with the reason, when the connection has ended for whatever cause. */
  readonly ended: Promise<AppError>;
  #end: (cause: AppError) => void = () => undefined;
  #cause: AppError | undefined;
  /** Rejects what is under way. A long connection must not gather a handler for every call. */
  readonly #underWay = new Set<(failure: AppFailure) => void>();
  readonly #terminal = new TerminalCount();
  readonly #closed = new AbortController();
  #isOpen = false;

  constructor(
    private readonly options: {
      /** What a fault says of the way to a remote server; undefined where it says nothing of it. */
      readonly explain: (thrown: unknown) => AppError | undefined;
      /** Why the transport closed, asked when it has. */
      readonly whyClosed: () => AppError;
    },
  ) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Aborted when the connection has ended. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether anything is under way. */
  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  /** From now on faults count; while it is being opened, they are its failure. */
  open(): void {
    this.#isOpen = true;
  }

  /** Fails what is under way, at once, with the reason given. Closes no transport. */
  abandon(cause: AppError): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    this.#closed.abort();
    for (const reject of this.#underWay) reject(new AppFailure(cause));
    this.#underWay.clear();
    this.#end(cause);
  }

  /** The promise's value, or the reason of the connection's end if that comes first. */
  async orEnd<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#cause !== undefined) reject(new AppFailure(this.#cause));
      this.#underWay.add(reject);
      promise
        .then(
          (value) => {
            this.worked();
            resolve(value);
          },
          (thrown: unknown) => {
            this.fault(thrown);
            reject(thrown);
          },
        )
        .finally(() => this.#underWay.delete(reject));
    });
  }

  /** An answer came: faults are counted anew. */
  worked(): void {
    this.#terminal.reset();
  }

  /** Ends the connection at a fault that ends it, or at one too many that may. */
  fault(thrown: unknown): void {
    if (!this.#isOpen || this.#cause !== undefined) return;
    const isLast = this.#terminal.add(thrown);
    const known =
      isLast || faultOf(thrown) === 'needs-auth' ? this.options.explain(thrown) : undefined;
    if (known?.code === 'server/needs-auth' || isLast) this.#endSoon(known);
  }

  /** No answer where there had to be one: counts as a fault that may end it, for the cause given. */
  silence(cause: AppError): void {
    if (!this.#isOpen || this.#cause !== undefined) return;
    if (this.#terminal.addOne()) this.#endSoon(cause);
  }

  /** What is under way hears its own failure first. */
  #endSoon(cause: AppError | undefined): void {
    queueMicrotask(() => this.abandon(cause ?? this.options.whyClosed()));
  }
}
