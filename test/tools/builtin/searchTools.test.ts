import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGlob } from '../../../src/main/tools/builtin/glob.ts';
import { createGrep } from '../../../src/main/tools/builtin/grep.ts';
import { createTodoWrite } from '../../../src/main/tools/builtin/todoWrite.ts';
import type { RunGit } from '../../../src/main/tools/files/gitFiles.ts';
import { createLineMatcher } from '../../../src/main/tools/files/lineMatcher.ts';
import { builtinContext } from '../../fakes/builtinContext.ts';

let base: string;
let folder: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'patchbay-search-'));
  folder = join(base, 'w');
  const files = {
    'a.ts': 'const one = 1;\r\nconst two = 2;\r\n',
    'src/b.ts': 'export const ONE = 1;\n',
    'src/deep/c.md': '# one\n',
    'node_modules/x/a.ts': 'one',
    '.git/HEAD': 'one',
    '.worktrees/other/a.ts': 'const one = 2;',
    '.env': 'KEY=one\n',
    'data.bin': 'one\0',
    '../secret.ts': 'one secret',
    '../out/d.ts': 'one',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await symlink('../secret.ts', join(folder, 'link.ts'));
  await symlink('../out', join(folder, 'linked'));
});
afterAll(() => rm(base, { recursive: true }));

const text = async (run: Promise<{ content: readonly unknown[] }>) =>
  ((await run).content[0] as { text: string }).text;
const noGit: RunGit = async () => ({ ok: false });
const glob = (pattern: string, path?: string) =>
  text(createGlob(noGit).run({ pattern, ...(path && { path }) }, builtinContext({ folder })));
const grep = (
  pattern: string,
  more: Record<string, unknown> = {},
  context: Parameters<typeof builtinContext>[0] = {},
) => text(createGrep(noGit).run({ pattern, ...more }, builtinContext({ folder, ...context })));
const code = (code: string) => ({ error: { code } });

describe('glob', () => {
  it('finds files by their names, passes over what others made and follows no link', async () => {
    expect(await glob('**')).toBe('.env\na.ts\ndata.bin\nsrc/b.ts\nsrc/deep/c.md');
    expect(await glob('*.ts')).toBe('a.ts\nsrc/b.ts');
    expect(await glob('*.md', 'src')).toBe('src/deep/c.md');
    expect(await glob('*.py')).toBe('No file fits.');
  });

  it('looks nowhere else', async () => {
    await expect(glob('*', '..')).rejects.toMatchObject(code('workspace/outside'));
    await expect(glob('*', 'linked')).rejects.toMatchObject(code('workspace/outside'));
    await expect(glob('*', 'none')).rejects.toMatchObject(code('workspace/no-folder'));
    await expect(glob('[a')).rejects.toMatchObject(code('workspace/bad-glob'));
    expect(await glob('../*')).toBe('No file fits.');
  });
});

describe('grep', () => {
  it('finds lines in texts', async () => {
    expect(await grep('\\bone\\b')).toBe(
      '.env:1: KEY=one\na.ts:1: const one = 1;\nsrc/deep/c.md:1: # one',
    );
    expect(await grep('one', { ignore_case: true, glob: '*.ts' })).toBe(
      'a.ts:1: const one = 1;\nsrc/b.ts:1: export const ONE = 1;',
    );
    expect(await grep('= 2;$', { path: 'a.ts' })).toBe('a.ts:2: const two = 2;');
    expect(await grep('nowhere')).toBe('No line fits.');
  });

  it('takes expressions that are legal without the u flag only, and refuses others', async () => {
    expect(await grep('\\# one')).toContain('c.md');
    await expect(grep('(')).rejects.toMatchObject(code('workspace/bad-pattern'));
  });

  it('looks nowhere else', async () => {
    await expect(grep('one', { path: '../out' })).rejects.toMatchObject(code('workspace/outside'));
    expect(await grep('secret')).toBe('No line fits.');
  });

  it('passes over what read_file may not read, and says so', async () => {
    const mayRead = (path: string) => path !== '.env';
    expect(await grep('\\bone\\b', { glob: '{.env,*.ts}' }, { mayRead })).toBe(
      'a.ts:1: const one = 1;\n(1 files are passed over: rules of the user for read_file hold them back)',
    );
    expect(await grep('one', { path: '.env' }, { mayRead })).toMatch(/^\(1 files are passed over/);
  });

  it('looks in a file that the chat was given, and in none beside it', async () => {
    const path = join(base, 'secret.ts');
    const given = async (asked: string) => (asked === path ? { path, name: path } : undefined);
    expect(await grep('secret', { path }, { given })).toBe(`${path}:1: one secret`);
    const other = join(base, 'out/d.ts');
    await expect(grep('one', { path: other }, { given })).rejects.toMatchObject(
      code('workspace/outside'),
    );
  });

  it('ends a pattern that takes for ever, and one that the user stops', async () => {
    const evil = `${'a'.repeat(40)}!`;
    const stop = new AbortController();
    const matcher = (limitMs: number) =>
      createLineMatcher('^(a+)+$', { ignoreCase: false, limitMs, signal: stop.signal });
    const slow = matcher(200);
    await expect(slow.match(evil)).rejects.toMatchObject(code('workspace/slow-pattern'));
    await slow.close();
    const stopped = matcher(60_000);
    const found = stopped.match(evil);
    stop.abort(new Error('stopped'));
    await expect(found).rejects.toThrow('stopped');
    await stopped.close();
  });
});

it('todo_write shows the list', async () => {
  const context = builtinContext();
  const todos = [
    { text: 'look', state: 'completed' },
    { text: 'write', state: 'in_progress' },
  ];
  expect(await text(createTodoWrite().run({ todos }, context))).toContain('1 of 2 done');
  expect(context.views).toEqual([{ kind: 'todos', todos }]);
});
