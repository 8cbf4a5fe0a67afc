import { ProtocolError } from '@modelcontextprotocol/client';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { AskedBy, ExitInfo, ServerConfig, StdioConfig } from '../../../shared/server.ts';
import { connectLimits } from '../connectLimits.ts';
import { Connection } from './connection.ts';
import { connectTimeout, gone, handshakeFailure, stopped } from './connectionFailure.ts';
import type { ConnectTrace } from './connectTrace.ts';
import type { ConnectionLog } from '../log/connectionLog.ts';
import { explainProgram } from '../doctor/explainFailure.ts';
import type { EraVerdict } from './eraVerdicts.ts';
import { mayBeModern, mayBeSse, openTransport } from '../transports/openTransport.ts';
import type { NetworkPorts } from '../transports/openTransport.ts';
import type { StopGraces } from '../process/processTree.ts';
import { isMissing, prepareProgram } from '../transports/programTransport.ts';
import type { Prepared } from '../transports/programTransport.ts';
import { RecordingTransport } from '../log/recordingTransport.ts';
import type { Redactor } from '../log/redact.ts';
import { connectionLost, remoteFailure } from './remoteFailure.ts';
import { limitsOf } from '../serverLimits.ts';
import type { ServerRequests } from './serverRequests.ts';
import type { ServerNews } from './serverNews.ts';
import type { ServerSurroundings } from '../serverSurroundings.ts';
import type { ToolList } from '../tools/toolList.ts';
import { causesOf, statusOf } from './terminalErrors.ts';
import type { ServerTransport } from '../transports/remoteOptions.ts';
import { HttpTransport } from '../transports/http.ts';
import { StdioTransport } from '../transports/stdio.ts';

export type OpenedConnection = {
  readonly connection: Connection;
  readonly transport: ServerTransport;
  readonly recording: RecordingTransport;
  readonly tools: ToolList;
  /** What is to be remembered of it. */
  readonly era: EraVerdict | undefined;
};

export type OpenOptions = {
  readonly server: string;
  readonly config: ServerConfig;
  /** Who asked for this start. */
  readonly by: AskedBy;
  readonly version: string;
  readonly workspace: string;
  readonly environment: ServerSurroundings['environment'];
  readonly graces: StopGraces | undefined;
  readonly recordChild: ServerSurroundings['recordChild'];
  readonly network: NetworkPorts;
  /** What it proved to be at an earlier connection. */
  readonly remembered: EraVerdict | undefined;
  readonly requests: ServerRequests;
  readonly log: ConnectionLog;
  readonly redactor: Redactor;
  readonly trace: ConnectTrace;
  readonly limits: ServerSurroundings['limits'];
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
  /** It is remembered from an earlier connection, and may have changed. */
  readonly isRemembered: boolean;
  readonly asSse: boolean;
  /** It is a channel: how the way was tried in which it can push. */
  readonly channel?: 'asked-as-older' | 'is-newer-only';
};

const asked: Way = { isLegacy: false, isRemembered: false, asSse: false };

/**
 * Starts a server and connects to it, in another way where the first says that it may be needed.
 * Rejects with an AppFailure, and only when the process is gone.
 */
export async function openConnection(options: OpenOptions): Promise<OpenedConnection> {
  const { server, config } = options;
  const { timeoutMs } = connectLimits(config, options.limits());
  const environment = 'command' in config ? await environmentOf(options, config) : {};
  options.trace.reach('environment');
  if (!options.isCurrent()) throw new AppFailure(stopped(server));
  let current: Connection | undefined;
  let isTimeUp = false;
  const limit = setTimeout(() => {
    isTimeUp = true;
    current?.abandon(connectTimeout(server, timeoutMs));
  }, timeoutMs);
  try {
    let firstFailure: AppError | undefined;
    let way = firstWay(config, options.remembered);
    for (;;) {
      const { connection, transport, recording } = prepare(options, environment, way, timeoutMs);
      current = connection;
      options.onTransport(transport, connection);
      try {
        const tools = await connection.open();
        if (connection.isChannel && !connection.isLegacy && way.channel === undefined) {
          // Pushes are notifications that a newer connection has no place for.
          await transport.close();
          options.trace.again();
          options.onOtherWay('is a channel, connecting it as an older server');
          way = { ...asked, isLegacy: true, channel: 'asked-as-older' };
          continue;
        }
        options.trace.reach('tools');
        const era = way.asSse ? 'sse' : connection.isLegacy ? 'legacy' : undefined;
        return { connection, transport, recording, tools, era };
      } catch (thrown) {
        const leftByItself =
          transport instanceof StdioTransport &&
          transport.exit !== undefined &&
          transport.failure === undefined;
        await transport.close();
        const failure = firstFailure ?? whyNotOpened(options, transport, thrown);
        const mayGoOn = options.isCurrent() && !isTimeUp;
        const next = mayGoOn ? nextWay(config, way, thrown, leftByItself) : undefined;
        if (way.isRemembered) options.onForget();
        if (next === undefined) throw new AppFailure(failure);
        // Where the older way fails too, the first one's failure says more.
        if (next.way.asSse) firstFailure = failure;
        options.trace.again();
        options.onOtherWay(next.why);
        way = next.way;
      }
    }
  } finally {
    clearTimeout(limit);
  }
}

/** What the program may inherit; the shell is asked anew for a command that was just installed. */
async function environmentOf(
  { by, workspace, environment }: OpenOptions,
  config: StdioConfig,
): Promise<Readonly<Record<string, string | undefined>>> {
  const known = await environment.read();
  const isAsked = by !== 'launch' && by !== 'retry';
  return isAsked && isMissing(config, workspace, known) ? environment.read('anew') : known;
}

function firstWay(config: ServerConfig, remembered: EraVerdict | undefined): Way {
  if (!mayBeModern(config)) return { isLegacy: true, isRemembered: false, asSse: false };
  const isRemembered = remembered !== undefined;
  return { isLegacy: isRemembered, isRemembered, asSse: remembered === 'sse' };
}

/** Another way that is worth a try after this one failed. */
function nextWay(
  config: ServerConfig,
  way: Way,
  thrown: unknown,
  leftByItself: boolean,
): { readonly way: Way; readonly why: string } | undefined {
  if (way.channel === 'asked-as-older') {
    const why =
      'speaks only a newer version, in which it can not push: its tools work all the same';
    return { way: { ...asked, channel: 'is-newer-only' }, why };
  }
  const statuses = causesOf(thrown).map(statusOf);
  const isRefusal = statuses.some((status) => status === 400 || status === 404 || status === 405);
  // An answer that is no event stream comes with its status too, such as 200.
  const isOther = way.asSse && statuses.some((status) => status === 200 || status === 406);
  if (
    way.isRemembered &&
    (leftByItself || isRefusal || isOther || thrown instanceof ProtocolError)
  ) {
    return { way: asked, why: 'was an older server before, asking it again' };
  }
  if (way.asSse) return undefined;
  if (mayBeSse(config, statuses)) {
    const older = { isLegacy: true, isRemembered: false, asSse: true };
    return { way: older, why: 'does not speak Streamable HTTP, trying the older HTTP+SSE' };
  }
  // Some older servers leave at any request before `initialize`, as the probe for newer ones is.
  if (!way.isLegacy && leftByItself) {
    const older = { ...way, isLegacy: true };
    return { way: older, why: 'left before it answered, starting it as an older server' };
  }
  return undefined;
}

function whyNotOpened(
  { server, config, trace }: OpenOptions,
  transport: ServerTransport,
  thrown: unknown,
): AppError {
  if (transport.failure !== undefined && !(thrown instanceof AppFailure)) return transport.failure;
  const failure = explain({ server, config }, thrown) ?? handshakeFailure(server, thrown);
  return 'command' in config ? explainProgram(failure, server, trace) : failure;
}

/** What a fault says of the way to a remote server, if anything. */
function explain(
  { server, config }: Pick<OpenOptions, 'server' | 'config'>,
  thrown: unknown,
): AppError | undefined {
  const url = 'url' in config ? config.url : undefined;
  return url === undefined ? undefined : remoteFailure(server, url, thrown);
}

function prepare(
  options: OpenOptions,
  environment: Readonly<Record<string, string | undefined>>,
  way: Way,
  connectTimeoutMs: number,
) {
  const { server, config, version, requests, log, redactor, now, onTools } = options;
  const warn = (raw: string) => {
    const text = redactor.text(raw);
    log.append({ server, at: now(), kind: 'lifecycle', level: 'warn', text, bytes: 0 });
  };
  const warned = new Set<string>();
  const onRenewed = () => {
    warn('the server had forgotten the session, so a new one was begun');
    connection.refresh();
  };
  const { transport, whyClosed } =
    'command' in config
      ? prepareProgram(options, config, environment)
      : prepareRemote(options, config, way.asSse, onRenewed);
  const { trace } = options;
  const onStarted = () => trace.reach('transport');
  const recording = new RecordingTransport(transport, { server, log, redactor, now, onStarted });
  const connection = new Connection(recording, {
    server,
    version,
    requests,
    limits: () => limitsOf(config, options.limits()),
    now,
    lastMessageAt: () => recording.lastMessageAt,
    isLegacy: way.isLegacy,
    isHttp: transport instanceof HttpTransport,
    explain: (thrown) => explain(options, thrown),
    connectTimeoutMs,
    onTools,
    onNews: options.onNews,
    // Lists are read again and again, and are as long each time.
    warn: (text) => {
      if (!warned.has(text)) warn(text);
      warned.add(text);
    },
    onHandshake: () => trace.reach('handshake'),
    hide: (text) => redactor.text(text),
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
