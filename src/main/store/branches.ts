import type { ChatItem, Fork } from '../../shared/chat.ts';
import type { Conversations } from './conversations.ts';
import type { Database } from './database.ts';

type ForkRow = { first: number; after: number; id: string; isShown: number };

/**
 * The ways in which a conversation goes on. Its items stand in one row of positions, which never
 * change: an item's successors always have higher ones. Of all of them those of one path are shown;
 * the others are set aside by the branch that they were on, each with all that followed.
 */
export class Branches {
  readonly #db: Database;
  readonly #conversations: Conversations;
  constructor(db: Database, conversations: Conversations) {
    this.#db = db;
    this.#conversations = conversations;
  }

  /** Where the path that is shown has others beside it, in order. */
  forks(id: string): readonly Fork[] {
    return this.#ways(id).flatMap((ways) => {
      const at = ways.findIndex(({ isShown }) => isShown === 1);
      const way = ways[at];
      return way && ways.length > 1 ? [{ itemId: way.id, at: at + 1, of: ways.length }] : [];
    });
  }

  /** Sets an item and all that follows aside, and puts another one there. */
  replaceFrom(id: string, itemId: string, item: ChatItem): void {
    const all = this.#db.transaction(() => {
      const first = this.#position(id, itemId);
      const next = this.#conversations.nextPosition(id);
      if (first === undefined) return;
      const after = this.#before(id, first);
      for (const way of [first, next]) {
        this.#db
          .prepare('INSERT OR IGNORE INTO forks (conversation_id, first, after) VALUES (?, ?, ?)')
          .run(id, way, after);
      }
      this.#setAside(id, first);
      this.#conversations.put(id, next, item);
    });
    all.immediate();
  }

  /** Shows the `to`th way, from 1, instead of the one that begins with an item. */
  switchTo(id: string, itemId: string, to: number): void {
    const all = this.#db.transaction(() => {
      const ways = this.#ways(id).find((some) => some.some((way) => way.id === itemId));
      const shown = ways?.find(({ isShown }) => isShown === 1);
      const target = ways?.[to - 1];
      if (shown && target && shown !== target) this.#swap(id, shown.first, target.first);
    });
    all.immediate();
  }

  /** Whether an item is on the path that is shown; undefined where there is no such item. */
  isShown(id: string, itemId: string): boolean | undefined {
    const row = this.#item(id, itemId);
    return row && row.branch === null;
  }

  /** Shows the path that an item is on. */
  reveal(id: string, itemId: string): void {
    const all = this.#db.transaction(() =>
      this.#reveal(id, this.#item(id, itemId)?.branch ?? null),
    );
    all.immediate();
  }

  /** Copies the path that is shown, up to an item and with it, to a conversation that has no items. */
  copy(id: string, itemId: string, to: string): void {
    const all = this.#db.transaction(() => {
      const last = this.#position(id, itemId);
      if (last === undefined) return;
      this.#db
        .prepare(
          `INSERT INTO items (conversation_id, position, id, json)
           SELECT ?, position, id, json FROM items
           WHERE conversation_id = ? AND branch IS NULL AND position <= ?`,
        )
        .run(to, id, last);
      this.#db
        .prepare(
          `INSERT OR IGNORE INTO conversation_files (name, conversation_id)
           SELECT name, ? FROM conversation_files WHERE conversation_id = ?`,
        )
        .run(to, id);
      // The search index takes its time.
      this.#db
        .prepare('INSERT INTO search_backlog (conversation_id, position) VALUES (?, ?)')
        .run(to, last + 1);
    });
    all.immediate();
  }

  /** The ways on from each place, in the order in which they were begun. */
  #ways(id: string): readonly (readonly ForkRow[])[] {
    const rows = this.#db
      .prepare(
        `SELECT f.first, f.after, i.id, i.branch IS NULL AS isShown FROM forks f
         JOIN items i ON i.conversation_id = f.conversation_id AND i.position = f.first
         WHERE f.conversation_id = ? ORDER BY f.after, f.first`,
      )
      .all(id) as ForkRow[];
    const ways = new Map<number, ForkRow[]>();
    for (const row of rows) ways.set(row.after, [...(ways.get(row.after) ?? []), row]);
    return [...ways.values()];
  }

  #reveal(id: string, branch: number | null): void {
    if (branch === null) return;
    const ways = this.#ways(id).find((some) => some.some(({ first }) => first === branch));
    const after = ways?.[0]?.after ?? -1;
    // What it branches off from may be set aside itself.
    const row = this.#db
      .prepare('SELECT branch FROM items WHERE conversation_id = ? AND position = ?')
      .get(id, after) as { branch: number | null } | undefined;
    this.#reveal(id, row?.branch ?? null);
    const shown = this.#ways(id)
      .find((some) => some.some(({ first }) => first === branch))
      ?.find(({ isShown }) => isShown === 1);
    if (shown && shown.first !== branch) this.#swap(id, shown.first, branch);
  }

  #swap(id: string, shown: number, target: number): void {
    this.#setAside(id, shown);
    this.#db
      .prepare('UPDATE items SET branch = NULL WHERE conversation_id = ? AND branch = ?')
      .run(id, target);
  }

  #setAside(id: string, first: number): void {
    this.#db
      .prepare(
        `UPDATE items SET branch = ? WHERE conversation_id = ? AND branch IS NULL AND position >= ?`,
      )
      .run(first, id, first);
  }

  /** The position of an item on the path that is shown. */
  #position(id: string, itemId: string): number | undefined {
    const row = this.#item(id, itemId);
    return row?.branch === null ? row.position : undefined;
  }

  #before(id: string, position: number): number {
    const row = this.#db
      .prepare(
        `SELECT COALESCE(MAX(position), -1) AS last FROM items
         WHERE conversation_id = ? AND branch IS NULL AND position < ?`,
      )
      .get(id, position) as { last: number };
    return row.last;
  }

  #item(id: string, itemId: string): { position: number; branch: number | null } | undefined {
    return this.#db
      .prepare('SELECT position, branch FROM items WHERE conversation_id = ? AND id = ?')
      .get(id, itemId) as { position: number; branch: number | null } | undefined;
  }
}
