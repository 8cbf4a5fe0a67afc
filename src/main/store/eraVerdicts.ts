import type { Database } from './database.ts';

/** When a server's configuration, by its signature, proved to be of the older era. */
export class EraVerdictTable {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  readonly since = (signature: string): number | undefined => {
    const row = this.#db
      .prepare('SELECT since FROM era_verdicts WHERE signature = ?')
      .get(signature) as { since: number } | undefined;
    return row?.since;
  };

  readonly put = (signature: string, since: number): void => {
    this.#db
      .prepare('INSERT OR REPLACE INTO era_verdicts (signature, since) VALUES (?, ?)')
      .run(signature, since);
  };

  readonly forget = (signature: string): void => {
    this.#db.prepare('DELETE FROM era_verdicts WHERE signature = ?').run(signature);
  };
}
