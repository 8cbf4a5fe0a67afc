import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { foreignText } from '../foreignText.ts';

const maxOutputBytes = 64 * 1024;
const keptOfStderr = 4 * 1024;
/** How long after its end what it printed may still be on its way. */
const leftOpenMs = 500;

export type HelperRun = {
  /** The program and its arguments, run without a shell. */
  readonly command: readonly [program: string, ...rest: string[]];
  /** All of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limitMs: number;
  /** What it reads; by default nothing. */
  readonly input?: string | undefined;
  readonly folder?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type HelperEnd =
  | { readonly kind: 'done'; readonly output: string }
  /** `why` is in words; `said` is what it wrote to stderr, raw; `status` it ended with by itself. */
  | {
      readonly kind: 'failed';
      readonly why: string;
      readonly said: string;
      readonly status?: number | undefined;
    };

/**
 * Runs a program to its end, with its input given and closed. One that takes too long, prints too much or is
 * called off is killed with all that it started and that did not leave its group; what a good end
 * leaves running may go on. Rejects with the reason of `signal` only.
 */
export async function runHelper(run: HelperRun): Promise<HelperEnd> {
  run.signal?.throwIfAborted();
  const child = start(run);
  if (child instanceof Error) return { kind: 'failed', why: startReason(child), said: '' };
  const output = new Kept(child.stdout, maxOutputBytes);
  const errors = new Kept(child.stderr, keptOfStderr);
  try {
    const end = await endOf(child, run, output);
    if (end === undefined) return { kind: 'done', output: output.text() };
    return { kind: 'failed', ...end, said: errors.text() };
  } finally {
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function start({ command, environment, input = '', folder }: HelperRun) {
  const [program, ...rest] = command;
  try {
    const child = spawn(program, rest, {
      env: { ...environment },
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      // A group of its own on POSIX, so that what it starts can be ended with it.
      detached: process.platform !== 'win32',
    });
    // One that reads nothing, or has ended, breaks the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return child;
  } catch (error) {
    // A NUL in an argument, or more of them than the system takes.
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The first bytes of a stream; the rest is read and dropped. */
class Kept {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  onOverflow: () => void = () => undefined;

  constructor(stream: Readable, max: number) {
    stream.on('data', (chunk: Buffer) => {
      if (this.#size < max) this.#chunks.push(chunk.subarray(0, max - this.#size));
      this.#size += chunk.length;
      if (this.#size > max) this.onOverflow();
    });
    // The pipe's own failures come with those of the child.
    stream.on('error', () => undefined);
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

/** Undefined after a good end, else why it is none. */
function endOf(
  child: ChildProcess,
  { limitMs, signal }: HelperRun,
  output: Kept,
): Promise<BadEnd | undefined> {
  return new Promise((resolve, reject) => {
    const timers: NodeJS.Timeout[] = [];
    const settle = (finish: () => void): void => {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      output.onOverflow = () => undefined;
      finish();
    };
    const kill = (why: string): void => {
      killWithGroup(child);
      settle(() => resolve({ why }));
    };
    const onAbort = (): void => {
      killWithGroup(child);
      settle(() => reject(signal?.reason));
    };
    const onEnd = (code: number | null, by: string | null): void =>
      settle(() => resolve(code === 0 ? undefined : endedBadly(code, by)));
    signal?.addEventListener('abort', onAbort, { once: true });
    output.onOverflow = () => kill('it printed more than 64 KB');
    timers.push(setTimeout(() => kill(`it took more than ${limitMs / 1000} s`), limitMs));
    child.on('error', (error) => settle(() => resolve({ why: startReason(error) })));
    child.on('close', onEnd);
    // Something that it left running may keep its pipes open for ever.
    child.on('exit', (code, by) => timers.push(setTimeout(() => onEnd(code, by), leftOpenMs)));
  });
}

type BadEnd = { readonly why: string; readonly status?: number };

function endedBadly(code: number | null, by: string | null): BadEnd {
  if (code === null) return { why: `it was ended by ${by}` };
  return { why: `it ended with status ${code}`, status: code };
}

function startReason(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such program';
  if (code === 'EACCES') return 'it may not be run';
  return `it could not be started (${foreignText(code) || 'unknown reason'})`;
}

function killWithGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    execFile('taskkill', ['/PID', String(child.pid), '/T', '/F'], { windowsHide: true }, () => {
      // Gone already, or it will be.
    });
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
