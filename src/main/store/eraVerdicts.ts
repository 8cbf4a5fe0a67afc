import type { Database } from './database.ts';

type Verdict = { readonly kind: 'legacy' | 'sse'; readonly since: number };

/** What a server's configuration, by its signature, proved to be, and when. */
export class EraVerdictTable {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  readonly get = (signature: string): Verdict | undefined =>
    this.#db.prepare('SELECT kind, since FROM era_verdicts WHERE signature = ?').get(signature) as
      Verdict | undefined;

  readonly put = (signature: string, { kind, since }: Verdict): void => {
    this.#db
      .prepare('INSERT OR REPLACE INTO era_verdicts (signature, kind, since) VALUES (?, ?, ?)')
      .run(signature, kind, since);
  };

  readonly forget = (signature: string): void => {
    this.#db.prepare('DELETE FROM era_verdicts WHERE signature = ?').run(signature);
  };
}
