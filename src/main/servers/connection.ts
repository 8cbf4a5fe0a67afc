import { Client, UrlElicitationRequiredError } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import { assumeComplete, hideLists } from './asSent.ts';
import { callCancelled, callFailure, pageNotVisited } from './connectionFailure.ts';
import { askForLogs, logMeta, tellRoots } from './greetings.ts';
import { ListedTools } from './listedTools.ts';
import { keepListening } from './listening.ts';
import type { Offers } from './offers.ts';
import { OpenCalls } from './openCalls.ts';
import { listsToWatch, offersOf } from './serverNews.ts';
import type { ServerNews } from './serverNews.ts';
import { answerRequests, clientCapabilities } from './serverRequests.ts';
import type { ServerRequests } from './serverRequests.ts';
import type { CallOptions, ToolOutcome } from './serverTool.ts';
import { TerminalCount, faultOf } from './terminalErrors.ts';
import type { ToolList } from './toolList.ts';
import { toolOutcome } from './toolOutcome.ts';

/** A local pipe that stays silent for so long belongs to an older server. */
const probeMs = 4_000;
const listMs = 30_000;
/** About 27.8 hours. */
const defaultToolMs = 100_000_000;
/** Node fires a longer timer at once. */
const longestTimerMs = 2 ** 31 - 1;
/** How long a call whose pipe broke waits to hear how the server ended. */
const lastWordsMs = 500;
/** How often one call may ask for pages to be visited before it. */
const maxVisits = 5;

const AnyResult = z.looseObject({});

export type ConnectionOptions = {
  readonly server: string;
  readonly version: string;
  readonly requests: ServerRequests;
  readonly toolTimeoutMs: number | undefined;
  /** Skip the probe of the era: this server is known to be an older one. */
  readonly isLegacy: boolean;
  readonly connectTimeoutMs: number;
  /** Arguments of calls may have to be sent as headers too. */
  readonly isHttp: boolean;
  /** What a fault says of the way to a remote server; undefined where it says nothing of it. */
  readonly explain: (thrown: unknown) => AppError | undefined;
  readonly onTools: (list: ToolList) => void;
  readonly onNews: (news: ServerNews) => void;
  readonly warn: (text: string) => void;
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
  readonly #ended: Promise<AppError>;
  #end: (cause: AppError) => void = () => undefined;
  #cause: AppError | undefined;
  /** Rejects what is under way. A long connection must not gather a handler for every call. */
  readonly #underWay = new Set<(failure: AppFailure) => void>();
  readonly #tools: ListedTools;
  readonly #calls = new OpenCalls();
  readonly #terminal = new TerminalCount();
  #isOpen = false;
  readonly #closed = new AbortController();

  constructor(
    private readonly transport: Transport,
    private readonly options: ConnectionOptions,
  ) {
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
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
    this.#client.onerror = (error) => this.#fault(error);
    answerRequests(this.#client, options.requests, (cancelled) => {
      const call = this.#calls.only;
      const ends = [cancelled, this.#closed.signal, ...(call === undefined ? [] : [call.signal])];
      return { origin: call?.origin, signal: AbortSignal.any(ends) };
    });
    const ended = this.#closed.signal;
    this.offers = offersOf(this.#client, {
      ...options,
      ended,
      request: (method, params) =>
        this.#orEnd(this.#client.request({ method, params }, AnyResult, { timeout: listMs })),
    });
    this.#tools = new ListedTools(this.#client, { ...options, ended });
  }

  /** Resolves, with the reason, when the connection has ended for whatever cause. */
  get ended(): Promise<AppError> {
    return this.#ended;
  }

  get protocolVersion(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion();
  }

  get isLegacy(): boolean {
    return this.#client.getProtocolEra() === 'legacy';
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
      if (this.#isOpen || !this.options.isHttp) this.abandon(this.options.whyClosed());
    };
    this.transport.onmessage = (message) => {
      hideLists(message);
      if (this.#client.getProtocolEra() === 'modern') assumeComplete(message);
    };
    await this.#orEnd(
      this.#client.connect(
        this.transport,
        isLegacy ? { timeout, prior: { kind: 'legacy' } } : { timeout },
      ),
    );
    this.options.onHandshake?.();
    const list = await this.#orEnd(this.#tools.list());
    this.#isOpen = true;
    this.#listen();
    askForLogs(this.#client);
    tellRoots(this.#client, this.options.requests.roots, this.#closed.signal);
    return list;
  }

  /**
   * Calls a tool. Rejects with an AppFailure; a tool's own error is an outcome. A call that needs a
   * page to be visited first (error -32042) is made again when that is done.
   */
  callTool(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ToolOutcome> {
    const { server, requests } = this.options;
    return this.#calls.run(options, async (call) => {
      for (let visits = 0; ; visits += 1) {
        try {
          try {
            return await this.#callOnce(tool, input, options);
          } catch (thrown) {
            const canVisit = thrown instanceof UrlElicitationRequiredError && visits < maxVisits;
            if (!canVisit || !requests.visit) throw thrown;
            const { origin } = call;
            const signal = AbortSignal.any([call.signal, this.#closed.signal]);
            if (await this.#orEnd(requests.visit(thrown.elicitations, { origin, signal })))
              continue;
            if (signal.aborted) throw thrown;
            throw new AppFailure(pageNotVisited(server, tool));
          }
        } catch (thrown) {
          throw await this.#callFailed(tool, thrown, options);
        }
      }
    });
  }

  async #callOnce(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    { signal, onProgress }: CallOptions,
  ): Promise<ToolOutcome> {
    if (signal.aborted) throw new AppFailure(callCancelled(this.options.server, tool));
    const timeout = Math.min(this.options.toolTimeoutMs ?? defaultToolMs, longestTimerMs);
    const result = await this.#orEnd(
      this.#client.request(
        {
          method: 'tools/call',
          params: { name: tool, arguments: input, ...logMeta(this.#client) },
        },
        AnyResult,
        {
          signal,
          timeout,
          ...(onProgress && { onprogress: serversOwn(onProgress) }),
          ...this.#tools.optionsFor(tool, input),
        },
      ),
    );
    return toolOutcome(result);
  }

  async #callFailed(tool: string, thrown: unknown, { signal }: CallOptions): Promise<AppFailure> {
    if (thrown instanceof AppFailure) return thrown;
    const { server } = this.options;
    if (signal.aborted) return new AppFailure(callCancelled(server, tool));
    const known = this.options.explain(thrown);
    if (known !== undefined) return new AppFailure(known);
    return new AppFailure(
      isBrokenPipe(thrown) ? await this.#lastWords() : callFailure(server, tool, thrown),
    );
  }

  /** Fails what is under way, at once, with the reason given. Closes no transport. */
  abandon(cause: AppError): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    this.#closed.abort();
    for (const reject of this.#underWay) reject(new AppFailure(cause));
    this.#underWay.clear();
    this.#end(cause);
  }

  /** The promise's value, or the reason of the connection's end if that comes first. */
  async #orEnd<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#cause !== undefined) reject(new AppFailure(this.#cause));
      this.#underWay.add(reject);
      promise
        .then(
          (value) => {
            this.#terminal.reset();
            resolve(value);
          },
          (thrown: unknown) => {
            this.#fault(thrown);
            reject(thrown);
          },
        )
        .finally(() => this.#underWay.delete(reject));
    });
  }

  /** Ends the connection at a fault that ends it, or at one too many that may. */
  #fault(thrown: unknown): void {
    if (!this.#isOpen || this.#cause !== undefined) return;
    const isLast = this.#terminal.add(thrown);
    const known =
      isLast || faultOf(thrown) === 'needs-auth' ? this.options.explain(thrown) : undefined;
    if (known?.code === 'server/needs-auth' || isLast) {
      // What is under way hears its own failure first.
      queueMicrotask(() => this.abandon(known ?? this.options.whyClosed()));
    }
  }

  /** Lists the tools anew, as after an announcement. */
  refresh(): void {
    this.#tools.refresh();
  }

  async #lastWords(): Promise<AppError> {
    const limit = new Promise<AppError>((resolve) => {
      setTimeout(() => resolve(this.options.whyClosed()), lastWordsMs);
    });
    return Promise.race([this.#ended, limit]);
  }

  /** Newer servers announce changes only to those that subscribed. */
  #listen(): void {
    if (this.isLegacy) return;
    const filter = listsToWatch(this.#client.getServerCapabilities() ?? {});
    if (Object.keys(filter).length === 0) return;
    void keepListening(this.#client, filter, this.#closed.signal, () => this.refresh());
  }
}

/** The SDK tells of its `input_required` round trips as if the server had made progress. */
function serversOwn(onProgress: NonNullable<CallOptions['onProgress']>): typeof onProgress {
  return (step) => {
    if (step.message?.startsWith('Fulfilling input required by ') !== true) onProgress(step);
  };
}

/** The server's end of its input is gone; how it ended is known in a moment. */
function isBrokenPipe(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE';
}
