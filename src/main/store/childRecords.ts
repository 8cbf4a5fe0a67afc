import type { Database } from './database.ts';

/** A child that a Patchbay started, told apart from any later process of the same pid. */
export type ChildRecord = {
  readonly id: number;
  readonly server: string;
  /** Also the id of its process group. */
  readonly pid: number;
  /** As the machine tells it (see servers/process/processTable); null until it is known. */
  readonly start: number | null;
  /** The running of the machine that `start` and `ownerStart` count in; empty where they are absolute. */
  readonly boot: string;
  readonly ownerPid: number;
  readonly ownerStart: number | null;
  /** When its owner last knew that its group lives, counted as `start`. */
  readonly seen: number;
  /** The program, without arguments: those may hold secrets. */
  readonly command: string;
};

/** The children that are not confirmed gone, kept so that the next start can end what is left. */
export class ChildRecords {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Answers the record's id. */
  add(child: Omit<ChildRecord, 'id'>): number {
    const { server, pid, start, boot, ownerPid, ownerStart, seen, command } = child;
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO children (server, pid, start, boot, owner_pid, owner_start, seen, command)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(server, pid, start, boot, ownerPid, ownerStart, seen, command);
    return Number(lastInsertRowid);
  }

  setStart(id: number, start: number): void {
    this.#db.prepare('UPDATE children SET start = ? WHERE id = ?').run(start, id);
  }

  /** Notes that they are known to live at `seen`. */
  see(ids: Iterable<number>, seen: number): void {
    const update = this.#db.prepare('UPDATE children SET seen = ? WHERE id = ?');
    const updateAll = this.#db.transaction(() => {
      for (const id of ids) update.run(seen, id);
    });
    updateAll();
  }

  remove(id: number): void {
    this.#db.prepare('DELETE FROM children WHERE id = ?').run(id);
  }

  list(): readonly ChildRecord[] {
    return this.#db
      .prepare(
        `SELECT id, server, pid, start, boot, owner_pid AS ownerPid, owner_start AS ownerStart,
         seen, command FROM children ORDER BY id`,
      )
      .all() as ChildRecord[];
  }
}
