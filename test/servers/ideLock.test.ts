import { describe, expect, it } from 'vitest';
import { ideAddress, matchIde, parseIdeLock } from '../../src/main/servers/transports/ideLock.ts';
import type { IdeLock } from '../../src/main/servers/transports/ideLock.ts';

const written = {
  pid: 4711,
  workspaceFolders: ['/home/ada/code'],
  ideName: 'Visual Studio Code',
  transport: 'ws',
  runningInWindows: false,
  authToken: '6e1f6b1c-0f7e-4c9a-8a51-57b1d3b1a111',
};

describe('the lock file of an IDE', () => {
  it('is read as extensions write it', () => {
    expect(parseIdeLock('54321.lock', JSON.stringify(written))).toEqual({
      ...written,
      port: 54321,
    });
  });

  it('may leave out all but its name', () => {
    expect(parseIdeLock('8080.lock', '{}')).toEqual({
      port: 8080,
      workspaceFolders: [],
      ideName: 'IDE',
      transport: 'sse',
      runningInWindows: false,
    });
  });

  it.each([
    ['54321.json', '{}'],
    ['0.lock', '{}'],
    ['70000.lock', '{}'],
    ['../54321.lock', '{}'],
    ['54321.lock', ''],
    ['54321.lock', '{"pid": 47'],
    ['54321.lock', '[]'],
    ['54321.lock', '{"workspaceFolders":"/"}'],
  ])('is none when it is %s with %j', (name, text) => {
    expect(parseIdeLock(name, text)).toBeUndefined();
  });

  it.each([
    ['sse', 'http://127.0.0.1:5000/sse'],
    ['ws', 'ws://127.0.0.1:5000'],
  ] as const)('gives the %s address on this computer', (transport, address) => {
    expect(ideAddress({ port: 5000, transport })).toBe(address);
  });
});

const ide = (port: number, ...workspaceFolders: string[]): IdeLock => ({
  port,
  workspaceFolders,
  pid: port,
  ideName: port % 2 === 0 ? 'Even' : 'Odd',
  transport: 'sse',
  authToken: undefined,
  runningInWindows: false,
});

describe('the IDE that has a workspace open', () => {
  it.each<[string, IdeLock[], string, number | undefined]>([
    ['is the one with that folder', [ide(1, '/a'), ide(2, '/b')], '/b', 2],
    ['may have a folder that contains it', [ide(1, '/a')], '/a/b/c', 1],
    ['has the longest such folder', [ide(1, '/a'), ide(2, '/x', '/a/b')], '/a/b/c', 2],
    ['is not one with a like-named folder', [ide(1, '/a/bc')], '/a/b', undefined],
    ['is not one with a folder inside it', [ide(1, '/a/b/c')], '/a/b', undefined],
    ['is the first of two alike', [ide(3, '/a'), ide(1, '/a/')], '/a', 3],
    ['may have all there is open', [ide(1, '/')], '/a', 1],
    ['is not one whose process has ended', [ide(99, '/a/b'), ide(1, '/a')], '/a/b', 1],
    ['is not one without folders', [ide(1)], '/a', undefined],
    ['may write a drive another way', [ide(1, 'c:\\Code')], 'C:\\code\\web', 1],
  ])('%s', (_name, locks, workspace, port) => {
    const isAlive = (pid: number) => pid !== 99;
    expect(matchIde(locks, { workspace, isAlive })?.port).toBe(port);
  });

  it('has the name that was asked for', () => {
    const locks = [ide(1, '/a'), ide(2, '/a')];
    const wanted = { workspace: '/a', isAlive: () => true };
    expect(matchIde(locks, { ...wanted, ideName: 'even' })?.port).toBe(2);
    expect(matchIde(locks, { ...wanted, ideName: 'other' })).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('may run in Windows while we run in its Linux', () => {
    const locks = [{ ...ide(99, 'C:\\Code\\web'), runningInWindows: true }];
    const wanted = { isAlive: () => false };
    expect(matchIde(locks, { ...wanted, workspace: '/mnt/c/Code/web/src' })?.port).toBe(99);
  });
});
