import type { Task, TaskId } from '../../shared/team.ts';
import type { Database } from './database.ts';

/** A task as it is kept; one that was cleared away still counts as what others waited for. */
export type StoredTask = Task & { readonly cleared: boolean };

/** The task boards of all workspaces. */
export class TaskTable {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Runs `work` while no other process can write, so that what it reads is still so when it writes.
   * What it throws undoes what it wrote.
   */
  alone<T>(work: () => T): T {
    return (this.#db.transaction(work).immediate as () => T)();
  }

  /** All that a workspace ever had, in the order they were created. */
  list(workspace: string): readonly StoredTask[] {
    const rows = this.#db
      .prepare('SELECT * FROM team_tasks WHERE workspace = ? ORDER BY number')
      .all(workspace) as Row[];
    return rows.map(taskOf);
  }

  workspaces(): readonly string[] {
    const rows = this.#db
      .prepare('SELECT DISTINCT workspace FROM team_tasks WHERE cleared = 0 ORDER BY workspace')
      .all() as { workspace: string }[];
    return rows.map(({ workspace }) => workspace);
  }

  /** Adds a task, or replaces the one of its id. */
  put(workspace: string, task: StoredTask): void {
    this.#db
      .prepare(
        `INSERT OR REPLACE INTO team_tasks (workspace, number, subject, description, state, owner,
           conversation, blocked_by, worktree, created_at, claimed_at, completed_at, cleared)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        workspace,
        numberOf(task.id),
        task.subject,
        task.description,
        task.state,
        task.owner ?? null,
        task.conversationId ?? null,
        JSON.stringify(task.blockedBy),
        task.worktree ?? null,
        task.createdAt,
        task.claimedAt ?? null,
        task.completedAt ?? null,
        task.cleared ? 1 : 0,
      );
  }
}

const numberOf = (id: TaskId): number => Number(id.slice('task_'.length));
export const taskId = (number: number): TaskId => `task_${number}`;

type Row = {
  readonly number: number;
  readonly subject: string;
  readonly description: string;
  readonly state: Task['state'];
  readonly owner: string | null;
  readonly conversation: string | null;
  readonly blocked_by: string;
  readonly worktree: string | null;
  readonly created_at: number;
  readonly claimed_at: number | null;
  readonly completed_at: number | null;
  readonly cleared: number;
};

const taskOf = (row: Row): StoredTask => ({
  id: taskId(row.number),
  subject: row.subject,
  description: row.description,
  state: row.state,
  owner: row.owner ?? undefined,
  conversationId: row.conversation ?? undefined,
  blockedBy: JSON.parse(row.blocked_by) as TaskId[],
  worktree: row.worktree ?? undefined,
  createdAt: row.created_at,
  claimedAt: row.claimed_at ?? undefined,
  completedAt: row.completed_at ?? undefined,
  cleared: row.cleared === 1,
});
