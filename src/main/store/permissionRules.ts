import type { PermissionRule } from '../../shared/permission.ts';
import type { Database } from './database.ts';

/** The user's "always for this tool", kept in the database. */
export class PermissionRules {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  has(server: string, tool: string): boolean {
    return (
      this.#db
        .prepare('SELECT 1 FROM permission_rules WHERE server = ? AND tool = ?')
        .get(server, tool) !== undefined
    );
  }

  add(rule: PermissionRule): void {
    this.#db
      .prepare('INSERT OR IGNORE INTO permission_rules (server, tool, since) VALUES (?, ?, ?)')
      .run(rule.server, rule.tool, rule.since);
  }

  forget(server: string, tool: string): void {
    this.#db
      .prepare('DELETE FROM permission_rules WHERE server = ? AND tool = ?')
      .run(server, tool);
  }

  /** All rules, by server and tool. */
  list(): readonly PermissionRule[] {
    return this.#db
      .prepare('SELECT server, tool, since FROM permission_rules ORDER BY server, tool')
      .all() as PermissionRule[];
  }
}
