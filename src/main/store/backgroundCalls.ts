import { ChatItem } from '../../shared/chat.ts';
import type { ChatItemOf } from '../../shared/chat.ts';
import type { Database } from './database.ts';

export type BackgroundItem = ChatItemOf<'background'>;

/**
 * The calls that go on in the background, from their beginning until their end is in its
 * conversation. What is kept of one that runs is the end that it has if the app ends before it does.
 */
export class BackgroundCalls {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Answers what the call is called: `bg_` with a number that no other call ever had. */
  begin(conversationId: string, itemOf: (label: string) => BackgroundItem): string {
    return this.#db
      .transaction(() => {
        const { lastInsertRowid } = this.#db
          .prepare("INSERT INTO background_calls (conversation_id, id, json) VALUES (?, '', '')")
          .run(conversationId);
        const label = `bg_${lastInsertRowid}`;
        const item = itemOf(label);
        this.#db
          .prepare('UPDATE background_calls SET id = ?, json = ? WHERE seq = ?')
          .run(item.id, JSON.stringify(item), lastInsertRowid);
        return label;
      })
      .immediate();
  }

  /** Keeps how a call ended, until it is delivered. */
  finish(item: BackgroundItem): void {
    this.#db
      .prepare('UPDATE background_calls SET json = ?, has_ended = 1 WHERE id = ?')
      .run(JSON.stringify(item), item.id);
  }

  /** The ends that wait for a conversation, in the order in which the calls began. */
  waiting(conversationId: string): readonly BackgroundItem[] {
    const rows = this.#db
      .prepare(
        'SELECT json FROM background_calls WHERE conversation_id = ? AND has_ended = 1 ORDER BY seq',
      )
      .all(conversationId) as { json: string }[];
    return rows.flatMap(({ json }) => {
      const { data } = ChatItem.safeParse(JSON.parse(json));
      return data?.kind === 'background' ? [data] : [];
    });
  }

  /** Runs `put`, which keeps the chat item, and lets go of it here: both or neither. */
  deliver(id: string, put: () => void): void {
    this.#db
      .transaction(() => {
        put();
        this.#db.prepare('DELETE FROM background_calls WHERE id = ?').run(id);
      })
      .immediate();
  }

  /** Ends what an earlier run of the app left; answers the conversations for which ends wait. */
  endAll(): readonly string[] {
    this.#db.prepare('UPDATE background_calls SET has_ended = 1').run();
    const rows = this.#db
      .prepare('SELECT DISTINCT conversation_id AS id FROM background_calls')
      .all() as { id: string }[];
    return rows.map(({ id }) => id);
  }
}
