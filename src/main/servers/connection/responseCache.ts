import type { ServerNews } from './serverNews.ts';

type Answer = Readonly<Record<string, unknown>>;
type Kept = { readonly answer: Answer; readonly until: number };

const cacheable: ReadonlySet<string> = new Set([
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
]);
/** A server can't pin an answer for longer than a day. */
const longestMs = 86_400_000;
const mostKept = 512;

/**
 * Keeps answers for as long as the server says in `ttlMs` (MCP 2026-07-28, Caching), or until it
 * tells of a change. It belongs to one connection, and so to one authorization: `public` and
 * `private` answers are kept alike.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  /** Rises with every change, so that an answer from before it is not kept. */
  #changes = 0;

  constructor(private readonly now: () => number) {}

  /** The kept answer while it is fresh, else that of `fetchNow`. Rejects as `fetchNow` does. */
  async get(method: string, params: Answer, fetchNow: () => Promise<Answer>): Promise<Answer> {
    const key = JSON.stringify([method, params]);
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.now() < kept.until) return kept.answer;
    this.#kept.delete(key);
    const changes = this.#changes;
    const answer = await fetchNow();
    const ttl = answer['ttlMs'];
    const isKept = cacheable.has(method) && typeof ttl === 'number' && ttl > 0;
    if (isKept && changes === this.#changes) {
      this.#makeRoom();
      this.#kept.set(key, { answer, until: this.now() + Math.min(ttl, longestMs) });
    }
    return answer;
  }

  /** Drops what is no longer true. */
  changed(news: Exclude<ServerNews, { kind: 'channel' | 'permission' }>): void {
    this.#changes += 1;
    const isStale =
      news.kind === 'resource-updated'
        ? (method: string, params: Answer) =>
            method === 'resources/read' && params['uri'] === news.uri
        : (method: string) => method.startsWith(`${news.of}/`) && method !== 'resources/read';
    for (const key of this.#kept.keys()) {
      const [method, params] = JSON.parse(key) as [string, Answer];
      if (isStale(method, params)) this.#kept.delete(key);
    }
  }

  #makeRoom(): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
