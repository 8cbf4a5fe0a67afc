import type { Database } from './database.ts';

/** Which servers may be sent permission prompts and answer them, as a person decided. */
export class RelayConsents {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** The signature of the configuration that each server had when it was allowed, by server. */
  allowed(): ReadonlyMap<string, string> {
    const rows = this.#db
      .prepare('SELECT server, signature FROM permission_relays ORDER BY server')
      .all() as { server: string; signature: string }[];
    return new Map(rows.map(({ server, signature }) => [server, signature]));
  }

  allow(server: string, signature: string): void {
    this.#db
      .prepare(
        `INSERT INTO permission_relays (server, signature) VALUES (?, ?)
         ON CONFLICT (server) DO UPDATE SET signature = excluded.signature`,
      )
      .run(server, signature);
  }

  forbid(server: string): void {
    this.#db.prepare('DELETE FROM permission_relays WHERE server = ?').run(server);
  }
}
