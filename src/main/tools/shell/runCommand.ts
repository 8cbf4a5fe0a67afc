import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import type { ToolView } from '../../../shared/chat.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { endProcessGroup, processGroup } from '../../servers/process/processTree.ts';
import type { ProcessGroup, StopGraces } from '../../servers/process/processTree.ts';
import { withoutOurFiles } from '../../servers/transports/openFiles.ts';
import { BoundedOutput } from './boundedOutput.ts';
import { OutputFile } from './outputFile.ts';
import type { KeptOutput } from './outputFile.ts';
import type { ShellProgram } from './shellProgram.ts';

type TerminalView = Extract<ToolView, { kind: 'terminal' }>;

export type CommandRun = {
  readonly program: ShellProgram;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limitMs: number;
  /** Once it is aborted there is no limit. */
  readonly unlimited?: AbortSignal;
  /** Ends all that the command started. */
  readonly signal: AbortSignal;
  readonly onView: (view: TerminalView) => void;
  /** Called with the group once it runs; the answer when it is gone. */
  readonly onGroup: (group: ProcessGroup) => () => void;
  /** Where output that is too long for the conversation is kept. */
  readonly outputFolder: string;
};

export type CommandEnd = {
  readonly view: TerminalView;
  readonly file: KeptOutput | undefined;
  /** Something that it had started went on after it, and was ended. */
  readonly hadLeftovers: boolean;
};

/** There is no input to end; a program gets a moment to tidy up after Ctrl-C. */
const graces: StopGraces = { inputMs: 0, interruptMs: 1_000, terminateMs: 1_500 };
const viewEveryMs = 100;
/** How long output may still come after the command itself has ended. */
const quietMs = 300;

/**
 * Runs a command to its end, and whatever else it started with it: nothing of its process group
 * outlives the call. Never rejects but for `shell/not-started`.
 */
export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  await mkdir(run.outputFolder, { recursive: true }).catch(() => undefined);
  const child = start(run);
  // Listened to before anything is waited for: Node drops what nobody reads when a child exits.
  const streams = [child.stdout, child.stderr].filter((one) => one !== null);
  const output = new BoundedOutput();
  const file = new OutputFile(run.outputFolder, streams);
  let lastData = Date.now();
  const shown = everySoOften(() => run.onView(output.view()));
  for (const stream of streams) {
    stream.on('data', (bytes: Buffer) => {
      lastData = Date.now();
      output.push(bytes);
      file.push(bytes);
      shown.soon();
    });
    stream.on('error', () => undefined);
  }
  await started(child, run.program.command);
  const group = processGroup(child.pid ?? 0);
  const gone = run.onGroup(group);
  const end = await endOf(child, run, group);
  const isClosed = () => streams.every((stream) => stream.closed || stream.readableEnded);
  while (!isClosed() && Date.now() - lastData < quietMs) await wait(20);
  const hadLeftovers = group.isAlive();
  if (hadLeftovers) await endProcessGroup(group, () => undefined, graces, run.signal);
  for (const stream of streams) stream.destroy();
  gone();
  shown.stop();
  output.finish();
  const kept = await file.finish();
  const view = output.view(end);
  run.onView(view);
  return { view, file: kept, hadLeftovers: hadLeftovers && !run.signal.aborted };
}

function start({ program, folder, environment }: CommandRun): ChildProcess {
  return withoutOurFiles(['ignore', 'pipe', 'pipe'], (stdio) =>
    spawn(program.command, [...program.args], {
      cwd: folder,
      env: { ...environment },
      stdio: [...stdio],
      // A group of its own on POSIX, so that all of it can be ended.
      detached: process.platform !== 'win32',
      windowsHide: true,
    }),
  );
}

function started(child: ChildProcess, command: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      const why = error.message;
      reject(
        new AppFailure({
          code: 'shell/not-started',
          message: `${command} could not be started: ${why}`,
          params: { command, why },
        }),
      );
    });
  });
}

/** Waits for the end of the command itself, and brings it about at the limit or when told to. */
async function endOf(
  child: ChildProcess,
  { limitMs, unlimited, signal }: CommandRun,
  group: ProcessGroup,
): Promise<TerminalView['end']> {
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    if (child.exitCode !== null || child.signalCode !== null) resolve();
  });
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const cut = new Promise<'limit' | 'stopped'>((resolve) => {
    timer = setTimeout(() => {
      if (unlimited?.aborted !== true) resolve('limit');
    }, limitMs);
    onAbort = () => resolve('stopped');
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  const why = await Promise.race([cut, exited]);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  if (why !== undefined) {
    await endProcessGroup(group, () => undefined, graces, new AbortController().signal);
    await Promise.race([exited, wait(quietMs)]);
  }
  return {
    ...(child.exitCode !== null && { code: child.exitCode }),
    ...(child.signalCode !== null && { signal: child.signalCode }),
    ...(why === 'limit' && { limit: Math.round(limitMs / 1000) }),
  };
}

function everySoOften(act: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        act();
      }, viewEveryMs);
    },
    stop: () => clearTimeout(timer),
  };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
