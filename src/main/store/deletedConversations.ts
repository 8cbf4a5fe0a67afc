import type { Database } from './database.ts';

/** A conversation, those that work for it, and those that work for them. */
const family = `
  WITH RECURSIVE family (id) AS (
    SELECT ? UNION SELECT c.id FROM conversations c JOIN family f ON c.parent = f.id
  )`;

/** Conversations between being deleted and being gone. */
export class DeletedConversations {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** The ids of all that goes with a conversation, its own first. */
  family(id: string): readonly string[] {
    const rows = this.#db.prepare(`${family} SELECT id FROM family`).all(id) as { id: string }[];
    return rows.map((row) => row.id);
  }

  /** Hides a conversation and its family, or shows them again where `at` is absent. */
  mark(id: string, at: number | undefined): void {
    this.#db
      .prepare(
        `${family} UPDATE conversations SET deleted_at = ? WHERE id IN (SELECT id FROM family)`,
      )
      .run(id, at ?? null);
  }

  /** Those that wait to be gone, without those that only go with them. */
  list(): readonly string[] {
    const rows = this.#db
      .prepare(
        `SELECT id FROM conversations c WHERE deleted_at IS NOT NULL AND NOT EXISTS
           (SELECT 1 FROM conversations p WHERE p.id = c.parent AND p.deleted_at IS NOT NULL)`,
      )
      .all() as { id: string }[];
    return rows.map((row) => row.id);
  }

  /**
   * Forgets a conversation for good, with its family and what channels keep of them; the tasks they
   * had begun are nobody's again. Answers the names of the files that no other conversation has,
   * which are to be removed.
   */
  purge(id: string): readonly string[] {
    const ids = JSON.stringify(this.family(id));
    const among = `IN (SELECT value FROM json_each(?))`;
    const all = this.#db.transaction(() => {
      const files = this.#db
        .prepare(
          `SELECT DISTINCT name FROM conversation_files f WHERE conversation_id ${among} AND NOT EXISTS
             (SELECT 1 FROM conversation_files o WHERE o.name = f.name
                AND o.conversation_id NOT ${among})`,
        )
        .all(ids, ids) as { name: string }[];
      const run = (sql: string) => this.#db.prepare(`${sql} ${among}`).run(ids);
      run('UPDATE channels SET conversation = NULL WHERE conversation');
      run('DELETE FROM channel_pushes WHERE conversation');
      run(`UPDATE team_tasks SET state = 'pending', owner = NULL, claimed_at = NULL
           WHERE state = 'in_progress' AND conversation`);
      run('UPDATE team_tasks SET conversation = NULL WHERE conversation');
      // Their items, and the conversations of those who worked for them, go by foreign keys.
      run('DELETE FROM conversations WHERE id');
      return files.map(({ name }) => name);
    });
    return all.immediate();
  }
}
