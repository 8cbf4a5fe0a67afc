import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createGit } from '../../../src/main/team/git.ts';
import { repositoryFiles } from '../../../src/main/tools/files/gitFiles.ts';
import { emptyFolder, git, repository } from '../../repository.ts';

const run = createGit({ environment: async () => process.env });
const { signal } = new AbortController();
const list = async (folder: string, takes: (name: string) => boolean = () => true) =>
  (await repositoryFiles(folder, takes, signal, run)).names;

async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

it('lists what git tracks or would, by the rules of every folder', async () => {
  const folder = await repository();
  await put(folder, {
    '.gitignore': 'dist/\n*.log\n!kept.log\n',
    'src/.gitignore': '/local.ts\n',
    'src/a.ts': '',
    'src/local.ts': '',
    'src/deep/local.ts': '',
    'dist/bundle.js': '',
    'x.log': '',
    'kept.log': '',
    'tracked.log': '',
    'node_modules/x/index.js': '',
    'name\nwith "signs" ü.txt': '',
  });
  git(folder, 'add', '-f', 'tracked.log', 'readme.md');
  await symlink('src/a.ts', join(folder, 'link.ts'));
  await rm(join(folder, 'readme.md'));
  expect(await list(folder)).toEqual([
    '.gitignore',
    'kept.log',
    'name\nwith "signs" ü.txt',
    'src/.gitignore',
    'src/a.ts',
    'src/deep/local.ts',
    'tracked.log',
  ]);
  expect(await list(join(folder, 'src'))).toEqual(['.gitignore', 'a.ts', 'deep/local.ts']);
  expect(await list(folder, (name) => name.endsWith('.ts'))).toEqual([
    'src/a.ts',
    'src/deep/local.ts',
  ]);
});

it('looks into repositories within by their own rules, and into no worktree', async () => {
  const folder = await repository();
  const inner = { 'inner/.gitignore': 'out\n', 'inner/a.ts': '', 'inner/out/b.ts': '' };
  await put(folder, inner);
  git(join(folder, 'inner'), 'init', '--quiet');
  git(folder, 'worktree', 'add', '--quiet', join('.worktrees', 'one'));
  expect(await list(folder)).toEqual(['inner/.gitignore', 'inner/a.ts', 'readme.md']);
  expect(await list(join(folder, '.worktrees', 'one'))).toEqual(['readme.md']);
});

it('walks a folder that is ignored as a whole, in no repository, or without git', async () => {
  const folder = await repository();
  await put(folder, { '.gitignore': 'dist\n', 'dist/a.js': '' });
  expect(await list(join(folder, 'dist'))).toEqual(['a.js']);
  const plain = await emptyFolder();
  await put(plain, { 'a.txt': '', '.gitignore': 'a.txt' });
  expect(await list(plain)).toEqual(['.gitignore', 'a.txt']);
  const none = createGit({ environment: async () => process.env, command: 'no-such-git' });
  const all = await repositoryFiles(folder, () => true, signal, none);
  expect(all.names).toEqual(['.gitignore', 'dist/a.js', 'readme.md']);
});

it('runs nothing that the repository names', async () => {
  const folder = await repository();
  const monitor = join(folder, 'monitor.sh');
  await writeFile(monitor, `#!/bin/sh\ntouch ${join(folder, 'ran')}\n`, { mode: 0o755 });
  git(folder, 'config', 'core.fsmonitor', monitor);
  expect(await list(folder)).toEqual(['monitor.sh', 'readme.md']);
});
