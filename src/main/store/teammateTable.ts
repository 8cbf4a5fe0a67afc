import type { TeammateState } from '../../shared/team.ts';
import type { Database } from './database.ts';

/** What is kept of a teammate besides its conversation. */
export type StoredTeammate = {
  /** Its conversation. */
  readonly id: string;
  /** The lead's conversation. */
  readonly team: string;
  readonly name: string;
  /** What it is for, in the lead's words. */
  readonly role: string;
  /** The servers and tools that it has of the lead's; undefined for all. */
  readonly allowed?: readonly string[] | undefined;
  readonly state: TeammateState;
  /** When it came to be in that state, in epoch milliseconds. */
  readonly since: number;
};

/** The teammates of all teams. */
export class TeammateTable {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** In the order they joined. */
  all(): readonly StoredTeammate[] {
    const rows = this.#db.prepare('SELECT * FROM teammates ORDER BY rowid').all() as Row[];
    return rows.map(stored);
  }

  /** Adds a teammate, or replaces the one of its id. */
  put({ id, team, name, role, allowed, state, since }: StoredTeammate): void {
    this.#db
      .prepare(
        `INSERT INTO teammates (conversation, team, name, role, allowed, state, since)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (conversation) DO UPDATE SET role = excluded.role,
           allowed = excluded.allowed, state = excluded.state, since = excluded.since`,
      )
      .run(
        id,
        team,
        name,
        role,
        allowed === undefined ? null : JSON.stringify(allowed),
        state,
        since,
      );
  }
}

type Row = {
  readonly conversation: string;
  readonly team: string;
  readonly name: string;
  readonly role: string;
  readonly allowed: string | null;
  readonly state: TeammateState;
  readonly since: number;
};

const stored = ({ conversation, allowed, ...row }: Row): StoredTeammate => ({
  ...row,
  id: conversation,
  allowed: allowed === null ? undefined : (JSON.parse(allowed) as string[]),
});
