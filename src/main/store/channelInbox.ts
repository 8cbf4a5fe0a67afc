import { ChatItem } from '../../shared/chat.ts';
import type { ChatItemOf } from '../../shared/chat.ts';
import type { Database } from './database.ts';

export type ChannelItem = ChatItemOf<'channel'>;

/** Why a push was not taken in. */
export type NotTaken = 'not_allowed' | 'held_back' | 'refused';

export type ChannelCounts = Readonly<Record<NotTaken, number>>;

export type AllowedChannel = {
  readonly server: string;
  /** Of the configuration that was allowed. */
  readonly signature: string;
  /** Absent until its first push begins one. */
  readonly conversation: string | undefined;
};

/**
 * The durable queue of what servers pushed. A push is `waiting` from {@link add} until
 * {@link deliver} puts it into a conversation, in one transaction, so that it is neither lost nor
 * shown twice wherever the app dies.
 */
export class ChannelInbox {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  add(item: ChannelItem): void {
    const json = JSON.stringify(item);
    this.#db
      .prepare('INSERT INTO channel_pushes (id, server, json, bytes, at) VALUES (?, ?, ?, ?, ?)')
      .run(item.id, item.server, json, Buffer.byteLength(json), item.at);
  }

  /** The oldest that wait, in the order of their arrival. */
  waiting(servers: readonly string[], limit: number): readonly ChannelItem[] {
    if (servers.length === 0) return [];
    const rows = this.#db
      .prepare(
        `SELECT json FROM channel_pushes
         WHERE delivered_at IS NULL AND server IN (SELECT value FROM json_each(?))
         ORDER BY seq LIMIT ?`,
      )
      .all(JSON.stringify(servers), limit) as { json: string }[];
    return rows.flatMap(({ json }) => {
      const { data } = ChatItem.safeParse(JSON.parse(json));
      return data?.kind === 'channel' ? [data] : [];
    });
  }

  /** How many of a server wait, and their size. */
  backlog(server: string): { readonly count: number; readonly bytes: number } {
    return this.#db
      .prepare(
        `SELECT COUNT(*) AS count, COALESCE(SUM(bytes), 0) AS bytes FROM channel_pushes
         WHERE delivered_at IS NULL AND server = ?`,
      )
      .get(server) as { count: number; bytes: number };
  }

  /** Runs `put`, which keeps the chat item, and marks the push as delivered: both or neither. */
  deliver(id: string, conversation: string, at: number, put: () => void): void {
    const both = this.#db.transaction(() => {
      put();
      this.#db
        .prepare('UPDATE channel_pushes SET delivered_at = ?, conversation = ? WHERE id = ?')
        .run(at, conversation, id);
    });
    both.immediate();
  }

  markRead(conversation: string, at: number): boolean {
    const { changes } = this.#db
      .prepare(
        `UPDATE channel_pushes SET read_at = ?
         WHERE conversation = ? AND delivered_at IS NOT NULL AND read_at IS NULL`,
      )
      .run(at, conversation);
    return changes > 0;
  }

  /** How many delivered pushes nobody has looked at, by conversation. */
  unread(): ReadonlyMap<string, number> {
    const rows = this.#db
      .prepare(
        `SELECT conversation, COUNT(*) AS count FROM channel_pushes
         WHERE delivered_at IS NOT NULL AND read_at IS NULL GROUP BY conversation`,
      )
      .all() as { conversation: string; count: number }[];
    return new Map(rows.map(({ conversation, count }) => [conversation, count]));
  }

  /** How many of a server nobody has looked at, delivered or not. */
  unseen(server: string): number {
    const { count } = this.#db
      .prepare(
        `SELECT (SELECT COUNT(*) FROM channel_pushes WHERE delivered_at IS NULL AND server = ?1) +
           (SELECT COUNT(*) FROM channel_pushes
            WHERE delivered_at IS NOT NULL AND read_at IS NULL AND server = ?1) AS count`,
      )
      .get(server) as { count: number };
    return count;
  }

  /** Counts one that was not taken in. */
  count(server: string, why: NotTaken): void {
    this.#db
      .prepare(
        `INSERT INTO channels (server, ${why}) VALUES (?, 1)
         ON CONFLICT (server) DO UPDATE SET ${why} = ${why} + 1`,
      )
      .run(server);
  }

  counts(server: string): ChannelCounts {
    const row = this.#db
      .prepare('SELECT not_allowed, held_back, refused FROM channels WHERE server = ?')
      .get(server) as ChannelCounts | undefined;
    const { not_allowed = 0, held_back = 0, refused = 0 } = row ?? {};
    return { not_allowed, held_back, refused };
  }

  allowed(): readonly AllowedChannel[] {
    const rows = this.#db
      .prepare(
        'SELECT server, signature, conversation FROM channels WHERE signature IS NOT NULL ORDER BY server',
      )
      .all() as { server: string; signature: string; conversation: string | null }[];
    return rows.map((row) => ({ ...row, conversation: row.conversation ?? undefined }));
  }

  /** From now on its pushes are taken in; the counts of before begin anew. */
  allow({
    server,
    signature,
    conversation = null,
  }: Omit<AllowedChannel, 'conversation'> & { conversation?: string | undefined | null }): void {
    this.#db
      .prepare(
        `INSERT INTO channels (server, signature, conversation) VALUES (?, ?, ?)
         ON CONFLICT (server) DO UPDATE SET signature = excluded.signature,
           conversation = excluded.conversation, not_allowed = 0`,
      )
      .run(server, signature, conversation);
  }

  /** What it pushed and nobody saw goes with it. */
  forbid(server: string): void {
    const both = this.#db.transaction(() => {
      this.#db
        .prepare('UPDATE channels SET signature = NULL, conversation = NULL WHERE server = ?')
        .run(server);
      this.#db
        .prepare('DELETE FROM channel_pushes WHERE server = ? AND delivered_at IS NULL')
        .run(server);
    });
    both.immediate();
  }
}
