import type { ApprovalAnswer, Layer } from '../../shared/config.ts';
import type { Database } from './database.ts';

/** Which entry an answer is about: by the folder of the workspace, the kind of file and the name. */
export type EntryPlace = {
  readonly workspace: string;
  readonly layer: Layer;
  readonly name: string;
};

/** What a person answered last, and about what. */
export type Approval = {
  /** Of the whole content: see config/entryText. */
  readonly hash: string;
  readonly text: string;
  readonly answer: ApprovalAnswer;
};

/** What people answered about the entries of workspaces, kept in the database. */
export class Approvals {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  of({ workspace, layer, name }: EntryPlace): Approval | undefined {
    return this.#db
      .prepare(
        'SELECT hash, text, answer FROM approvals WHERE workspace = ? AND layer = ? AND name = ?',
      )
      .get(workspace, layer, name) as Approval | undefined;
  }

  forget({ workspace, layer, name }: EntryPlace): void {
    this.#db
      .prepare('DELETE FROM approvals WHERE workspace = ? AND layer = ? AND name = ?')
      .run(workspace, layer, name);
  }

  /** Takes the place of the answer before. `at` is in epoch milliseconds. */
  set({ workspace, layer, name }: EntryPlace, { hash, text, answer }: Approval, at: number): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO approvals VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(workspace, layer, name, hash, text, answer, at);
  }
}
