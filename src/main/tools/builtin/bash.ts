import { existsSync } from 'node:fs';
import type { ResultPart } from '../../../shared/chat.ts';
import { killAllNow } from '../../servers/process/processTree.ts';
import type { ProcessGroup } from '../../servers/process/processTree.ts';
import { runCommand } from '../shell/runCommand.ts';
import type { CommandEnd } from '../shell/runCommand.ts';
import { commandEnvironment, shellProgram } from '../shell/shellProgram.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { terminalText } from './terminalText.ts';

export type BashOptions = {
  /** What the person's shell has. */
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  /** Where long outputs are kept. */
  readonly outputFolder: string;
  /** Puts a command's process on record; the answer is called when its group is gone. */
  readonly record?: (pid: number, command: string) => Promise<() => void>;
};

const usualSeconds = 120;
const mostSeconds = 600;

const description =
  'Run a command line in the workspace folder by the shell of this machine. It has no input, ' +
  `and ${usualSeconds} s unless timeout_seconds says otherwise (at most ${mostSeconds}). Of long output ` +
  'you get the first and the last part. Background processes end with the call.';
const inputSchema = {
  type: 'object' as const,
  properties: {
    command: { type: 'string', minLength: 1 },
    timeout_seconds: { type: 'integer', minimum: 1, maximum: mostSeconds },
  },
  required: ['command'],
};

/** The tool by which the model runs a command line. What the command starts ends with the call. */
export function createBash({ environment, outputFolder, record }: BashOptions): BuiltinTool {
  const groups = new Set<ProcessGroup>();
  const killAll = (): void => killAllNow(groups);
  const watch = (group: ProcessGroup): (() => void) => {
    if (groups.size === 0) process.once('exit', killAll);
    groups.add(group);
    return () => {
      groups.delete(group);
      if (groups.size === 0) process.removeListener('exit', killAll);
    };
  };
  return {
    name: 'bash',
    title: 'Run command',
    description:
      `${description} With run_in_background you go on at once, are told when it has ended, and ` +
      'there is no time limit unless you set one.',
    inputSchema: {
      ...inputSchema,
      properties: { ...inputSchema.properties, run_in_background: { type: 'boolean' } },
    },
    toWaitFor: { description, inputSchema },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    permission: 'ask',
    needsWorkspace: true,
    mayGoOn: true,
    subject: ({ command }) => ({ kind: 'command', value: String(command) }),
    async run({ command, timeout_seconds: seconds }, context) {
      const [{ root }, base] = await Promise.all([context.workspace(), environment()]);
      context.signal.throwIfAborted();
      const line = String(command);
      const program = shellProgram(line, base, existsSync, process.platform);
      const end = await runCommand({
        program,
        folder: root,
        environment: commandEnvironment(base),
        limitMs: Math.min(mostSeconds, Number(seconds ?? usualSeconds)) * 1000,
        signal: context.signal,
        // A limit that nobody set is for those who wait.
        ...(seconds === undefined && { unlimited: context.left }),
        outputFolder,
        onView: context.onView,
        onGroup: (group) => {
          const forget = watch(group);
          const recorded = record?.(group.pid, program.command);
          return () => {
            forget();
            void recorded?.then((done) => done());
          };
        },
      });
      const { code, signal, limit } = end.view.end ?? {};
      return {
        content: [{ type: 'text', text: endText(end) }],
        isError: code !== 0 || signal !== undefined || limit !== undefined,
        parts: fileParts(end),
      };
    },
  };
}

function endText({ view, file, hadLeftovers }: CommandEnd): string {
  const { code, signal, limit } = view.end ?? {};
  const lines = [terminalText(view).trimEnd() || '(no output)'];
  if (limit !== undefined) lines.push(`Ended at its time limit, after ${limit} s.`);
  else if (signal !== undefined) lines.push(`Ended by ${signal}.`);
  else if (code !== 0) lines.push(`Exit code ${code}`);
  if (hadLeftovers) lines.push('What it left running in the background was ended.');
  if (file && !file.isWhole) lines.push('Its output was longer than what is kept in the file.');
  return lines.join('\n');
}

function fileParts({ file }: CommandEnd): ResultPart[] {
  if (!file) return [];
  const note = file.isWhole ? 'the whole output' : 'the first part of the output';
  const { path, bytes } = file;
  const about = { code: file.isWhole ? 'output' : 'output-start' } as const;
  return [{ kind: 'file', path, mediaType: 'text/plain', bytes, note, about }];
}
