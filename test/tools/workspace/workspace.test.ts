import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRegularFile, openWorkspace } from '../../../src/main/tools/workspace/workspace.ts';
import type { Workspace } from '../../../src/main/tools/workspace/workspace.ts';

let base: string;
let workspace: Workspace;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-workspace-')));
  await mkdir(join(base, 'w', 'src'), { recursive: true });
  await mkdir(join(base, 'other'));
  await writeFile(join(base, 'w', 'src', 'a.ts'), 'a');
  await writeFile(join(base, 'other', 'secret'), 's');
  workspace = await openWorkspace(join(base, 'w'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const link = (target: string, name: string) => symlink(target, join(base, 'w', name));
const code = (code: string) => ({ error: { code } });

describe('a place in a workspace', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['src/../src/./a.ts', 'src/a.ts'],
    ['src', 'src'],
    ['.', '.'],
    ['new/folder/file', 'new/folder/file'],
  ])('%s is found', async (asked, name) => {
    expect((await workspace.locate(asked)).name).toBe(name);
  });

  it('is found by its absolute path too', async () => {
    const asked = join(base, 'w', 'src', 'a.ts');
    expect(await workspace.locate(asked)).toEqual({ path: asked, name: 'src/a.ts' });
  });

  it.each(['..', '../other/secret', '/etc/passwd', 'src/../../other/new', '/proc/self/environ'])(
    '%s is outside',
    async (asked) => {
      await expect(workspace.locate(asked)).rejects.toMatchObject(code('workspace/outside'));
    },
  );

  it('follows links that stay inside, and names what they lead to', async () => {
    await link('src', 'inner');
    expect((await workspace.locate('inner/a.ts')).name).toBe('src/a.ts');
    expect((await workspace.locate('inner/new.ts')).name).toBe('src/new.ts');
  });

  it.each([
    ['a link to a file outside', '../other/secret', 'l', 'l'],
    ['a link to a folder outside', '../other', 'l', 'l/secret'],
    ['a new file behind a link to a folder outside', '../other', 'l', 'l/deep/new'],
    ['a link to nothing outside', '../other/not-yet', 'l', 'l'],
    ['a new file behind a link to nothing outside', '/nowhere-at-all', 'l', 'l/x/y'],
    ['a link to a link', '../back', 'l', 'l/secret'],
  ])('refuses %s', async (_what, target, name, asked) => {
    await symlink(join(base, 'other'), join(base, 'back'));
    await link(target, name);
    await expect(workspace.locate(asked)).rejects.toMatchObject(code('workspace/outside'));
  });

  it('refuses links that lead round and round', async () => {
    await link('two', 'one');
    await link('one', 'two');
    await expect(workspace.locate('one/x')).rejects.toMatchObject(code('workspace/bad-path'));
  });

  it('refuses a file taken for a folder, and NUL', async () => {
    await expect(workspace.locate('src/a.ts/b')).rejects.toMatchObject(code('workspace/bad-path'));
    await expect(workspace.locate('src\0/a')).rejects.toMatchObject(code('workspace/bad-path'));
  });

  it('stays what it is when the workspace itself is reached by a link', async () => {
    await symlink(join(base, 'w'), join(base, 'door'));
    const behind = await openWorkspace(join(base, 'door'));
    expect(await behind.locate(join(base, 'door', 'src', 'a.ts'))).toMatchObject({
      name: 'src/a.ts',
    });
  });

  it('is not there when its folder is gone', async () => {
    await rm(join(base, 'w'), { recursive: true });
    await expect(openWorkspace(join(base, 'w'))).rejects.toMatchObject(code('workspace/gone'));
    await expect(openWorkspace(join(base, 'other', 'secret'))).rejects.toMatchObject(
      code('workspace/gone'),
    );
  });
});

describe('opening a file', () => {
  it('refuses folders, and pipes without waiting for a writer', async () => {
    execFileSync('/usr/bin/mkfifo', [join(base, 'w', 'pipe')]);
    for (const name of ['src', 'pipe']) {
      const place = await workspace.locate(name);
      await expect(openRegularFile(place)).rejects.toMatchObject(code('workspace/not-a-file'));
    }
  });

  it('refuses what became a link after it was located', async () => {
    const file = await workspace.locate('src/a.ts');
    await rm(join(base, 'w', 'src'), { recursive: true });
    await writeFile(join(base, 'other', 'a.ts'), 's');
    await link('../other', 'src');
    await expect(openRegularFile(file)).rejects.toMatchObject(code('workspace/outside'));
    await rm(join(base, 'w', 'src'));
    await mkdir(join(base, 'w', 'src'));
    await link('../../other/secret', 'src/a.ts');
    await expect(openRegularFile(file)).rejects.toMatchObject(code('workspace/unreadable'));
  });

  it('says which file is not there', async () => {
    const missing = await workspace.locate('src/none.ts');
    await expect(openRegularFile(missing)).rejects.toMatchObject({
      error: { code: 'workspace/no-file', params: { file: 'src/none.ts' } },
    });
  });
});
