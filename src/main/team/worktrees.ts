import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import type { TaskId, Worktree, WorktreeEvent } from '../../shared/team.ts';
import type { WorktreeTable } from '../store/worktreeTable.ts';
import type { Git, GitAnswer } from './git.ts';
import type { TaskBoard } from './taskBoard.ts';
import { failure, prepareFolder, repositoryOf, worktreePath } from './worktreeFolder.ts';
import { branchOf, worktreeNameRefusal } from './worktreeName.ts';

type Options = {
  readonly table: WorktreeTable;
  readonly board: TaskBoard;
  readonly git: Git;
  readonly now: () => number;
  readonly onChange: (workspace: string) => void;
};

const shownEvents = 50;

/** Work that removing a worktree would lose. */
type Unsaved = { readonly files: number; readonly commits: number };

/**
 * Git worktrees in `.worktrees` of a workspace, each on a branch of its own, and what became of
 * them. What there is, is git's to say: the table only knows which tasks they are for.
 */
export class Worktrees {
  readonly #options: Options;
  /** One change at a time in each workspace. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(options: Options) {
    this.#options = options;
  }

  list(workspace: string): readonly Worktree[] {
    return this.#options.table.list(workspace);
  }

  /** The latest first. */
  events(workspace: string): readonly WorktreeEvent[] {
    return this.#options.table.events(workspace, shownEvents);
  }

  /** On a new branch from the workspace's HEAD; `taskId` names the task whose work it is for. */
  create(workspace: string, name: string, taskId?: TaskId): Promise<Worktree> {
    return this.#inTurn(workspace, async () => {
      const { table, board, git, now } = this.#options;
      refuseName(name);
      if (taskId !== undefined) board.get(workspace, taskId);
      const folder = await repositoryOf(workspace, git);
      const path = worktreePath(folder, name);
      const branch = branchOf(name);
      const isTaken = this.list(workspace).some(
        (one) => one.name.toLowerCase() === name.toLowerCase() && one.path !== path,
      );
      if (isTaken || (await exists(path))) throw taken(name, path);
      await prepareFolder(folder, git);
      // One whose folder was deleted by hand is forgotten, so that its place is free.
      await git(folder, ['worktree', 'prune']);
      const args = ['worktree', 'add', '--quiet', '-b', branch, path, 'HEAD'];
      said(await git(folder, args), name);
      const at = now();
      const worktree = { name, branch, path, taskId, kept: false, createdAt: at };
      table.put(workspace, worktree);
      table.addEvent(workspace, { at, kind: 'created', worktree: name, taskId });
      if (taskId !== undefined) board.bind(workspace, taskId, name);
      return worktree;
    });
  }

  /**
   * Removes the folder and the branch. Refuses with `team/worktree-unsaved` while there is work in
   * it that is nowhere else, unless `discard`: changes that are not committed, or commits that no
   * other branch and no remote has.
   */
  remove(workspace: string, name: string, discard = false): Promise<void> {
    return this.#inTurn(workspace, async () => {
      const { table, board, git, now } = this.#options;
      refuseName(name);
      const folder = await repositoryOf(workspace, git);
      const path = worktreePath(folder, name);
      const branch = branchOf(name);
      const isThere = await this.#isWorktree(path);
      const known = this.list(workspace).find((one) => one.name === name);
      if (!isThere && !known) throw notThere(name);
      const unsaved = await this.#unsaved(folder, isThere ? path : undefined, branch).catch(
        (thrown: unknown) => {
          if (!discard) throw thrown;
          return { files: 1, commits: 0 };
        },
      );
      const isLost = unsaved.files > 0 || unsaved.commits > 0;
      if (isLost && !discard) throw unsavedWork(name, unsaved);
      if (isThere) {
        const force = discard ? ['--force'] : [];
        said(await git(folder, ['worktree', 'remove', ...force, path]), name);
      } else await git(folder, ['worktree', 'prune']);
      if (await this.#hasBranch(folder, branch)) {
        said(await git(folder, ['branch', '--quiet', '-D', branch]), name);
      }
      table.remove(workspace, name);
      const taskId = known?.taskId;
      const event = { kind: 'removed', worktree: name, taskId, discarded: isLost } as const;
      table.addEvent(workspace, { at: now(), ...event });
      board.unbind(workspace, name);
    });
  }

  /** Marks it as kept for a person to look at. Answers it. */
  keep(workspace: string, name: string): Promise<Worktree> {
    return this.#inTurn(workspace, async () => {
      const { table, now } = this.#options;
      refuseName(name);
      const found = this.list(workspace).find((one) => one.name === name);
      if (!found || !(await exists(found.path))) throw notThere(name);
      const worktree = { ...found, kept: true };
      if (!found.kept) {
        table.put(workspace, worktree);
        const { taskId } = found;
        table.addEvent(workspace, { at: now(), kind: 'kept', worktree: name, taskId });
      }
      return worktree;
    });
  }

  async #unsaved(folder: string, path: string | undefined, branch: string): Promise<Unsaved> {
    const { git } = this.#options;
    const name = branch.slice('wt/'.length);
    let files = 0;
    if (path !== undefined) {
      const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=normal'];
      files = said(await git(path, args), name)
        .split('\0')
        .filter((part) => part !== '').length;
    }
    const tips = [
      ...(path === undefined ? [] : [said(await git(path, ['rev-parse', 'HEAD']), name).trim()]),
      ...((await this.#hasBranch(folder, branch)) ? [`refs/heads/${branch}`] : []),
    ];
    if (tips.length === 0) return { files, commits: 0 };
    const elsewhere = ['--not', `--exclude=${branch}`, '--branches', '--remotes', '--tags'];
    const count = said(await git(folder, ['rev-list', '--count', ...tips, ...elsewhere]), name);
    return { files, commits: Number(count) };
  }

  /** Not a folder that is there by chance: git would take it for a part of the workspace. */
  async #isWorktree(path: string): Promise<boolean> {
    if (!(await exists(path))) return false;
    const top = await this.#options.git(path, ['rev-parse', '--show-toplevel']);
    return top.ok && relative(path, top.out.trim()) === '';
  }

  async #hasBranch(folder: string, branch: string): Promise<boolean> {
    const args = ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`];
    return (await this.#options.git(folder, args)).ok;
  }

  #inTurn<T>(workspace: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(workspace) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#turns.set(workspace, mine);
    const done = () => {
      if (this.#turns.get(workspace) === mine) this.#turns.delete(workspace);
    };
    mine
      .then(
        () => this.#options.onChange(workspace),
        () => undefined,
      )
      .finally(done);
    return mine;
  }
}

function refuseName(name: string): void {
  const error = worktreeNameRefusal(name);
  if (error) throw new AppFailure(error);
}

/** What git said, or a failure with its words. */
function said(answer: GitAnswer, name: string): string {
  if (answer.ok) return answer.out;
  throw failure('team/git-failed', `git refused this of ${name}: ${answer.why}`, {
    name,
    why: answer.why,
  });
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const taken = (name: string, path: string) =>
  failure('team/worktree-taken', `There is a worktree ${name} already, at ${path}.`, {
    name,
    path,
  });

const notThere = (name: string) =>
  failure('team/unknown-worktree', `There is no worktree ${name}.`, { name });

const unsavedWork = (name: string, { files, commits }: Unsaved) =>
  failure(
    'team/worktree-unsaved',
    `${name} has ${files} changed files and ${commits} commits that are nowhere else. ` +
      'Commit and merge or push them, keep the worktree, or discard them.',
    { name, files, commits },
  );
