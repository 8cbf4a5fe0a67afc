import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import { permissionsOver } from '../../fakes/permissions.ts';
import type { FakeBlock } from '../../fakes/messagesApi.ts';
import { call, callIn, chatWorld, done, says, until } from './chatWorld.ts';

/** What a model may try with a path, by the tool. */
const tries: Readonly<Record<string, (path: string) => object>> = {
  read_file: (path) => ({ path }),
  write_file: (path) => ({ path, content: 'taken' }),
  edit_file: (path) => ({ path, old_string: 'root', new_string: 'taken' }),
  grep: (path) => ({ path, pattern: '.' }),
  glob: (path) => ({ path, pattern: '**' }),
};

/** Nothing asks: only the tools themselves stand between a model and the files. */
function lettingAllThrough() {
  const permissions = permissionsOver(openDatabase(':memory:'));
  permissions.setBypass(true);
  return { permissions };
}

async function untilListening(path: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
}

/** Only root may make a device; elsewhere the list goes without one. */
function madeDevice(path: string): boolean {
  try {
    execFileSync('mknod', [path, 'c', '1', '5'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('leads nowhere out of the workspace, and into nothing that is no file', async () => {
  const blocks: FakeBlock[] = [];
  const world = await chatWorld([() => says(...blocks), done], lettingAllThrough());
  const { api, base, chats, folder } = world;
  await mkdir(join(base, 'other'));
  await writeFile(join(base, 'other', 'secret'), 'root of all secrets');
  await symlink('../other/secret', join(folder, 'link'));
  await symlink('../other', join(folder, 'linked'));
  await symlink('/dev/zero', join(folder, 'zero'));
  await symlink('loop', join(folder, 'loop'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await untilListening(join(folder, 'socket'));
  const device = madeDevice(join(folder, 'device')) ? ['device'] : [];
  const outside = ['..', '../other/secret', 'a/../../other/secret', join(base, 'other/secret')];
  const links = ['link', 'linked/secret', 'linked/new', 'zero', 'loop', 'loop/x'];
  const system = ['/etc/passwd', '/dev/zero', '/dev/stdin', '/proc/self/environ', '/proc/self/cwd'];
  const noFiles = ['a\0b', '/etc/passwd\0.txt', ' ', 'pipe', 'socket', ...device];
  const paths = [...outside, ...links, ...system, ...noFiles];
  for (const [name, input] of Object.entries(tries)) {
    for (const [index, path] of paths.entries()) {
      blocks.push(call(`${name}-${index}`, name, input(path)));
    }
  }
  const before = await readdir(base);
  const chat = await until(chats, chats.send({ text: 'Break out' }), 'idle');
  for (const [name] of Object.entries(tries)) {
    for (const [index, path] of paths.entries()) {
      const { state, result } = callIn(chat, `${name}-${index}`);
      expect([name, path, state]).toEqual([name, path, 'error']);
      expect(JSON.stringify(result)).not.toContain('all secrets');
    }
  }
  expect(JSON.stringify(api.requests)).not.toContain('all secrets');
  expect(await readFile(join(base, 'other', 'secret'), 'utf8')).toBe('root of all secrets');
  expect(await readdir(join(base, 'other'))).toEqual(['secret']);
  expect(await readdir(base)).toEqual(before);
});

it('lets a command end whose workspace vanishes under it, and tells the next that it is gone', async () => {
  const { base, chats, folder } = await chatWorld(
    [
      says(call('t1', 'bash', { command: 'echo begun; read line < go; ls; echo ended' })),
      says(
        call('t2', 'bash', { command: 'pwd' }),
        call('t3', 'read_file', { path: 'a' }),
        call('t4', 'write_file', { path: 'a', content: 'x' }),
      ),
      done,
    ],
    lettingAllThrough(),
  );
  execFileSync('mkfifo', [join(folder, 'go')]);
  const id = chats.send({ text: 'Run' });
  await vi.waitFor(
    () => expect(callIn(chats.open(id), 't1').view).toMatchObject({ head: 'begun\n' }),
    {
      interval: 10,
      timeout: 10_000,
    },
  );
  await rename(folder, join(base, 'gone'));
  const go = writeFile(join(base, 'gone', 'go'), '\n');
  await rm(join(base, 'gone'), { recursive: true });
  await go;
  const chat = await until(chats, id, 'idle');
  expect(callIn(chat, 't1').view).toMatchObject({ head: expect.stringContaining('ended') });
  for (const one of ['t2', 't3', 't4']) {
    expect(callIn(chat, one)).toMatchObject({
      state: 'error',
      result: [{ text: expect.stringContaining('is not there (any more)') }],
    });
  }
});
