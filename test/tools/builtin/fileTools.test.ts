import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BuiltinContext } from '../../../src/main/tools/builtin/builtinTool.ts';
import { createEditFile } from '../../../src/main/tools/builtin/editFile.ts';
import { createReadFile } from '../../../src/main/tools/builtin/readFile.ts';
import { createWriteFile } from '../../../src/main/tools/builtin/writeFile.ts';
import { builtinContext } from '../../fakes/builtinContext.ts';

let base: string;
let folder: string;
let context: BuiltinContext;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'patchbay-files-'));
  folder = join(base, 'w');
  await mkdir(folder);
  context = builtinContext({ folder });
});
afterEach(() => rm(base, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const code = (code: string) => ({ error: { code } });
const read = (path: string, more = {}) => createReadFile().run({ path, ...more }, context);
const write = (path: string, content: string) => createWriteFile().run({ path, content }, context);
const edit = (path: string, old_string: string, new_string: string) =>
  createEditFile().run({ path, old_string, new_string }, context);

describe('read_file', () => {
  it('shows lines of a text with their numbers', async () => {
    await writeFile(at('a.txt'), 'one\ntwo\nthree\n');
    expect(await read('a.txt', { offset: 2, limit: 1 })).toEqual({
      content: [{ type: 'text', text: '     2\ttwo\n(the file has 3 lines; go on with offset 3)' }],
      isError: false,
      summary: { code: 'lines-read', count: 1 },
    });
  });

  it('shows an image as one, whatever its name says', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    await writeFile(at('picture.txt'), png);
    expect((await read('picture.txt')).content).toEqual([
      { type: 'image', data: png.toString('base64'), mimeType: 'image/png' },
    ]);
  });

  it('refuses what is binary, too big, no file, not there or outside', async () => {
    await writeFile(at('b'), Buffer.from([1, 0, 2]));
    await writeFile(at('big'), '');
    const { open } = await import('node:fs/promises');
    const big = await open(at('big'), 'r+');
    await big.truncate(65 * 1024 * 1024);
    await big.close();
    await symlink('/dev/zero', at('zero'));
    await symlink(join(base, 'secret'), at('out'));
    await writeFile(join(base, 'secret'), 's');
    await expect(read('b')).rejects.toMatchObject(code('workspace/binary'));
    await expect(read('big')).rejects.toMatchObject(code('workspace/too-big'));
    await expect(read('.')).rejects.toMatchObject(code('workspace/not-a-file'));
    await expect(read('none')).rejects.toMatchObject(code('workspace/no-file'));
    await expect(read('zero')).rejects.toMatchObject(code('workspace/outside'));
    await expect(read('out')).rejects.toMatchObject(code('workspace/outside'));
    await expect(read('../secret')).rejects.toMatchObject(code('workspace/outside'));
  });

  it('is held against rules by the real path', async () => {
    await mkdir(at('src'));
    await writeFile(at('src/.env'), '');
    await symlink('src/.env', at('harmless'));
    expect(await createReadFile().subject?.({ path: 'harmless' }, context)).toEqual({
      kind: 'path',
      value: 'src/.env',
    });
  });
});

describe('write_file', () => {
  it('makes a file and its folders, and shows before what it will do', async () => {
    const input = { path: 'a/b/c.txt', content: 'hello\n' };
    const plan = await createWriteFile().plan?.(input, context);
    expect(plan?.view).toMatchObject({
      file: 'a/b/c.txt',
      isNew: true,
      lines: ['@@ -0,0 +1 @@', '+hello'],
    });
    expect(await readdir(folder)).toEqual([]);
    await plan?.run();
    expect(await readFile(at('a/b/c.txt'), 'utf8')).toBe('hello\n');
    expect(await readdir(at('a/b'))).toEqual(['c.txt']);
  });

  it('replaces only what this conversation has read and what has not changed since', async () => {
    await writeFile(at('f'), 'old\n');
    await expect(write('f', 'new\n')).rejects.toMatchObject(code('workspace/unread'));
    await read('f');
    await writeFile(at('f'), 'theirs\n');
    await expect(write('f', 'new\n')).rejects.toMatchObject(code('workspace/changed'));
    expect(await readFile(at('f'), 'utf8')).toBe('theirs\n');
    await read('f');
    await write('f', 'new\n');
    await write('f', 'newer\n');
    expect(await readFile(at('f'), 'utf8')).toBe('newer\n');
  });

  it('writes nothing when the file changes while the question is open', async () => {
    await writeFile(at('f'), 'old\n');
    await read('f');
    const plan = await createWriteFile().plan?.({ path: 'f', content: 'new\n' }, context);
    await writeFile(at('f'), 'theirs\n');
    await expect(plan?.run()).rejects.toMatchObject(code('workspace/changed'));
    const made = await createWriteFile().plan?.({ path: 'g', content: 'new\n' }, context);
    await writeFile(at('g'), 'theirs\n');
    await expect(made?.run()).rejects.toMatchObject(code('workspace/changed'));
    expect((await readdir(folder)).sort()).toEqual(['f', 'g']);
    expect(await readFile(at('g'), 'utf8')).toBe('theirs\n');
  });

  it('does not follow a folder that becomes a link out while the question is open', async () => {
    await mkdir(at('sub'));
    const plan = await createWriteFile().plan?.({ path: 'sub/f', content: 'x' }, context);
    await rm(at('sub'), { recursive: true });
    await symlink(base, at('sub'));
    await expect(plan?.run()).rejects.toMatchObject(code('workspace/outside'));
    expect(await readdir(base)).toEqual(['w']);
  });

  it('keeps the permissions of a file, and writes to where a link inside leads', async () => {
    await writeFile(at('run.sh'), 'a\n');
    await chmod(at('run.sh'), 0o755);
    await symlink('run.sh', at('link'));
    await read('link');
    await write('link', 'b\n');
    expect((await stat(at('run.sh'))).mode & 0o777).toBe(0o755);
    expect(await readFile(at('run.sh'), 'utf8')).toBe('b\n');
    await expect(write('../out', 'x')).rejects.toMatchObject(code('workspace/outside'));
  });
});

describe('edit_file', () => {
  it('replaces the piece, keeps line ends and the mark, and may go on without reading', async () => {
    await writeFile(at('f'), '\uFEFFa\r\nb\r\nc\r\n');
    const input = { path: 'f', old_string: 'a\nb', new_string: 'x\ny' };
    const plan = await createEditFile().plan?.(input, context);
    expect(plan?.view).toMatchObject({ added: 2, removed: 2, isNew: false });
    await plan?.run();
    expect(await readFile(at('f'), 'utf8')).toBe('\uFEFFx\r\ny\r\nc\r\n');
    await edit('f', 'c', 'd');
    expect(await readFile(at('f'), 'utf8')).toBe('\uFEFFx\r\ny\r\nd\r\n');
  });

  it('lets several calls of one answer change several pieces, one after the other', async () => {
    await writeFile(at('f'), 'a b c d\n');
    const planned = async (old_string: string) => {
      const input = { path: 'f', old_string, new_string: `<${old_string}>` };
      const plan = await createEditFile().plan?.(input, context);
      if (!plan) throw new Error('no plan');
      return plan;
    };
    const plans = await Promise.all(['a', 'b', 'c', 'd'].map(planned));
    await Promise.all(plans.map((plan) => plan.run()));
    expect(await readFile(at('f'), 'utf8')).toBe('<a> <b> <c> <d>\n');
  });

  it('changes nothing when someone else changes the file while the question is open', async () => {
    await writeFile(at('f'), 'a b\n');
    const input = { path: 'f', old_string: 'a', new_string: 'x' };
    const plan = await createEditFile().plan?.(input, context);
    await writeFile(at('f'), 'a b theirs\n');
    await expect(plan?.run()).rejects.toMatchObject(code('workspace/changed'));
    expect(await readFile(at('f'), 'utf8')).toBe('a b theirs\n');
  });

  it('refuses before anyone is asked', async () => {
    await writeFile(at('f'), 'b b');
    await writeFile(at('bin'), Buffer.from([0, 1]));
    await expect(edit('f', 'b', 'x')).rejects.toMatchObject(code('workspace/no-edit'));
    await expect(edit('none', 'b', 'x')).rejects.toMatchObject(code('workspace/no-file'));
    await expect(edit('bin', 'b', 'x')).rejects.toMatchObject(code('workspace/not-text'));
    await read('f');
    await writeFile(at('f'), 'b');
    await expect(edit('f', 'b', 'x')).rejects.toMatchObject(code('workspace/changed'));
  });
});
