import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isatty } from 'node:tty';
import { endSession } from './processSession.ts';
import {
  environmentForShell,
  markers,
  parseEnvironment,
  shellCommand,
  withoutShellOnly,
} from './shellScript.ts';
import { withoutOurFiles } from '../transports/openFiles.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Why our own environment is used: two times because nothing else is needed, else a failure. */
export type OwnReason =
  'windows' | 'started-in-terminal' | 'timed-out' | 'too-much-output' | 'failed';

/** What servers inherit from, and where it comes from. Times are milliseconds. */
export type ShellEnvironment = {
  readonly environment: Environment;
  readonly source: 'login shell' | 'own';
  /** The shell that was asked, when one was. */
  readonly shell?: string | undefined;
  readonly readAt: number;
  readonly tookMs: number;
  readonly reason?: OwnReason | undefined;
  /** The operating system's or the shell's words for `failed`. */
  readonly detail?: string | undefined;
};

export type ShellOptions = {
  readonly own: Environment;
  readonly platform?: NodeJS.Platform;
  /** Whether a person's shell started this app: then our environment is the one they see. */
  readonly isInTerminal?: boolean;
  /** By default $SHELL, or the one in the user database. */
  readonly shell?: string;
  readonly limitMs?: number;
  readonly now?: () => number;
};

const defaultLimitMs = 3_000;
/** An rc file may print; one that prints without end is not waited for. */
const mostBytes = 16 * 1024 * 1024;
/** How long the pipe of an ended shell may go on: what the rc file left running can hold it open. */
const drainMs = 200;

/** A terminal on any of the three streams: a desktop gives none to what it starts. */
function isInTerminal(): boolean {
  return isatty(0) || isatty(1) || isatty(2);
}

/** Reads the environment of the user's login shell at the first need, and keeps it. */
export class LoginEnvironment {
  #reading: Promise<ShellEnvironment> | undefined;
  #refreshing: Promise<ShellEnvironment> | undefined;
  #known: ShellEnvironment | undefined;

  constructor(private readonly options: ShellOptions) {}

  /** What was read last; undefined before the first need. */
  get known(): ShellEnvironment | undefined {
    return this.#known;
  }

  /** Never rejects, and takes at most the limit (3 s) at the first call. */
  get(): Promise<ShellEnvironment> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /**
   * Reads anew, for a person who has just installed something; one reading serves all who ask
   * meanwhile. Never rejects; where the shell fails this time, what it told before is kept.
   */
  refresh(): Promise<ShellEnvironment> {
    if (this.#known === undefined) return this.get();
    this.#refreshing ??= this.#read().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #read(): Promise<ShellEnvironment> {
    const read = await readShellEnvironment(this.options);
    if (this.#known?.source === 'login shell' && read.source === 'own') return this.#known;
    this.#known = read;
    this.#reading = Promise.resolve(read);
    return read;
  }
}

async function readShellEnvironment(options: ShellOptions): Promise<ShellEnvironment> {
  const { own, platform = process.platform, now = Date.now } = options;
  const since = now();
  const ours = (reason: OwnReason) => {
    const readAt = now();
    return { environment: own, source: 'own', readAt, tookMs: readAt - since, reason } as const;
  };
  if (platform === 'win32') return ours('windows');
  if (options.isInTerminal ?? isInTerminal()) return ours('started-in-terminal');
  const shell = options.shell ?? (own['SHELL'] || shellOfUser());
  if (shell === undefined) return { ...ours('failed'), detail: 'this user has no login shell' };
  const answer = await askShell(shell, own, options.limitMs ?? defaultLimitMs);
  if ('reason' in answer) return { ...ours(answer.reason), shell, detail: answer.detail };
  const readAt = now();
  const environment = withoutShellOnly(answer.told, own);
  return { environment, source: 'login shell', shell, readAt, tookMs: readAt - since };
}

function shellOfUser(): string | undefined {
  try {
    return userInfo().shell || undefined;
  } catch {
    return undefined;
  }
}

function homeOf(own: Environment): string {
  const home = own['HOME'];
  return home !== undefined && existsSync(home) ? home : '/';
}

type Answer =
  | { readonly told: ReadonlyMap<string, string> }
  | { readonly reason: OwnReason; readonly detail?: string };

function askShell(shell: string, own: Environment, limitMs: number): Promise<Answer> {
  const id = randomBytes(16).toString('hex');
  const { args, argv0 } = shellCommand(shell, id);
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = withoutOurFiles(['ignore', 'pipe', 'ignore'], (stdio) =>
        spawn(shell, args, {
          env: environmentForShell(own),
          cwd: homeOf(own),
          stdio: [...stdio],
          // A session of its own: it can't stop for a terminal, and all of it can be ended.
          detached: true,
          ...(argv0 === undefined ? {} : { argv0 }),
        }),
      );
    } catch (error) {
      resolve({ reason: 'failed', detail: String(error) });
      return;
    }
    const output = new MarkedOutput(id);
    let isSettled = false;
    const settle = (answer: Answer) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(limit);
      clearTimeout(drain);
      child.stdout?.destroy();
      // Like a terminal that closes; a shell that did not answer gets no choice.
      if (child.pid !== undefined) endSession(child.pid, 'told' in answer ? 'SIGHUP' : 'SIGKILL');
      resolve(answer);
    };
    const noAnswer = () => {
      const { exitCode, signalCode } = child;
      const how = signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
      settle({ reason: 'failed', detail: `ended with ${how} before it told its environment` });
    };
    let drain: NodeJS.Timeout | undefined;
    const limit = setTimeout(() => settle({ reason: 'timed-out' }), limitMs);
    child.on('error', (error) => settle({ reason: 'failed', detail: error.message }));
    child.once('exit', () => {
      if (!isSettled) drain = setTimeout(noAnswer, drainMs);
    });
    child.once('close', noAnswer);
    child.stdout?.on('data', (chunk: Buffer) => {
      const told = output.push(chunk);
      if (told !== undefined) settle({ told });
      else if (output.bytes > mostBytes) settle({ reason: 'too-much-output' });
    });
  });
}

/** Finds the environment in a stream; what comes before it is dropped as it comes. */
class MarkedOutput {
  bytes = 0;
  #kept = Buffer.alloc(0);
  readonly #markers;

  constructor(id: string) {
    this.#markers = markers(id);
  }

  push(chunk: Buffer): ReadonlyMap<string, string> | undefined {
    const { begin, end } = this.#markers;
    this.bytes += chunk.length;
    const all = Buffer.concat([this.#kept, chunk]);
    const start = all.indexOf(begin);
    this.#kept = start === -1 ? all.subarray(-begin.length) : all.subarray(start);
    // The end can only have come with this chunk.
    if (start === -1 || !all.includes(end, Math.max(0, all.length - chunk.length - end.length))) {
      return undefined;
    }
    return parseEnvironment(this.#kept.toString('utf8'), this.#markers);
  }
}
