import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import { TaskTable } from '../../../src/main/store/taskTable.ts';
import { WorktreeTable } from '../../../src/main/store/worktreeTable.ts';
import { createGit } from '../../../src/main/team/git.ts';
import { TaskBoard } from '../../../src/main/team/taskBoard.ts';
import { Worktrees } from '../../../src/main/team/worktrees.ts';
import { toAppError } from '../../../src/shared/errors.ts';

const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];

export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** A folder that is gone after the test. */
export async function emptyFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-team-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A real repository with one commit. */
export async function repository(): Promise<string> {
  const folder = await emptyFolder();
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  await writeFile(join(folder, 'readme.md'), 'one\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'One');
  return folder;
}

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
