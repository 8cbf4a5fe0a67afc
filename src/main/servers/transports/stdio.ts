import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ExitInfo } from '../../../shared/server.ts';
import { spawnWords } from '../process/commandPath.ts';
import { defaultGraces, endProcessGroup, processGroup } from '../process/processTree.ts';
import type { ProcessGroup, StopGraces } from '../process/processTree.ts';
import { orElsewhere } from '../process/usualFolders.ts';
import { LineSplitter } from './lineSplitter.ts';
import { withoutOurFiles } from './openFiles.ts';
import { readInTurns } from './readInTurns.ts';
import { TextLines } from './textLines.ts';

/** A message bigger than this ends the connection; the SDK's own limit is 10 MiB. */
const defaultMessageBytes = 64 * 1024 * 1024;
const stderrLineLength = 8 * 1024;
const noiseLength = 2 * 1024;
/** How long the pipes of an ended child may go on: a grandchild can hold them open for ever. */
const drainMs = 200;
const exitMs = 1_000;

export type StdioOptions = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of it; nothing is added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly graces?: StopGraces | undefined;
  readonly maxMessageBytes?: number | undefined;
  /** Puts the child on record before it is used; the answer is called when its group is gone. */
  readonly record?: ((pid: number) => Promise<() => void>) | undefined;
  readonly onStderr: (line: string) => void;
  /** A line on stdout that is no JSON-RPC message, cut, and its size in bytes. */
  readonly onNoise: (line: string, bytes: number) => void;
  readonly onExit: (exit: ExitInfo) => void;
};

/**
 * MCP's stdio transport over a child in a process group of its own. The SDK's era probe takes a
 * transport with `stderr` and `pid` for a local pipe, where silence means an older server.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;

  #child: ChildProcess | undefined;
  #group: ProcessGroup | undefined;
  #exit: ExitInfo | undefined;
  #failure: AppError | undefined;
  #ending: Promise<void> | undefined;
  #recorded: Promise<() => void> | undefined;
  #isClosed = false;
  readonly #hurry = new AbortController();

  constructor(private readonly options: StdioOptions) {}

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get stderr(): Readable | null {
    return this.#child?.stderr ?? null;
  }

  /** Set when the child itself has ended, asked or not. */
  get exit(): ExitInfo | undefined {
    return this.#exit;
  }

  /** Why it could not start, or this side gave the connection up. */
  get failure(): AppError | undefined {
    return this.#failure;
  }

  /** What has to be killed when the app goes; undefined once it is gone. */
  get group(): ProcessGroup | undefined {
    return this.#group;
  }

  /** Resolves when the child runs; rejects with an AppFailure when it can't be started. */
  async start(): Promise<void> {
    const { command, args, cwd, environment } = this.options;
    if (!existsSync(cwd)) throw this.#fail(folderNotFound(cwd));
    try {
      const words = spawnWords(command, args, cwd, environment);
      const child = withoutOurFiles(['pipe', 'pipe', 'pipe'], (stdio) =>
        spawn(words.command, words.args, {
          cwd,
          env: environment,
          stdio: [...stdio],
          // A session and a group of its own, so that all of it can be signalled.
          detached: process.platform !== 'win32',
          windowsHide: true,
          windowsVerbatimArguments: words.isVerbatim,
        }),
      );
      this.#child = child;
      if (child.pid !== undefined) {
        this.#group = processGroup(child.pid);
        this.#recorded = this.options.record?.(child.pid);
      }
      await new Promise<void>((resolve, reject) => {
        child.once('spawn', resolve);
        child.once('error', reject);
        this.#listen(child);
      });
      await this.#recorded;
    } catch (error) {
      if (error instanceof AppFailure) throw this.#fail(error.error);
      throw this.#fail(orElsewhere(spawnFailure(command, error), command, environment));
    }
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const stdin = this.#child?.stdin;
      if (stdin === null || stdin === undefined || !stdin.writable) {
        reject(new Error('the server takes no more input'));
        return;
      }
      stdin.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Ends the whole process group, step by step; resolves when it is gone. Never rejects. */
  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** Like close, but without waiting for the process to leave by itself. */
  kill(): Promise<void> {
    this.#hurry.abort();
    return this.close();
  }

  async #end(): Promise<void> {
    const group = this.#group;
    const child = this.#child;
    if (group !== undefined) {
      const graces = this.options.graces ?? defaultGraces;
      const endInput = () => void child?.stdin?.end();
      const gone = await endProcessGroup(group, endInput, graces, this.#hurry.signal);
      if (gone) {
        this.#group = undefined;
        void this.#recorded?.then((forget) => forget());
      }
      // The group can be seen to be gone before Node tells how.
      if (gone && this.#exit === undefined) await this.#toldOfExit();
    }
    child?.stdout?.destroy();
    child?.stderr?.destroy();
    this.#closed();
  }

  async #toldOfExit(): Promise<void> {
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, exitMs);
      this.#child?.once('exit', () => {
        clearTimeout(limit);
        resolve();
      });
    });
  }

  #listen(child: ChildProcess): void {
    const messages = new LineSplitter({
      maxBytes: this.options.maxMessageBytes ?? defaultMessageBytes,
      onLine: (line) => this.#receive(line),
      onTooLong: () => this.#refuseTooLong(),
    });
    const stderr = new TextLines(stderrLineLength, this.options.onStderr);
    const report = (error: Error) => this.onerror?.(error);
    child.on('error', report);
    child.stdin?.on('error', report);
    child.stdout?.on('error', report);
    child.stderr?.on('error', report);
    const isOver = () => this.#exit !== undefined;
    readInTurns(child.stdout, (piece) => messages.push(piece), isOver);
    readInTurns(child.stderr, (piece) => stderr.push(piece), isOver);
    child.stderr?.on('close', () => stderr.end());
    child.once('exit', (code, signal) => {
      this.#exit = { code, signal, at: Date.now() };
      this.options.onExit(this.#exit);
      // After a busy moment the timer is due before the pipe was read: let it be read first.
      const drain = setTimeout(() => setImmediate(over), drainMs);
      const over = () => {
        clearTimeout(drain);
        messages.end();
        this.#closed();
        // What the child started must not outlive it.
        void this.close();
      };
      child.once('close', over);
    });
  }

  #receive(line: Buffer): void {
    const text = line.toString('utf8');
    if (text.trim() === '') return;
    const message = parseMessage(text);
    if (message === undefined) {
      this.options.onNoise(text.slice(0, noiseLength), line.length);
      return;
    }
    this.onmessage?.(message);
  }

  #refuseTooLong(): void {
    const limit = Math.round((this.options.maxMessageBytes ?? defaultMessageBytes) / 1024 / 1024);
    this.#failure = {
      code: 'server/message-too-big',
      message: `It sent a message of more than ${limit} MiB, so the connection was closed.`,
      params: { limit },
      action: 'restart-server',
    };
    this.#child?.stdout?.destroy();
    this.#closed();
    void this.close();
  }

  #fail(failure: AppError): AppFailure {
    this.#failure = failure;
    return new AppFailure(failure);
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}

/** A JSON-RPC 2.0 message, or undefined for anything else that a program may print. */
function parseMessage(text: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const looksRight =
      typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
    // The SDK checks the rest of it.
    return looksRight ? (value as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}

function folderNotFound(folder: string): AppError {
  return {
    code: 'server/folder-not-found',
    message: `Its working folder ${folder} does not exist.`,
    params: { folder },
    action: 'edit-server',
  };
}

/** What a failed spawn means, by its errno. */
export function spawnFailure(command: string, error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = error instanceof Error ? error.message : String(error);
  switch (code) {
    case 'ENOENT':
      return {
        code: 'server/command-not-found',
        message: `${command} was not found on the PATH. Install it, or give its full path.`,
        params: { command },
        action: 'edit-server',
      };
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'server/command-not-executable',
        message: `${command} may not be run. Check its permissions, or choose another command.`,
        params: { command },
        action: 'edit-server',
      };
    default:
      return {
        code: 'server/spawn-failed',
        message: `${command} could not be started: ${reason}`,
        params: { command, reason },
        action: 'edit-server',
      };
  }
}
