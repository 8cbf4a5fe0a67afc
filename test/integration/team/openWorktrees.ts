import { openDatabase } from '../../../src/main/store/database.ts';
import { TaskTable } from '../../../src/main/store/taskTable.ts';
import { WorktreeTable } from '../../../src/main/store/worktreeTable.ts';
import { createGit } from '../../../src/main/team/git.ts';
import { TaskBoard } from '../../../src/main/team/taskBoard.ts';
import { Worktrees } from '../../../src/main/team/worktrees.ts';
import { toAppError } from '../../../src/shared/errors.ts';

/** Worktrees with a board, in a database of their own. */
export function openWorktrees(more: { command?: string; timeoutMs?: number } = {}) {
  const database = openDatabase(':memory:');
  let time = 0;
  const now = () => ++time;
  const onChange = () => undefined;
  const board = new TaskBoard({ table: new TaskTable(database), now, onChange });
  const worktrees = new Worktrees({
    table: new WorktreeTable(database),
    board,
    git: createGit({ environment: async () => process.env, ...more }),
    now,
    onChange,
  });
  return { board, worktrees };
}

export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown: unknown) => toAppError(thrown),
  );
