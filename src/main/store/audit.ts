import { DecidedBy, Decision } from '../../shared/permission.ts';
import type { DecisionRecord } from '../../shared/permission.ts';
import type { Database } from './database.ts';

/** Every decision about a tool call, kept for good: nothing here is ever changed or taken away. */
export class Audit {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Answers it as it is kept. What is given must be free of secrets. */
  add(decision: Omit<DecisionRecord, 'id'>): DecisionRecord {
    const { at, conversationId, itemId, server, tool, digest, preview, verdict, by } = decision;
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO decisions (at, conversation_id, item_id, server, tool, digest, preview,
           verdict, decided_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        at,
        conversationId,
        itemId,
        server ?? null,
        tool,
        digest,
        preview.replaceAll('\0', '\u2400'),
        verdict,
        JSON.stringify(by),
      );
    return { ...decision, id: Number(lastInsertRowid) };
  }

  /** The last `limit` decisions before `before` (or at the end), ascending. */
  list(before: number | undefined, limit: number): readonly DecisionRecord[] {
    const rows = this.#db
      .prepare(
        `SELECT * FROM (SELECT * FROM decisions WHERE id < ? ORDER BY id DESC LIMIT ?) ORDER BY id`,
      )
      .all(before ?? Number.MAX_SAFE_INTEGER, limit) as Row[];
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      conversationId: row.conversation_id,
      itemId: row.item_id,
      server: row.server ?? undefined,
      tool: row.tool,
      digest: row.digest,
      preview: row.preview,
      verdict: Decision.shape.verdict.parse(row.verdict),
      by: DecidedBy.parse(JSON.parse(row.decided_by)),
    }));
  }
}

type Row = {
  readonly id: number;
  readonly at: number;
  readonly conversation_id: string;
  readonly item_id: string;
  readonly server: string | null;
  readonly tool: string;
  readonly digest: string;
  readonly preview: string;
  readonly verdict: string;
  readonly decided_by: string;
};
