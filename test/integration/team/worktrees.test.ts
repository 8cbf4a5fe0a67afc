import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder, git, repository } from '../../repository.ts';
import { failureOf, openWorktrees } from './openWorktrees.ts';

it('makes a worktree on its branch, tells the task of it, and git sees nothing new', async () => {
  const folder = await repository();
  const { worktrees, board } = openWorktrees();
  const { id } = board.create(folder, { subject: 'Log in' });
  const made = await worktrees.create(folder, 'login', id);
  expect(made).toMatchObject({ branch: 'wt/login', path: join(folder, '.worktrees', 'login') });
  expect(git(made.path, 'branch', '--show-current').trim()).toBe('wt/login');
  expect(existsSync(join(made.path, 'readme.md'))).toBe(true);
  expect(git(folder, 'status', '--porcelain')).toBe('');
  expect(board.get(folder, id).worktree).toBe('login');
  expect((await failureOf(worktrees.create(folder, 'login')))?.code).toBe('team/worktree-taken');
  await worktrees.remove(folder, 'login');
  expect(existsSync(made.path)).toBe(false);
  expect(git(folder, 'branch', '--list', 'wt/*')).toBe('');
  expect(board.get(folder, id).worktree).toBeUndefined();
  expect(worktrees.list(folder)).toEqual([]);
  expect(worktrees.events(folder)).toMatchObject([
    { kind: 'removed', worktree: 'login', taskId: id, discarded: false },
    { kind: 'created', worktree: 'login', taskId: id },
  ]);
});

it('removes nothing that is nowhere else, unless it is told to', async () => {
  const folder = await repository();
  const { worktrees } = openWorktrees();
  const { path } = await worktrees.create(folder, 'work');
  // What is new counts, even where the person's settings hide it.
  git(folder, 'config', 'status.showUntrackedFiles', 'no');
  await writeFile(join(path, 'new.txt'), 'x');
  await writeFile(join(path, 'readme.md'), 'changed');
  expect(await failureOf(worktrees.remove(folder, 'work'))).toMatchObject({
    code: 'team/worktree-unsaved',
    params: { name: 'work', files: 2, commits: 0 },
  });
  git(path, 'add', '.');
  git(path, 'commit', '--quiet', '-m', 'Two');
  expect((await failureOf(worktrees.remove(folder, 'work')))?.params).toMatchObject({
    files: 0,
    commits: 1,
  });
  // A detached HEAD counts, too.
  git(path, 'checkout', '--quiet', '--detach');
  git(path, 'commit', '--quiet', '--allow-empty', '-m', 'Three');
  expect((await failureOf(worktrees.remove(folder, 'work')))?.params).toMatchObject({ commits: 2 });
  await worktrees.remove(folder, 'work', true);
  expect(existsSync(path)).toBe(false);
  expect(worktrees.events(folder)[0]).toMatchObject({ kind: 'removed', discarded: true });
});

it('removes what is merged, and what a remote has', async () => {
  const folder = await repository();
  const remote = await emptyFolder();
  git(remote, 'init', '--quiet', '--bare');
  git(folder, 'remote', 'add', 'origin', remote);
  const { worktrees } = openWorktrees();
  for (const name of ['merged', 'pushed']) {
    const { path } = await worktrees.create(folder, name);
    git(path, 'commit', '--quiet', '--allow-empty', '-m', name);
    expect((await failureOf(worktrees.remove(folder, name)))?.code).toBe('team/worktree-unsaved');
  }
  git(folder, 'merge', '--quiet', 'wt/merged');
  git(join(folder, '.worktrees/pushed'), 'push', '--quiet', 'origin', 'wt/pushed');
  await worktrees.remove(folder, 'merged');
  await worktrees.remove(folder, 'pushed');
  expect(worktrees.events(folder)[0]).toMatchObject({ kind: 'removed', discarded: false });
});

it('keeps one for a person, once', async () => {
  const folder = await repository();
  const { worktrees } = openWorktrees();
  await worktrees.create(folder, 'look');
  expect(await worktrees.keep(folder, 'look')).toMatchObject({ kept: true });
  await worktrees.keep(folder, 'look');
  expect(worktrees.list(folder)).toMatchObject([{ name: 'look', kept: true }]);
  expect(worktrees.events(folder).map(({ kind }) => kind)).toEqual(['kept', 'created']);
});

it('makes several at once', async () => {
  const folder = await repository();
  const { worktrees } = openWorktrees();
  const names = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(names.map((name) => worktrees.create(folder, name)));
  expect(worktrees.list(folder).map(({ name }) => name)).toEqual(names);
  const twice = await Promise.all([1, 2].map(() => failureOf(worktrees.create(folder, 'f'))));
  expect(twice.map((error) => error?.code)).toEqual([undefined, 'team/worktree-taken']);
});

it('goes on after a folder was deleted by hand, without losing its commits', async () => {
  const folder = await repository();
  const { worktrees } = openWorktrees();
  const { path } = await worktrees.create(folder, 'gone');
  git(path, 'commit', '--quiet', '--allow-empty', '-m', 'Kept');
  await rm(path, { recursive: true });
  expect((await failureOf(worktrees.keep(folder, 'gone')))?.code).toBe('team/unknown-worktree');
  expect(await failureOf(worktrees.create(folder, 'gone'))).toMatchObject({
    code: 'team/git-failed',
    params: { why: expect.stringContaining("branch named 'wt/gone' already exists") },
  });
  expect((await failureOf(worktrees.remove(folder, 'gone')))?.params).toMatchObject({ commits: 1 });
  await worktrees.remove(folder, 'gone', true);
  await worktrees.create(folder, 'gone');
  expect(existsSync(path)).toBe(true);
});

it('works from a folder inside the repository', async () => {
  const top = await repository();
  const folder = join(top, 'packages', 'one');
  await mkdir(folder, { recursive: true });
  const { worktrees } = openWorktrees();
  const { path } = await worktrees.create(folder, 'inner');
  expect(path).toBe(join(folder, '.worktrees', 'inner'));
  expect(git(top, 'status', '--porcelain')).toBe('');
  await worktrees.remove(folder, 'inner');
});

it('runs no hook of the repository', async () => {
  const folder = await repository();
  const hook = join(folder, '.git', 'hooks', 'post-checkout');
  await writeFile(hook, `#!/bin/sh\ntouch "${folder}/ran"\n`, { mode: 0o755 });
  const { worktrees } = openWorktrees();
  await worktrees.create(folder, 'quiet');
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

it('says why a place has no worktrees', async () => {
  const plain = await emptyFolder();
  const { worktrees } = openWorktrees();
  const codeAt = async (folder: string, name = 'x') =>
    (await failureOf(worktrees.create(folder, name)))?.code;
  expect(await codeAt(plain)).toBe('team/no-repository');
  git(plain, 'init', '--quiet');
  expect(await codeAt(plain)).toBe('team/no-commits');
  expect(await codeAt(join(plain, 'nowhere'))).toBe('team/no-folder');
  expect(await codeAt(plain, '../x')).toBe('team/worktree-name');
  const folder = await repository();
  expect((await failureOf(worktrees.create(folder, 'x', 'task_7')))?.code).toBe(
    'team/unknown-task',
  );
  expect((await failureOf(worktrees.remove(folder, 'x')))?.code).toBe('team/unknown-worktree');
  const missing = openWorktrees({ command: 'no-such-git' }).worktrees;
  expect(await failureOf(missing.create(folder, 'x'))).toMatchObject({
    code: 'team/git-missing',
    params: { command: 'no-such-git' },
  });
});

it('takes no link and no folder that is there by chance for its own', async () => {
  const folder = await repository();
  const elsewhere = await emptyFolder();
  await symlink(elsewhere, join(folder, '.worktrees'));
  const { worktrees } = openWorktrees();
  expect((await failureOf(worktrees.create(folder, 'x')))?.code).toBe('team/worktree-folder');
  await rm(join(folder, '.worktrees'));
  await mkdir(join(folder, '.worktrees', 'plain'), { recursive: true });
  expect((await failureOf(worktrees.create(folder, 'plain')))?.code).toBe('team/worktree-taken');
  expect((await failureOf(worktrees.remove(folder, 'plain', true)))?.code).toBe(
    'team/unknown-worktree',
  );
  expect(existsSync(join(folder, '.worktrees', 'plain'))).toBe(true);
});

it('loses nothing where the index is locked', async () => {
  const folder = await repository();
  const { worktrees } = openWorktrees();
  await writeFile(join(folder, '.git', 'index.lock'), '');
  const { path } = await worktrees.create(folder, 'x');
  await writeFile(join(folder, '.git', 'worktrees', 'x', 'index.lock'), '');
  await writeFile(join(path, 'new'), 'nowhere else');
  expect((await failureOf(worktrees.remove(folder, 'x')))?.params).toMatchObject({ files: 1 });
  expect(existsSync(join(path, 'new'))).toBe(true);
  await worktrees.remove(folder, 'x', true);
  expect(existsSync(path)).toBe(false);
});

it('says what git says when the repository is locked, and when git hangs', async () => {
  const folder = await repository();
  const { worktrees } = openWorktrees();
  await mkdir(join(folder, '.git', 'refs', 'heads', 'wt'), { recursive: true });
  await writeFile(join(folder, '.git', 'refs', 'heads', 'wt', 'x.lock'), '');
  expect(await failureOf(worktrees.create(folder, 'x'))).toMatchObject({
    code: 'team/git-failed',
    params: { why: expect.stringContaining('.lock') },
  });
  const slow = join(folder, 'slow-git');
  await writeFile(slow, '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 });
  const hanging = openWorktrees({ command: slow, timeoutMs: 200 }).worktrees;
  expect(await failureOf(hanging.create(folder, 'y'))).toMatchObject({
    code: 'team/no-repository',
    params: { why: 'git did not answer within 1 s' },
  });
});
