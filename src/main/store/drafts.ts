import { KeptDraft } from '../../shared/draft.ts';
import type { Database } from './database.ts';

/** Messages that are written and not sent. */
export class Drafts {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Those of conversations that are there, and of the one that is about to begin. */
  list(): readonly KeptDraft[] {
    const rows = this.#db
      .prepare(
        `SELECT json FROM drafts WHERE conversation = '' OR conversation IN
           (SELECT id FROM conversations WHERE deleted_at IS NULL)`,
      )
      .all() as { json: string }[];
    return rows.flatMap(({ json }) => KeptDraft.safeParse(JSON.parse(json)).data ?? []);
  }

  /** Takes the place of the one before; an empty one leaves nothing. */
  keep(draft: KeptDraft): void {
    if (draft.text === '' && draft.attachments.length === 0) {
      this.#db.prepare('DELETE FROM drafts WHERE conversation = ?').run(draft.of);
      return;
    }
    this.#db
      .prepare('INSERT OR REPLACE INTO drafts VALUES (?, ?)')
      .run(draft.of, JSON.stringify(draft));
  }

  /** Forgets those whose conversation is gone. */
  sweep(): void {
    this.#db.exec(
      `DELETE FROM drafts WHERE conversation <> '' AND conversation NOT IN
         (SELECT id FROM conversations)`,
    );
  }
}
