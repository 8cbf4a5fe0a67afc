import type { AppError } from '../../../shared/errors.ts';

/** What a connect reaches one after the other; times are epoch milliseconds. */
export type TraceMark = 'environment' | 'transport' | 'handshake' | 'tools';

const keptLines = 20;
const longestLine = 500;

/** What one connect came to, kept for the doctor. Lines must be free of secrets already. */
export class ConnectTrace {
  readonly #reached = new Map<TraceMark, number>();
  readonly #stderr: string[] = [];
  #noise: string | undefined;
  #failure: AppError | undefined;
  #endedAt: number | undefined;

  constructor(
    readonly startedAt: number,
    private readonly now: () => number,
  ) {}

  get reached(): ReadonlyMap<TraceMark, number> {
    return this.#reached;
  }

  /** The first lines: what a program says at its start tells more than what it says later. */
  get stderr(): readonly string[] {
    return this.#stderr;
  }

  /** The first line on stdout that was no message. */
  get noise(): string | undefined {
    return this.#noise;
  }

  get failure(): AppError | undefined {
    return this.#failure;
  }

  /** Set when it failed. */
  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  reach(mark: TraceMark): void {
    this.#reached.set(mark, this.now());
  }

  /** The process is started once more: what came after its start has to come again. */
  again(): void {
    for (const mark of ['transport', 'handshake', 'tools'] as const) this.#reached.delete(mark);
    this.#stderr.length = 0;
  }

  hear(line: string): void {
    if (this.#stderr.length < keptLines) this.#stderr.push(line.slice(0, longestLine));
  }

  hearNoise(line: string): void {
    this.#noise ??= line.slice(0, longestLine);
  }

  fail(failure: AppError): void {
    this.#failure = failure;
    this.#endedAt = this.now();
  }
}

/** The trace of each server's last connect, by the server's name. */
export class ConnectTraces {
  readonly #last = new Map<string, ConnectTrace>();

  of(server: string): ConnectTrace | undefined {
    return this.#last.get(server);
  }

  begin(server: string, now: () => number): ConnectTrace {
    const trace = new ConnectTrace(now(), now);
    this.#last.set(server, trace);
    return trace;
  }
}
