import type { Client, McpSubscription, ServerCapabilities } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { Offers } from '../offers/offers.ts';
import type { Asking } from '../offers/offers.ts';
import { ResponseCache } from './responseCache.ts';

/** What a server tells of by itself, besides changes of its tools. */
export type ServerNews =
  | { readonly kind: 'resource-updated'; readonly uri: string }
  | { readonly kind: 'list-changed'; readonly of: 'resources' | 'prompts' }
  /** The params of a `notifications/claude/channel`, as they came. */
  | { readonly kind: 'channel'; readonly params: unknown }
  /** Those of a `notifications/claude/channel/permission`. */
  | { readonly kind: 'permission'; readonly params: unknown };

/** Whether a server says that it pushes messages by itself, or answers permission prompts. */
export function isChannel(capabilities: ServerCapabilities | undefined): boolean {
  return capabilities?.experimental?.['claude/channel'] !== undefined || isRelay(capabilities);
}

/** Whether it says that it passes permission prompts on to a person, and the answers back. */
export function isRelay(capabilities: ServerCapabilities | undefined): boolean {
  return capabilities?.experimental?.['claude/channel/permission'] !== undefined;
}

/** Servers often announce several changes of a list in a row. */
const listChangedMs = 150;

/** Tells of resources that changed at once, and of changed lists after a short calm. */
function watchNews(client: Client, tell: (news: ServerNews) => void, ended: AbortSignal) {
  const timers = new Map<string, NodeJS.Timeout>();
  for (const of of ['resources', 'prompts'] as const) {
    client.setNotificationHandler(`notifications/${of}/list_changed`, () => {
      if (timers.has(of)) return;
      const later = () => {
        timers.delete(of);
        tell({ kind: 'list-changed', of });
      };
      timers.set(of, setTimeout(later, listChangedMs));
    });
  }
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    tell({ kind: 'resource-updated', uri: params.uri });
  });
  client.setNotificationHandler(
    'notifications/claude/channel',
    { params: z.unknown() },
    (params) => {
      if (isChannel(client.getServerCapabilities())) tell({ kind: 'channel', params });
    },
  );
  client.setNotificationHandler(
    'notifications/claude/channel/permission',
    { params: z.unknown() },
    (params) => {
      if (isRelay(client.getServerCapabilities())) tell({ kind: 'permission', params });
    },
  );
  const stop = () => {
    for (const timer of timers.values()) clearTimeout(timer);
  };
  ended.addEventListener('abort', stop, { once: true });
}

/** Which changes of lists a server can be asked to tell of (MCP 2026-07-28, SubscriptionFilter). */
export function listsToWatch({ tools, resources, prompts }: ServerCapabilities) {
  return {
    ...(tools?.listChanged === true && { toolsListChanged: true }),
    ...(resources?.listChanged === true && { resourcesListChanged: true }),
    ...(prompts?.listChanged === true && { promptsListChanged: true }),
  };
}

/** What the server of a client offers, asked by `request`; and what it tells of that by itself. */
export function offersOf(
  client: Client,
  options: {
    readonly server: string;
    readonly request: Asking['request'];
    readonly onNews: (news: ServerNews) => void;
    readonly warn: Asking['warn'];
    readonly hide?: Asking['hide'];
    readonly ended: AbortSignal;
  },
): Offers {
  const { server, request, onNews, warn, ended } = options;
  const kept = new ResponseCache(Date.now);
  const tell = (news: ServerNews) => {
    if (news.kind !== 'channel' && news.kind !== 'permission') kept.changed(news);
    onNews(news);
  };
  watchNews(client, tell, ended);
  const subscriptions = new ResourceSubscriptions(client, request);
  return new Offers(server, {
    request: (method, params) => kept.get(method, params, () => request(method, params)),
    capabilities: () => client.getServerCapabilities() ?? {},
    watch: (uri, on) => subscriptions.set(uri, on),
    warn,
    hide: options.hide,
  });
}

/** The subscriptions to resources on one connection, as its era has them. */
class ResourceSubscriptions {
  readonly #streams = new Map<string, Promise<McpSubscription>>();

  constructor(
    private readonly client: Client,
    private readonly request: Asking['request'],
  ) {}

  /** Rejects with what was thrown. */
  async set(uri: string, on: boolean): Promise<void> {
    if (this.client.getProtocolEra() === 'legacy') {
      await this.request(on ? 'resources/subscribe' : 'resources/unsubscribe', { uri });
      return;
    }
    const open = this.#streams.get(uri);
    if (!on) {
      this.#streams.delete(uri);
      await open?.then((stream) => stream.close());
      return;
    }
    const stream = open ?? this.client.listen({ resourceSubscriptions: [uri] });
    this.#streams.set(uri, stream);
    const forget = () => {
      if (this.#streams.get(uri) === stream) this.#streams.delete(uri);
    };
    stream.then(({ closed }) => closed.then(forget), forget);
    await stream;
  }
}
