import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { listAsSent } from '../connection/asSent.ts';
import { headersFor, refuseBadHeaders } from './paramHeaders.ts';
import { readPages } from '../connection/readPages.ts';
import { checkTools } from './toolList.ts';
import type { ToolList } from './toolList.ts';

/** Servers often announce several changes of their tools in a row. */
const changedMs = 150;
const listMs = 30_000;

const AnyResult = z.looseObject({});

/** The tools that a server lists, listed anew when it says that they changed. */
export class ListedTools {
  readonly #schemas = new Map<string, unknown>();
  #timer: NodeJS.Timeout | undefined;
  #isListing = false;
  /** They changed while they were listed. */
  #isStale = false;

  constructor(
    private readonly client: Client,
    private readonly options: {
      readonly server: string;
      readonly isHttp: boolean;
      readonly onTools: (list: ToolList) => void;
      readonly warn: (text: string) => void;
      readonly ended: AbortSignal;
    },
  ) {
    client.setNotificationHandler('notifications/tools/list_changed', () => this.refresh());
    options.ended.addEventListener('abort', () => clearTimeout(this.#timer), { once: true });
  }

  /** Not to be called while it runs: then {@link refresh} is for that. */
  async list(): Promise<ToolList> {
    this.#isListing = true;
    this.#isStale = false;
    try {
      return await this.#read();
    } finally {
      this.#isListing = false;
      if (this.#isStale) this.refresh();
    }
  }

  async #read(): Promise<ToolList> {
    if (this.client.getServerCapabilities()?.tools === undefined) return { tools: [], refused: [] };
    const { items, cut } = await readPages(async (cursor) => {
      const params = cursor === undefined ? {} : { cursor };
      const page = await this.client.request({ method: 'tools/list', params }, AnyResult, {
        timeout: listMs,
      });
      return { items: listAsSent(page) ?? [], nextCursor: page['nextCursor'] };
    });
    if (cut !== undefined) this.options.warn(`tools/list ${cut}`);
    const checked = checkTools(this.options.server, items);
    if (!this.#mirrors) return checked;
    const list = refuseBadHeaders(checked);
    this.#schemas.clear();
    for (const { name, inputSchema } of list.tools) this.#schemas.set(name, inputSchema);
    return list;
  }

  /** Lists them anew after a short calm, and tells. A list that is under way is waited for. */
  refresh(): void {
    if (this.options.ended.aborted) return;
    if (this.#isListing) this.#isStale = true;
    else this.#timer ??= setTimeout(() => void this.#refetch(), changedMs);
  }

  /** What a request for a call must have besides its parameters. */
  optionsFor(tool: string, input: unknown) {
    if (!this.#mirrors) return {};
    const headers = headersFor(this.#schemas.get(tool), input);
    return Object.keys(headers).length > 0 ? { headers } : {};
  }

  /** Newer servers over HTTP want some arguments as headers too. */
  get #mirrors(): boolean {
    return this.options.isHttp && this.client.getProtocolEra() === 'modern';
  }

  async #refetch(): Promise<void> {
    this.#timer = undefined;
    try {
      const list = await this.list();
      if (!this.options.ended.aborted) this.options.onTools(list);
    } catch {
      // The request is on the log with its error; the list that we have stays.
    }
  }
}
