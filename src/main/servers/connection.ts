import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import { hideLists, listAsSent } from './asSent.ts';
import { callCancelled, callFailure } from './connectionFailure.ts';
import type { CallOptions, ToolOutcome } from './serverTool.ts';
import { checkTools, readPages } from './toolList.ts';
import type { ToolList } from './toolList.ts';
import { toolOutcome } from './toolOutcome.ts';

/** A local pipe that stays silent for so long belongs to an older server. */
const probeMs = 4_000;
/** Servers often announce several changes of their tools in a row. */
const toolsChangedMs = 150;
const listMs = 30_000;
/** About 27.8 hours. */
const defaultToolMs = 100_000_000;
/** Node fires a longer timer at once. */
const longestTimerMs = 2 ** 31 - 1;
/** How long a call whose pipe broke waits to hear how the server ended. */
const lastWordsMs = 500;

const AnyResult = z.looseObject({});

export type ConnectionOptions = {
  readonly server: string;
  readonly version: string;
  readonly workspace: string;
  readonly toolTimeoutMs: number | undefined;
  /** Skip the probe of the era: this server is known to be an older one. */
  readonly isLegacy: boolean;
  readonly connectTimeoutMs: number;
  readonly onTools: (list: ToolList) => void;
  /** Why the transport closed, asked when it has. */
  readonly whyClosed: () => AppError;
};

/** One connection over one transport: from the handshake to its end, and never used again. */
export class Connection {
  readonly #client: Client;
  readonly #ended: Promise<AppError>;
  #end: (cause: AppError) => void = () => undefined;
  #cause: AppError | undefined;
  /** Rejects what is under way. A long connection must not gather a handler for every call. */
  readonly #underWay = new Set<(failure: AppFailure) => void>();
  #toolsTimer: NodeJS.Timeout | undefined;

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
        capabilities: { roots: {} },
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeMs } },
      },
    );
    this.#client.setRequestHandler('roots/list', () => ({ roots: [rootOf(options.workspace)] }));
    this.#client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.#toolsTimer ??= setTimeout(() => void this.#refetchTools(), toolsChangedMs);
    });
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

  /** Starts the transport, shakes hands and lists the tools. Rejects with what was thrown. */
  async open(): Promise<ToolList> {
    const { isLegacy, connectTimeoutMs: timeout } = this.options;
    this.transport.onclose = () => this.abandon(this.options.whyClosed());
    this.transport.onmessage = hideLists;
    await this.#orEnd(
      this.#client.connect(
        this.transport,
        isLegacy ? { timeout, prior: { kind: 'legacy' } } : { timeout },
      ),
    );
    const list = await this.#orEnd(this.#listTools());
    this.#listen();
    return list;
  }

  /** Calls a tool. Rejects with an AppFailure; a tool's own error is an outcome. */
  async callTool(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    { signal, onProgress }: CallOptions,
  ): Promise<ToolOutcome> {
    const { server } = this.options;
    if (signal.aborted) throw new AppFailure(callCancelled(server, tool));
    const timeout = Math.min(this.options.toolTimeoutMs ?? defaultToolMs, longestTimerMs);
    try {
      const result = await this.#orEnd(
        this.#client.request(
          { method: 'tools/call', params: { name: tool, arguments: input } },
          AnyResult,
          { signal, timeout, ...(onProgress === undefined ? {} : { onprogress: onProgress }) },
        ),
      );
      return toolOutcome(result);
    } catch (thrown) {
      if (thrown instanceof AppFailure) throw thrown;
      if (signal.aborted) throw new AppFailure(callCancelled(server, tool));
      throw new AppFailure(
        isBrokenPipe(thrown) ? await this.#lastWords() : callFailure(server, tool, thrown),
      );
    }
  }

  /** Fails what is under way, at once, with the reason given. Closes no transport. */
  abandon(cause: AppError): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    clearTimeout(this.#toolsTimer);
    for (const reject of this.#underWay) reject(new AppFailure(cause));
    this.#underWay.clear();
    this.#end(cause);
  }

  /** The promise's value, or the reason of the connection's end if that comes first. */
  async #orEnd<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#cause !== undefined) reject(new AppFailure(this.#cause));
      this.#underWay.add(reject);
      promise.then(resolve, reject).finally(() => this.#underWay.delete(reject));
    });
  }

  async #lastWords(): Promise<AppError> {
    const limit = new Promise<AppError>((resolve) => {
      setTimeout(() => resolve(this.options.whyClosed()), lastWordsMs);
    });
    return Promise.race([this.#ended, limit]);
  }

  async #listTools(): Promise<ToolList> {
    const { server } = this.options;
    if (this.#client.getServerCapabilities()?.tools === undefined) {
      return { tools: [], refused: [] };
    }
    const listed = await readPages(async (cursor) => {
      const params = cursor === undefined ? {} : { cursor };
      const page = await this.#client.request({ method: 'tools/list', params }, AnyResult, {
        timeout: listMs,
      });
      return { tools: listAsSent(page) ?? [], nextCursor: page['nextCursor'] };
    });
    return checkTools(server, listed);
  }

  async #refetchTools(): Promise<void> {
    this.#toolsTimer = undefined;
    try {
      const list = await this.#listTools();
      if (this.#cause === undefined) this.options.onTools(list);
    } catch {
      // The request is on the log with its error; the list that we have stays.
    }
  }

  /** Newer servers announce changes only to those that subscribed. */
  #listen(): void {
    if (this.isLegacy) return;
    if (this.#client.getServerCapabilities()?.tools?.listChanged !== true) return;
    this.#client.listen({ toolsListChanged: true }).catch(() => undefined);
  }
}

function rootOf(folder: string) {
  return { uri: pathToFileURL(folder).href, name: basename(folder) };
}

/** The server's end of its input is gone; how it ended is known in a moment. */
function isBrokenPipe(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE';
}
