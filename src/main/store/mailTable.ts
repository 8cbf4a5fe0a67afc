import type { Mail, TeamRequest } from '../../shared/team.ts';
import type { Database } from './database.ts';

/** The mail and the requests of all teams; what a team is, is for whoever uses it to say. */
export class MailTable {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Runs `work` while no other process can write; what it throws undoes what it wrote. */
  alone<T>(work: () => T): T {
    return (this.#db.transaction(work).immediate as () => T)();
  }

  /** Answers it with its number. */
  add(team: string, mail: Omit<Mail, 'seq' | 'isRead'>): Mail {
    const { from, to, kind, text, requestId, at } = mail;
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO team_messages (team, recipient, sender, kind, text, request, at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(team, to, from, kind, text.replaceAll('\0', '\u2400'), requestId ?? null, at);
    return { seq: Number(lastInsertRowid), ...mail };
  }

  /** In the order it was sent. */
  unread(team: string, to: string): readonly Mail[] {
    const rows = this.#db
      .prepare(
        `SELECT * FROM team_messages WHERE team = ? AND recipient = ? AND read_at IS NULL
         ORDER BY seq`,
      )
      .all(team, to) as MailRow[];
    return rows.map(mailOf);
  }

  /** Everything ever sent in a team, the latest first. */
  latest(team: string, limit: number): readonly Mail[] {
    const rows = this.#db
      .prepare('SELECT * FROM team_messages WHERE team = ? ORDER BY seq DESC LIMIT ?')
      .all(team, limit) as MailRow[];
    return rows.map(mailOf);
  }

  /** Notes that `to` has read all up to the number. */
  markRead(team: string, to: string, upTo: number, at: number): void {
    this.#db
      .prepare(
        `UPDATE team_messages SET read_at = ?
         WHERE team = ? AND recipient = ? AND seq <= ? AND read_at IS NULL`,
      )
      .run(at, team, to, upTo);
  }

  request(team: string, id: string): TeamRequest | undefined {
    const row = this.#db
      .prepare('SELECT json FROM team_requests WHERE team = ? AND id = ?')
      .get(team, id) as { json: string } | undefined;
    return row && (JSON.parse(row.json) as TeamRequest);
  }

  requests(team: string): readonly TeamRequest[] {
    const rows = this.#db.prepare('SELECT json FROM team_requests WHERE team = ?').all(team) as {
      json: string;
    }[];
    return rows
      .map(({ json }) => JSON.parse(json) as TeamRequest)
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  }

  /** Adds a request, or replaces the one of its id. */
  putRequest(team: string, request: TeamRequest): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO team_requests (team, id, json) VALUES (?, ?, ?)')
      .run(team, request.id, JSON.stringify(request));
  }
}

type MailRow = {
  readonly seq: number;
  readonly sender: string;
  readonly recipient: string;
  readonly kind: Mail['kind'];
  readonly text: string;
  readonly request: string | null;
  readonly at: number;
  readonly read_at: number | null;
};

const mailOf = (row: MailRow): Mail => ({
  seq: row.seq,
  from: row.sender,
  to: row.recipient,
  kind: row.kind,
  text: row.text,
  requestId: row.request ?? undefined,
  at: row.at,
  isRead: row.read_at !== null,
});
