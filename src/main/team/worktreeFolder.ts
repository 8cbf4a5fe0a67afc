import { lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { AppFailure } from '../../shared/errors.ts';
import type { Git } from './git.ts';

const folderName = '.worktrees';

/** The folder of a workspace's worktree; nothing is looked at. */
export const worktreePath = (workspace: string, name: string): string =>
  join(workspace, folderName, name);

/** The workspace's real path. Throws `team/no-folder`, `team/no-repository` or `team/no-commits`. */
export async function repositoryOf(workspace: string, git: Git): Promise<string> {
  const folder = await realpath(workspace).catch(() => {
    throw failure('team/no-folder', `There is no folder ${workspace}.`, { folder: workspace });
  });
  const inside = await git(folder, ['rev-parse', '--is-inside-work-tree']);
  if (!inside.ok || inside.out.trim() !== 'true') {
    const why = inside.ok ? 'it has no work tree' : inside.why;
    const message = `${folder} is not in a git repository. Worktrees need one: git init.`;
    throw failure('team/no-repository', message, { folder, why });
  }
  const head = await git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (!head.ok) {
    const message = `The repository of ${folder} has no commits. Commit something first.`;
    throw failure('team/no-commits', message, { folder });
  }
  return folder;
}

/**
 * Makes the folder that worktrees stand in, and has git not see it, by the repository's own list
 * (gitignore(5): info/exclude) and not by a file that would be committed. Throws
 * `team/worktree-folder` when the place is taken by something else, such as a link to elsewhere.
 */
export async function prepareFolder(workspace: string, git: Git): Promise<void> {
  const folder = join(workspace, folderName);
  const found = await lstat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) {
    const message = `${folder} is there already and is not a folder. Move it away.`;
    throw failure('team/worktree-folder', message, { folder });
  }
  if (!found) await mkdir(folder, { recursive: true });
  const where = await git(workspace, ['rev-parse', '--git-path', 'info/exclude']);
  if (!where.ok) return;
  const path = where.out.trim();
  const file = isAbsolute(path) ? path : resolve(workspace, path);
  const line = `${folderName}/`;
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.split(/\r?\n/).includes(line)) return;
  await mkdir(dirname(file), { recursive: true });
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  await writeFile(file, `${text}${gap}${line}\n`);
}

export const failure = (
  code: string,
  message: string,
  params: Record<string, string | number>,
): AppFailure => new AppFailure({ code, message, params });
