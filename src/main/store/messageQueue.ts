import { ChatItem } from '../../shared/chat.ts';
import type { ChatItemOf } from '../../shared/chat.ts';
import type { Database } from './database.ts';
import { filesOf } from './itemFiles.ts';

/** Messages that wait for the next model request of their conversation. */
export class MessageQueue {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  add(conversationId: string, item: ChatItemOf<'user'>): void {
    this.#db
      .prepare('INSERT INTO queued_messages (conversation_id, id, json) VALUES (?, ?, ?)')
      .run(conversationId, item.id, JSON.stringify(item));
    // They go with the conversation, whether the message is ever sent or not.
    for (const name of filesOf(item)) {
      this.#db
        .prepare('INSERT OR IGNORE INTO conversation_files (name, conversation_id) VALUES (?, ?)')
        .run(name, conversationId);
    }
  }

  /** Oldest first. */
  list(conversationId: string): readonly ChatItemOf<'user'>[] {
    const rows = this.#db
      .prepare('SELECT json FROM queued_messages WHERE conversation_id = ? ORDER BY seq')
      .all(conversationId) as { json: string }[];
    return rows.flatMap(({ json }) => {
      const { data } = ChatItem.safeParse(JSON.parse(json));
      return data?.kind === 'user' ? [data] : [];
    });
  }

  /** Answers whether it was there. */
  remove(id: string): boolean {
    return this.#db.prepare('DELETE FROM queued_messages WHERE id = ?').run(id).changes > 0;
  }

  /** Runs `put`, which keeps the item, and takes it from what waits, if it is there: both or neither. */
  deliver(id: string, put: () => void): void {
    const both = this.#db.transaction(() => {
      put();
      this.remove(id);
    });
    both.immediate();
  }
}
