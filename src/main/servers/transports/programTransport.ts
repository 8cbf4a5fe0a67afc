import { homedir } from 'node:os';
import type { AppError } from '../../../shared/errors.ts';
import type { StdioConfig } from '../../../shared/server.ts';
import { expandHome } from '../../config/expandHome.ts';
import { findCommand } from '../process/commandPath.ts';
import { describeExit, gone } from '../connection/connectionFailure.ts';
import type { OpenOptions } from '../connection/openConnection.ts';
import { stderrLevel, tellingLine } from '../log/stderrText.ts';
import { childEnvironment } from './childEnvironment.ts';
import type { ServerTransport } from './remoteOptions.ts';
import { StdioTransport } from './stdio.ts';

const keptStderrLines = 20;

/** A transport, and why it closed, to be asked when it has. */
export type Prepared<T extends ServerTransport = ServerTransport> = {
  readonly transport: T;
  readonly whyClosed: () => AppError;
};

type ProgramOptions = Pick<
  OpenOptions,
  | 'server'
  | 'workspace'
  | 'log'
  | 'redactor'
  | 'now'
  | 'trace'
  | 'graces'
  | 'recordChild'
  | 'onStderr'
  | 'onExit'
  | 'isCurrent'
>;

/** Where a server runs and with what, from its configuration and ours. */
export function resolveCommand(
  config: StdioConfig,
  workspace: string,
  baseEnvironment: Readonly<Record<string, string | undefined>>,
) {
  const home = baseEnvironment['HOME'] ?? homedir();
  const command = expandHome(config.command, home);
  return {
    command,
    args: config.args,
    cwd: config.cwd === undefined ? workspace : expandHome(config.cwd, home),
    environment: childEnvironment(baseEnvironment, config.env, command),
  };
}

/** Whether its command is the name of a program that no folder of the PATH has. */
export function isMissing(
  config: StdioConfig,
  workspace: string,
  baseEnvironment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { command, cwd, environment } = resolveCommand(config, workspace, baseEnvironment);
  return !/[\\/]/.test(command) && findCommand(command, cwd, environment) === undefined;
}

/** The transport to a program, whose stderr, noise and end go on the log. */
export function prepareProgram(
  options: ProgramOptions,
  config: StdioConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Prepared<StdioTransport> {
  const { server, workspace, log, redactor, now, trace } = options;
  const stderr: string[] = [];
  const transport = new StdioTransport({
    ...resolveCommand(config, workspace, environment),
    graces: options.graces,
    record: (pid) => options.recordChild(server, pid, redactor.text(config.command)),
    onStderr: (raw) => {
      stderr.push(raw);
      if (stderr.length > keptStderrLines) stderr.shift();
      const text = redactor.text(raw);
      const bytes = Buffer.byteLength(raw) + 1;
      log.append({ server, at: now(), kind: 'stderr', level: stderrLevel(raw), text, bytes });
      trace.hear(text);
      options.onStderr(text);
    },
    onNoise: (raw, bytes) => {
      const text = redactor.text(raw);
      trace.hearNoise(text);
      log.append({ server, at: now(), kind: 'noise', level: 'info', text, bytes });
    },
    onExit: (exit) => {
      const isExpected = !options.isCurrent();
      log.append({
        server,
        at: now(),
        kind: 'lifecycle',
        level: isExpected ? 'info' : 'warn',
        text: `process ${transport.pid ?? ''} ended with ${describeExit(exit)}`,
        bytes: 0,
      });
      options.onExit(exit);
    },
  });
  const whyClosed = () => {
    const said = tellingLine(stderr);
    return (
      transport.failure ??
      gone(server, transport.exit, said === undefined ? undefined : redactor.text(said))
    );
  };
  return { transport, whyClosed };
}
