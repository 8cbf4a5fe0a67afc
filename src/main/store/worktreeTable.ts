import type { Worktree, WorktreeEvent } from '../../shared/team.ts';
import type { Database } from './database.ts';

/** The worktrees that Patchbay made, by workspace, and what became of them. */
export class WorktreeTable {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** In the order they were created. */
  list(workspace: string): readonly Worktree[] {
    const rows = this.#db
      .prepare('SELECT * FROM team_worktrees WHERE workspace = ? ORDER BY created_at, name')
      .all(workspace) as WorktreeRow[];
    return rows.map(({ name, branch, path, task, kept, created_at }) => ({
      name,
      branch,
      path,
      taskId: task ?? undefined,
      kept: kept === 1,
      createdAt: created_at,
    }));
  }

  /** Adds a worktree, or replaces the one of its name. */
  put(workspace: string, { name, path, branch, taskId, kept, createdAt }: Worktree): void {
    this.#db
      .prepare(
        `INSERT OR REPLACE INTO team_worktrees
           (workspace, name, path, branch, task, kept, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(workspace, name, path, branch, taskId ?? null, kept ? 1 : 0, createdAt);
  }

  remove(workspace: string, name: string): void {
    this.#db
      .prepare('DELETE FROM team_worktrees WHERE workspace = ? AND name = ?')
      .run(workspace, name);
  }

  addEvent(workspace: string, event: Omit<WorktreeEvent, 'seq'>): void {
    const { at, kind, worktree, taskId, discarded } = event;
    this.#db
      .prepare(
        `INSERT INTO team_events (workspace, at, kind, worktree, task, discarded)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(workspace, at, kind, worktree, taskId ?? null, discarded === true ? 1 : 0);
  }

  /** The latest first. */
  events(workspace: string, limit: number): readonly WorktreeEvent[] {
    const rows = this.#db
      .prepare('SELECT * FROM team_events WHERE workspace = ? ORDER BY seq DESC LIMIT ?')
      .all(workspace, limit) as EventRow[];
    return rows.map(({ seq, at, kind, worktree, task, discarded }) => ({
      seq,
      at,
      kind,
      worktree,
      taskId: task ?? undefined,
      discarded: discarded === 1,
    }));
  }

  workspaces(): readonly string[] {
    const rows = this.#db
      .prepare('SELECT DISTINCT workspace FROM team_worktrees ORDER BY workspace')
      .all() as { workspace: string }[];
    return rows.map(({ workspace }) => workspace);
  }
}

type WorktreeRow = {
  readonly name: string;
  readonly path: string;
  readonly branch: string;
  readonly task: string | null;
  readonly kept: number;
  readonly created_at: number;
};

type EventRow = {
  readonly seq: number;
  readonly at: number;
  readonly kind: WorktreeEvent['kind'];
  readonly worktree: string;
  readonly task: string | null;
  readonly discarded: number;
};
