import { AppFailure, toAppError } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { AskedBy, ExitInfo, ServerConfig } from '../../shared/server.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import { connectLimits } from './connectLimits.ts';
import type { Connection } from './connection/connection.ts';
import { openConnection } from './connection/openConnection.ts';
import type { OpenedConnection } from './connection/openConnection.ts';
import { createRedactor } from './log/redact.ts';
import type { Redactor } from './log/redact.ts';
import type { ServerRequests } from './connection/serverRequests.ts';
import type { ServerSurroundings } from './serverSurroundings.ts';
import type { ToolList } from './tools/toolList.ts';
import type { ServerTransport } from './transports/remoteOptions.ts';
import { StdioTransport } from './transports/stdio.ts';

/** An installer that is done sooner is not worth a word. */
const installShownMs = 2_000;

export const noTools: ToolList = { tools: [], refused: [] };

type AttemptEvents = {
  /** False once it was replaced or stopped; from then on nothing is told. */
  readonly isCurrent: (attempt: ServerAttempt) => boolean;
  readonly onInstalling: (lastLine: string) => void;
  readonly onOtherWay: (why: string) => void;
  readonly onExit: (exit: ExitInfo) => void;
  readonly onTools: () => void;
};

/** One life of a server, from a start to its end. */
export class ServerAttempt {
  readonly startedAt: number;
  /** For what this server says. */
  readonly redactor: Redactor;
  /** Aborted when it can't wait for its turn to connect. */
  readonly #leaveQueue = new AbortController();
  #transport: ServerTransport | undefined;
  #connection: Connection | undefined;
  #opened: OpenedConnection | undefined;
  #tools = noTools;
  /** What its references stand for, longest first. */
  #filledIn: readonly string[] = [];

  constructor(
    private readonly definition: ServerDefinition,
    private readonly around: ServerSurroundings,
    private readonly events: AttemptEvents,
  ) {
    this.startedAt = around.now();
    const { config } = definition;
    const authorization = around.network.authorize?.(definition);
    this.redactor = createRedactor(secretsOf(config), () => [
      ...this.#filledIn,
      ...(authorization?.secrets() ?? []),
    ]);
  }

  get config(): ServerConfig {
    return this.definition.config;
  }

  /** The latest process; there may have been one before it. */
  get transport(): ServerTransport | undefined {
    return this.#transport;
  }

  /** The same where it is a program. */
  get process(): StdioTransport | undefined {
    return this.#transport instanceof StdioTransport ? this.#transport : undefined;
  }

  /** Set when it is connected. */
  get opened(): OpenedConnection | undefined {
    return this.#opened;
  }

  get tools(): ToolList {
    return this.#tools;
  }

  /** Resolves when it may connect, with the function that lets the next one. */
  turn(by: AskedBy): Promise<() => void> {
    this.hurry(by);
    return this.around.batchOf(this.config).turn(this.#leaveQueue.signal);
  }

  /** What a person or a chat waits for does not queue behind what starts by itself. */
  hurry(by: AskedBy): void {
    if (by !== 'launch' && by !== 'config' && by !== 'retry') this.#leaveQueue.abort();
  }

  /** Rejects with an AppFailure, and only when its process is gone. */
  async open(by: AskedBy): Promise<OpenedConnection> {
    const { name, config: written } = this.definition;
    const { events, around } = this;
    const trace = around.traces.begin(name, around.now);
    let timer: NodeJS.Timeout | undefined;
    let isShown = false;
    let lastLine = '';
    const show = () => {
      isShown = true;
      if (events.isCurrent(this)) events.onInstalling(lastLine);
    };
    try {
      const { config, hidden } = await around.fill(this.definition);
      this.#filledIn = [...hidden].sort((a, b) => b.length - a.length);
      if (connectLimits(config).installs) timer = setTimeout(show, installShownMs);
      const opened = await openConnection({
        ...around,
        graces: around.graces,
        server: name,
        config,
        by,
        remembered: around.eras.of(written),
        requests: this.#requests(),
        trace,
        redactor: this.redactor,
        isCurrent: () => events.isCurrent(this),
        onTransport: (transport, connection) => {
          this.#transport = transport;
          this.#connection = connection;
        },
        onStderr: (line) => {
          lastLine = line;
          if (isShown) show();
        },
        onOtherWay: events.onOtherWay,
        onForget: () => around.eras.forget(written),
        onExit: events.onExit,
        onNews: (news) => around.onNews(name, news),
        onTools: (tools) => {
          this.#tools = tools;
          if (events.isCurrent(this)) events.onTools();
        },
      });
      around.eras.learn(written, opened.era);
      this.#tools = opened.tools;
      this.#opened = opened;
      return opened;
    } catch (thrown) {
      const failure = this.redactor.error(toAppError(thrown));
      trace.fail(failure);
      throw new AppFailure(failure);
    } finally {
      isShown = false;
      clearTimeout(timer);
    }
  }

  /** What the server may ask, without the roots where its entry says so. */
  #requests(): ServerRequests {
    const { name, config } = this.definition;
    const { roots, ...others } = this.around.requestsOf(name, config);
    return config.roots === false || roots === undefined ? others : { roots, ...others };
  }

  /** Fails at once what is under way. Its process goes on: close the transport for that. */
  abandon(cause: AppError): void {
    this.#leaveQueue.abort();
    this.#connection?.abandon(cause);
  }
}

/** What it is given that may be secret, by name: variables or headers. */
function secretsOf(config: ServerConfig): Readonly<Record<string, string>> {
  if ('env' in config) return config.env;
  if (!('headers' in config)) return {};
  // What follows the scheme, as in `Bearer KEY`, is the secret where it stands alone too.
  const bare = Object.entries(config.headers).map(
    ([name, value]) => [`${name} token`, value.replace(/^\S+ +/, '')] as const,
  );
  return { ...config.headers, ...Object.fromEntries(bare) };
}
