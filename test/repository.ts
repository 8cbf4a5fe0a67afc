import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

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
