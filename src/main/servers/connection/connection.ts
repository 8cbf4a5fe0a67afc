import { Client } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { AppError } from '../../../shared/errors.ts';
import { assumeComplete, hideLists } from './asSent.ts';
import { notAnswering } from './connectionFailure.ts';
import { askForLogs, tellRoots } from './greetings.ts';
import { HealthCheck } from './healthCheck.ts';
import { Lifeline } from './lifeline.ts';
import { ListedTools } from '../tools/listedTools.ts';
import { keepListening } from './listening.ts';
import type { Offers } from '../offers/offers.ts';
import type { ServerLimits } from '../serverLimits.ts';
import { isChannel, isRelay, listsToWatch, offersOf } from './serverNews.ts';
import type { ServerNews } from './serverNews.ts';
import { answerRequests, clientCapabilities } from './serverRequests.ts';
import type { ServerRequests } from './serverRequests.ts';
import type { CallOptions, ToolOutcome } from '../tools/serverTool.ts';
import { SignsOfLife } from './signsOfLife.ts';
import { ToolCalls } from '../tools/toolCalls.ts';
import type { ToolList } from '../tools/toolList.ts';

/** A local pipe that stays silent for so long belongs to an older server. */
const probeMs = 4_000;
const listMs = 30_000;

const AnyResult = z.looseObject({});

export type ConnectionOptions = {
  readonly server: string;
  readonly version: string;
  readonly requests: ServerRequests;
  readonly limits: () => ServerLimits;
  /** Skip the probe of the era: this server is known to be an older one. */
  readonly isLegacy: boolean;
  readonly connectTimeoutMs: number;
  readonly now: () => number;
  /** When a message last went either way. */
  readonly lastMessageAt: () => number;
  /** Arguments of calls may have to be sent as headers too. */
  readonly isHttp: boolean;
  /** What a fault says of the way to a remote server; undefined where it says nothing of it. */
  readonly explain: (thrown: unknown) => AppError | undefined;
  readonly onTools: (list: ToolList) => void;
  readonly onNews: (news: ServerNews) => void;
  readonly warn: (text: string) => void;
  /** Takes out of what a server says what nobody may see. */
  readonly hide?: ((text: string) => string) | undefined;
  /** Era and capabilities are agreed on; the list of tools comes next. */
  readonly onHandshake?: (() => void) | undefined;
  /** Why the transport closed, asked when it has. */
  readonly whyClosed: () => AppError;
};

/** One connection over one transport: from the handshake to its end, and never used again. */
export class Connection {
  /** What it offers besides tools. */
  readonly offers: Offers;
  readonly #client: Client;
  readonly #line: Lifeline;
  readonly #tools: ListedTools;
  readonly #calls: ToolCalls;
  readonly #signs: SignsOfLife;
  readonly #health: HealthCheck;

  constructor(
    private readonly transport: Transport,
    private readonly options: ConnectionOptions,
  ) {
    this.#line = new Lifeline(options);
    this.#signs = new SignsOfLife(options.now);
    this.#client = new Client(
      { name: 'patchbay', title: 'Patchbay', version: options.version },
      {
        capabilities: clientCapabilities(options.requests),
        versionNegotiation: {
          mode: 'auto',
          // A web service may have to wake up first: its silence says nothing of its age.
          probe: { timeoutMs: options.isHttp ? options.connectTimeoutMs : probeMs },
        },
      },
    );
    this.#client.onerror = (error) => this.#line.fault(error);
    const ended = this.#line.signal;
    answerRequests(this.#client, this.#signs.during(options.requests), (cancelled) => {
      const call = this.#calls.only;
      const ends = [cancelled, ended, ...(call === undefined ? [] : [call.signal])];
      return { origin: call?.origin, signal: AbortSignal.any(ends) };
    });
    this.offers = offersOf(this.#client, {
      ...options,
      ended,
      request: (method, params) => this.#ask(method, params, listMs),
    });
    this.#tools = new ListedTools(this.#client, { ...options, ended });
    this.#calls = new ToolCalls(this.#client, this.#line, this.#tools, this.#signs, options);
    this.#health = new HealthCheck({
      everyMs: () => options.limits().healthCheckMs,
      lastAt: () => (this.#line.isBusy ? options.now() : options.lastMessageAt()),
      now: options.now,
      // Newer servers have no ping; this is the request that every one of them answers.
      ask: (timeoutMs) => this.#ask(this.isLegacy ? 'ping' : 'server/discover', {}, timeoutMs),
      onHealth: (health) => {
        if (health === 'alive') this.#line.worked();
        if (health === 'silent') this.#line.silence(notAnswering(options.server));
      },
      ended,
    });
  }

  /** Resolves, with the reason, when the connection has ended for whatever cause. */
  get ended(): Promise<AppError> {
    return this.#line.ended;
  }

  get protocolVersion(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion();
  }

  get isLegacy(): boolean {
    return this.#client.getProtocolEra() === 'legacy';
  }

  get isChannel(): boolean {
    return isChannel(this.#client.getServerCapabilities());
  }

  /** Undefined when it pushes nothing; `unheard` when it is connected in a way that can't carry it. */
  get channel(): 'open' | 'unheard' | undefined {
    if (!this.isChannel) return undefined;
    return this.isLegacy ? 'open' : 'unheard';
  }

  /** It wants to be sent permission prompts, and is connected in a way that can carry them. */
  get relays(): boolean {
    return this.isLegacy && isRelay(this.#client.getServerCapabilities());
  }

  get serverInfo(): { readonly name: string; readonly version: string } | undefined {
    const info = this.#client.getServerVersion();
    return info === undefined ? undefined : { name: info.name, version: info.version };
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions();
  }

  get capabilities(): readonly string[] {
    return Object.keys(this.#client.getServerCapabilities() ?? {}).sort();
  }

  /** Starts the transport, shakes hands and lists the tools. Rejects with what was thrown. */
  async open(): Promise<ToolList> {
    const { isLegacy, connectTimeoutMs: timeout } = this.options;
    this.transport.onclose = () => {
      // Before that the client itself closes HTTP, and says why a moment later.
      if (this.#line.isOpen || !this.options.isHttp) this.abandon(this.options.whyClosed());
    };
    this.transport.onmessage = (message) => {
      this.#signs.see(message);
      hideLists(message);
      if (this.#client.getProtocolEra() === 'modern') assumeComplete(message);
    };
    await this.#line.orEnd(
      this.#client.connect(
        this.transport,
        isLegacy ? { timeout, prior: { kind: 'legacy' } } : { timeout },
      ),
    );
    this.options.onHandshake?.();
    const list = await this.#line.orEnd(this.#tools.list());
    this.#line.open();
    this.#listen();
    askForLogs(this.#client);
    tellRoots(this.#client, this.options.requests.roots, this.#line.signal);
    this.#health.arm();
    return list;
  }

  /** Calls a tool. Rejects with an AppFailure; a tool's own error is an outcome. */
  callTool(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ToolOutcome> {
    return this.#calls.call(tool, input, options);
  }

  /** Sends it a notification. That it could not be sent is a fault like any other. */
  notify(method: string, params: Readonly<Record<string, unknown>>): void {
    this.#client.notification({ method, params }).catch((error) => this.#line.fault(error));
  }

  /** Fails what is under way, at once, with the reason given. Closes no transport. */
  abandon(cause: AppError): void {
    this.#line.abandon(cause);
  }

  /** The limits are others now. Calls under way keep theirs. */
  limitsChanged(): void {
    if (this.#line.isOpen) this.#health.arm();
  }

  /** Lists the tools anew, as after an announcement. */
  refresh(): void {
    this.#tools.refresh();
  }

  #ask(method: string, params: Readonly<Record<string, unknown>>, timeout: number) {
    return this.#line.orEnd(this.#client.request({ method, params }, AnyResult, { timeout }));
  }

  /** Newer servers announce changes only to those that subscribed. */
  #listen(): void {
    if (this.isLegacy) return;
    const filter = listsToWatch(this.#client.getServerCapabilities() ?? {});
    if (Object.keys(filter).length === 0) return;
    void keepListening(this.#client, filter, this.#line.signal, () => this.refresh());
  }
}
