import { ChatItem } from '../../shared/chat.ts';
import type { FoundConversation, SearchHit, SearchResult } from '../../shared/search.ts';
import type { Database } from './database.ts';
import {
  excerpt,
  hasAll,
  indexQuery,
  marked,
  searchableText,
  searchTerms,
  soughtIn,
  spaced,
} from './searchText.ts';
import type { Sought } from './searchText.ts';

const mostRows = 4_000;
const mostConversations = 50;
const mostHits = 3;

/** Finds words in conversations that a person began. Its rows go with their conversation. */
export class SearchIndex {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Takes in an item as it is now; one that is not complete yet is left out. */
  put(conversationId: string, position: number, item: ChatItem): void {
    const text = searchableText(item);
    if (text === '') return;
    this.#db
      .prepare('DELETE FROM search_rows WHERE conversation_id = ? AND position = ?')
      .run(conversationId, position);
    const { changes, lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO search_rows (conversation_id, position)
         SELECT id, ? FROM conversations WHERE id = ? AND parent IS NULL`,
      )
      .run(position, conversationId);
    if (changes === 1) this.#index(lastInsertRowid, text);
  }

  search(query: string): SearchResult {
    const terms = searchTerms(query);
    const isIndexing = this.#isBehind();
    if (terms.length === 0) return { found: [], isCut: false, isIndexing };
    const rows = this.#rows(terms);
    const sought = soughtIn(terms);
    const places = new Map<string, number[]>();
    for (const { conversation_id: id, position } of rows) {
      const known = places.get(id) ?? [];
      known.push(position);
      places.set(id, known);
    }
    const all = this.#conversations().filter(
      ({ id, title }) => places.has(id) || hasAll(title, sought),
    );
    const found = all.slice(0, mostConversations).map(({ id, title, updated_at }) => {
      const positions = places.get(id) ?? [];
      const latest = [...positions].sort((a, b) => b - a).slice(0, mostHits);
      const one: FoundConversation = {
        conversationId: id,
        title: marked(title, sought),
        updatedAt: updated_at,
        count: positions.length,
        hits: latest.flatMap((position) => this.#hit(id, position, sought)),
      };
      return one;
    });
    return { found, isCut: all.length > found.length || rows.length === mostRows, isIndexing };
  }

  /**
   * Takes in some items from before there was an index, the latest ones first. Answers whether there
   * are more.
   */
  catchUp(count: number): boolean {
    const next = this.#db
      .prepare(
        `SELECT b.conversation_id AS id, b.position FROM search_backlog b
         JOIN conversations c ON c.id = b.conversation_id ORDER BY c.updated_at DESC LIMIT 1`,
      )
      .get() as { id: string; position: number } | undefined;
    if (!next) return false;
    const slice = this.#db.transaction(() => {
      const items = this.#db
        .prepare(
          `SELECT position, json FROM items i WHERE conversation_id = ? AND position < ?
             AND NOT EXISTS (SELECT 1 FROM search_rows r
               WHERE r.conversation_id = i.conversation_id AND r.position = i.position)
           ORDER BY position DESC LIMIT ?`,
        )
        .all(next.id, next.position, count) as { position: number; json: string }[];
      this.#addBefore(next.id, items.reverse());
      const [first] = items;
      if (items.length < count || !first) {
        this.#db.prepare('DELETE FROM search_backlog WHERE conversation_id = ?').run(next.id);
      } else {
        this.#db
          .prepare('UPDATE search_backlog SET position = ? WHERE conversation_id = ?')
          .run(first.position, next.id);
      }
    });
    slice.immediate();
    return true;
  }

  /** Older items have lower ids, so that the latest are found first without sorting. */
  #addBefore(id: string, items: readonly { position: number; json: string }[]): void {
    const { first } = this.#db
      .prepare('SELECT COALESCE(MIN(id), 1) AS first FROM search_rows')
      .get() as { first: number };
    for (const [index, { position, json }] of items.entries()) {
      const { data } = ChatItem.safeParse(JSON.parse(json));
      const text = data ? searchableText(data) : '';
      if (text === '') continue;
      const row = first - items.length + index;
      this.#db
        .prepare('INSERT INTO search_rows (id, conversation_id, position) VALUES (?, ?, ?)')
        .run(row, id, position);
      this.#index(row, text);
    }
  }

  #index(row: number | bigint, text: string): void {
    this.#db.prepare('INSERT INTO search_index (rowid, text) VALUES (?, ?)').run(row, spaced(text));
  }

  #rows(terms: readonly string[]): readonly { conversation_id: string; position: number }[] {
    return this.#db
      .prepare(
        `SELECT r.conversation_id, r.position FROM search_index s
         JOIN search_rows r ON r.id = s.rowid JOIN conversations c ON c.id = r.conversation_id
         WHERE search_index MATCH ? AND c.deleted_at IS NULL ORDER BY s.rowid DESC LIMIT ?`,
      )
      .all(indexQuery(terms), mostRows) as { conversation_id: string; position: number }[];
  }

  #conversations() {
    return this.#db
      .prepare(
        `SELECT id, title, updated_at FROM conversations
         WHERE parent IS NULL AND deleted_at IS NULL ORDER BY updated_at DESC, id`,
      )
      .all() as { id: string; title: string; updated_at: number }[];
  }

  #hit(id: string, position: number, sought: Sought): SearchHit[] {
    const row = this.#db
      .prepare('SELECT json FROM items WHERE conversation_id = ? AND position = ?')
      .get(id, position) as { json: string } | undefined;
    const { data } = ChatItem.safeParse(JSON.parse(row?.json ?? 'null'));
    if (!data) return [];
    const by = speaker(data);
    return [{ itemId: data.id, at: data.at, by, excerpt: excerpt(searchableText(data), sought) }];
  }

  #isBehind(): boolean {
    return this.#db.prepare('SELECT 1 FROM search_backlog LIMIT 1').get() !== undefined;
  }
}

function speaker({ kind }: ChatItem): SearchHit['by'] {
  if (kind === 'user') return 'you';
  return kind === 'tool' || kind === 'channel' ? kind : 'model';
}
