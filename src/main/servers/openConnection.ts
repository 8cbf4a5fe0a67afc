import { ProtocolError } from '@modelcontextprotocol/client';
import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { ExitInfo, ServerConfig, StdioConfig } from '../../shared/server.ts';
import { connectLimits } from './connectLimits.ts';
import { Connection } from './connection.ts';
import {
  connectTimeout,
  gone,
  handshakeFailure,
  stopped,
} from './connectionFailure.ts';
import type { ConnectionLog } from './connectionLog.ts';
import type { StopGraces } from './processTree.ts';
import { prepareProgram } from './programTransport.ts';
import type { Prepared } from './programTransport.ts';
import { RecordingTransport } from './recordingTransport.ts';
import type { Redactor } from './redact.ts';
import { connectionLost, remoteFailure } from './remoteFailure.ts';
import type { ServerRequests } from './serverRequests.ts';
import type { ServerNews } from './serverNews.ts';
import type { ServerSurroundings } from './serverSurroundings.ts';
import type { ToolList } from './toolList.ts';
import { causesOf, statusOf } from './terminalErrors.ts';
import type { ServerTransport } from './transports/remoteOptions.ts';
import { HttpTransport } from './transports/http.ts';
import { StdioTransport } from './transports/stdio.ts';

export type OpenedConnection = {
  readonly connection: Connection;
  readonly transport: ServerTransport;
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
  readonly network: NetworkPorts;
  readonly isLegacy: boolean;
  readonly requests: ServerRequests;
  readonly log: ConnectionLog;
  readonly redactor: Redactor;
  readonly now: () => number;
  /** False once this attempt was replaced or stopped: then nothing new is started. */
  readonly isCurrent: () => boolean;
  /** Told before the process is started, so that it can be ended at any moment. */
  readonly onTransport: (transport: ServerTransport, connection: Connection) => void;
  readonly onStderr: (line: string) => void;
  /** It is tried once more, in another way; `why` is for the log. */
  readonly onOtherWay: (why: string) => void;
  /** What was remembered of it is true no more. */
  readonly onForget: () => void;
  readonly onExit: (exit: ExitInfo) => void;
  readonly onTools: (list: ToolList) => void;
  readonly onNews: (news: ServerNews) => void;
};

/** How a connection is tried. */
type Way = {
  readonly isLegacy: boolean;
  /** The era is remembered from an earlier connection, and may have changed. */
  readonly isRemembered: boolean;
  readonly asSse: boolean;
};

/**
 * Starts a server and connects to it, in another way where the first says that it may be needed.
 * Rejects with an AppFailure, and only when the process is gone.
 */
export async function openConnection(options: OpenOptions): Promise<OpenedConnection> {
  const { server, config } = options;
  const { timeoutMs } = connectLimits(config);
  const environment = await options.environment.read();
  if (!options.isCurrent()) throw new AppFailure(stopped(server));
  let current: Connection | undefined;
  const limit = setTimeout(() => current?.abandon(connectTimeout(server, timeoutMs)), timeoutMs);
  try {
    let firstFailure: AppError | undefined;
    let way: Way = {
      isLegacy: options.isLegacy || !mayBeModern(config),
      isRemembered: options.isLegacy && mayBeModern(config),
      asSse: false,
    };
    for (;;) {
      const { connection, transport, recording } = prepare(options, environment, way, timeoutMs);
      current = connection;
      options.onTransport(transport, connection);
      try {
        return { connection, transport, recording, tools: await connection.open() };
      } catch (thrown) {
        const leftByItself =
          transport instanceof StdioTransport &&
          transport.exit !== undefined &&
          transport.failure === undefined;
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
  way: Way,
  connectTimeoutMs: number,
) {
  const { server, config, version, requests, log, redactor, now, onTools } = options;
  const onRenewed = () => {
    const text = 'the server had forgotten the session, so a new one was begun';
    log.append({ server, at: now(), kind: 'lifecycle', level: 'warn', text, bytes: 0 });
    connection.refresh();
  };
  const { toolTimeoutMs } = config;
  const connection = new Connection(recording, {
    server,
    version,
    requests,
    toolTimeoutMs,
    isLegacy: way.isLegacy,
    isHttp: transport instanceof HttpTransport,
    explain: (thrown) => explain(options, thrown),
    connectTimeoutMs,
    onTools,
    onNews: options.onNews,
    whyClosed,
  });
  return { connection, transport, recording };
}

function prepareRemote(
  options: OpenOptions,
  config: Exclude<ServerConfig, StdioConfig>,
  asSse: boolean,
  onRenewed: () => void,
): Prepared {
  const { server, workspace, network, log, redactor, now } = options;
  const transport = openTransport(config, {
    server,
    network,
    workspace,
    asSse,
    onRenewed,
    note: (level, raw) => {
      const text = redactor.text(raw);
      log.append({ server, at: now(), kind: 'http', level, text, bytes: 0 });
    },
  });
  const url = 'url' in config ? config.url : undefined;
  const whyClosed = () =>
    transport.failure ??
    (url === undefined ? gone(server, undefined, undefined) : connectionLost(url));
  return { transport, whyClosed };
}
