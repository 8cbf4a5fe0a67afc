import { homedir } from 'node:os';
import { AppFailure } from '../../shared/errors.ts';
import type { ExitInfo, ServerConfig, StdioConfig } from '../../shared/server.ts';
import { connectLimits } from './connectLimits.ts';
import { Connection } from './connection.ts';
import {
  connectTimeout,
  describeExit,
  gone,
  handshakeFailure,
  stopped,
} from './connectionFailure.ts';
import type { ConnectionLog } from './connectionLog.ts';
import type { StopGraces } from './processTree.ts';
import { RecordingTransport } from './recordingTransport.ts';
import type { Redactor } from './redact.ts';
import type { ServerRequests } from './serverRequests.ts';
import type { ServerNews } from './serverNews.ts';
import type { ServerSurroundings } from './serverSurroundings.ts';
import { stderrLevel, tellingLine } from './stderrText.ts';
import type { ToolList } from './toolList.ts';
import { childEnvironment, expandHome } from './transports/childEnvironment.ts';
import { StdioTransport } from './transports/stdio.ts';

const keptStderrLines = 20;

export type OpenedConnection = {
  readonly connection: Connection;
  readonly transport: StdioTransport;
  readonly recording: RecordingTransport;
  readonly tools: ToolList;
};

export type OpenOptions = {
  readonly server: string;
  readonly config: ServerConfig;
  readonly version: string;
  readonly workspace: string;
  readonly environment: ServerSurroundings['environment'];
  readonly graces: StopGraces | undefined;
  readonly recordChild: ServerSurroundings['recordChild'];
  readonly isLegacy: boolean;
  readonly requests: ServerRequests;
  readonly log: ConnectionLog;
  readonly redactor: Redactor;
  readonly now: () => number;
  /** False once this attempt was replaced or stopped: then nothing new is started. */
  readonly isCurrent: () => boolean;
  /** Told before the process is started, so that it can be ended at any moment. */
  readonly onTransport: (transport: StdioTransport, connection: Connection) => void;
  readonly onStderr: (line: string) => void;
  /** It left before it answered and is started once more, as an older server. */
  readonly onLeftAtProbe: () => void;
  readonly onExit: (exit: ExitInfo) => void;
  readonly onTools: (list: ToolList) => void;
  readonly onNews: (news: ServerNews) => void;
};

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

/**
 * Starts a server and connects to it. Some older servers leave at a request before `initialize`, as
 * the probe for newer ones is: one that leaves is started once more, without it. Rejects with an
 * AppFailure, and only when the process is gone.
 */
export async function openConnection(options: OpenOptions): Promise<OpenedConnection> {
  const { server, config } = options;
  const { timeoutMs } = connectLimits(config);
  const environment = await options.environment.read();
  if (!options.isCurrent()) throw new AppFailure(stopped(server));
  let current: Connection | undefined;
  const limit = setTimeout(() => current?.abandon(connectTimeout(server, timeoutMs)), timeoutMs);
  try {
    for (let { isLegacy } = options; ; isLegacy = true) {
      const { connection, transport, recording } = prepare(
        options,
        environment,
        isLegacy,
        timeoutMs,
      );
      current = connection;
      options.onTransport(transport, connection);
      try {
        return { connection, transport, recording, tools: await connection.open() };
      } catch (thrown) {
        const leftByItself = transport.exit !== undefined && transport.failure === undefined;
        await transport.close();
        if (isLegacy || !leftByItself || !options.isCurrent()) {
          throw new AppFailure(handshakeFailure(server, thrown));
        }
        options.onLeftAtProbe();
      }
    }
  } finally {
    clearTimeout(limit);
  }
}

function prepare(
  options: OpenOptions,
  environment: Readonly<Record<string, string | undefined>>,
  isLegacy: boolean,
  connectTimeoutMs: number,
) {
  const { server, config, version, workspace, requests, log, redactor, now, onTools } = options;
  const stderr: string[] = [];
  const line = (kind: 'stderr' | 'noise', raw: string, bytes: number) => {
    const level = kind === 'stderr' ? stderrLevel(raw) : 'info';
    log.append({ server, at: now(), kind, level, text: redactor.text(raw), bytes });
  };
  if (!('command' in config)) {
    throw new AppFailure({ code: 'server/no-transport', message: 'not supported yet' });
  }
  const transport = new StdioTransport({
    ...resolveCommand(config, workspace, environment),
    graces: options.graces,
    record: (pid) => options.recordChild(server, pid, config.command),
    onStderr: (raw) => {
      stderr.push(raw);
      if (stderr.length > keptStderrLines) stderr.shift();
      line('stderr', raw, Buffer.byteLength(raw) + 1);
      options.onStderr(redactor.text(raw));
    },
    onNoise: (raw, bytes) => line('noise', raw, bytes),
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
  const recording = new RecordingTransport(transport, { server, log, redactor, now });
  const whyClosed = () => {
    const said = tellingLine(stderr);
    return (
      transport.failure ??
      gone(server, transport.exit, said === undefined ? undefined : redactor.text(said))
    );
  };
  const { toolTimeoutMs } = config;
  const connection = new Connection(recording, {
    server,
    version,
    requests,
    toolTimeoutMs,
    isLegacy,
    connectTimeoutMs,
    onTools,
    onNews: options.onNews,
    whyClosed,
  });
  return { connection, transport, recording };
}
