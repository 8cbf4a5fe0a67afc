import type { Database } from './database.ts';

/** What a tool was when a person allowed it. */
export type Pin = {
  /** Of its whole definition, in hex. */
  readonly hash: string;
  /** Its definition as lines to read. */
  readonly text: string;
  /** Epoch milliseconds. */
  readonly since: number;
};

/** The definitions that allowed tools had, by server and tool. */
export class Pins {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(server: string, tool: string): Pin | undefined {
    return this.#db
      .prepare('SELECT hash, text, since FROM tool_pins WHERE server = ? AND tool = ?')
      .get(server, tool) as Pin | undefined;
  }

  set(server: string, tool: string, { hash, text, since }: Pin): void {
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO tool_pins (server, tool, hash, text, since) VALUES (?, ?, ?, ?, ?)',
      )
      // SQLite ends a text at its first NUL.
      .run(server, tool, hash, text.replaceAll('\0', '\u2400'), since);
  }

  forget(server: string, tool: string): void {
    this.#db.prepare('DELETE FROM tool_pins WHERE server = ? AND tool = ?').run(server, tool);
  }
}
