import { describe, expect, it } from 'vitest';
import { ConnectBatches } from '../../src/main/servers/connectBatches.ts';
import { connectLimits } from '../../src/main/servers/connectLimits.ts';
import { isLiveIn, taskkill } from '../../src/main/servers/process/processTree.ts';
import { stderrLevel, tellingLine } from '../../src/main/servers/log/stderrText.ts';
import { readPages } from '../../src/main/servers/connection/readPages.ts';
import { ServerConfig } from '../../src/shared/server.ts';

describe('connectLimits', () => {
  it.each([
    ['npx', ['-y', 'server'], true],
    ['/usr/local/bin/uvx', ['server'], true],
    ['C:\\Program Files\\nodejs\\npx.cmd', [], true],
    ['docker', ['run', '-i', 'image'], true],
    ['pnpm', ['dlx', 'server'], true],
    ['npm', ['--silent', 'exec', 'server'], true],
    ['npm', ['start'], false],
    ['node', ['npx'], false],
  ])('%s %j may install: %s', (command, args, installs) => {
    const timeoutMs = installs ? 120_000 : 30_000;
    expect(connectLimits(ServerConfig.parse({ command, args }))).toEqual({ installs, timeoutMs });
  });

  it('takes what the configuration says', () => {
    const config = ServerConfig.parse({ command: 'npx', connectTimeoutMs: 5 });
    expect(connectLimits(config).timeoutMs).toBe(5);
  });

  it.each([
    ['node', {}, { connectTimeoutMs: 10 }, 10],
    ['node', { connectTimeoutMs: 5 }, { connectTimeoutMs: 10 }, 5],
    ['npx', {}, { connectTimeoutMs: 10 }, 120_000],
    ['npx', {}, { connectTimeoutMs: 300_000 }, 300_000],
    ['node', {}, { connectTimeoutMs: 2 ** 40 }, 2 ** 31 - 1],
  ])('of %s with %j of its own, where all have %j, are %d ms', (command, own, overall, limit) => {
    const config = ServerConfig.parse({ command, ...own });
    expect(connectLimits(config, overall).timeoutMs).toBe(limit);
  });
});

describe('ConnectBatches', () => {
  it('lets as many through as it has places, and the next in order after each', async () => {
    const batches = new ConnectBatches(2);
    const stay = new AbortController().signal;
    const order: string[] = [];
    const turn = async (name: string) => {
      const giveBack = await batches.turn(stay);
      order.push(name);
      return giveBack;
    };
    const [a, b, c, d] = [turn('a'), turn('b'), turn('c'), turn('d')];
    await Promise.all([a, b]);
    expect(order).toEqual(['a', 'b']);
    const giveBackA = await a;
    giveBackA();
    giveBackA();
    await c;
    expect(order).toEqual(['a', 'b', 'c']);
    (await b)();
    await d;
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets go who does not want to wait, without a place', async () => {
    const batches = new ConnectBatches(1);
    const first = await batches.turn(new AbortController().signal);
    const leave = new AbortController();
    const second = batches.turn(leave.signal);
    const third = batches.turn(new AbortController().signal);
    leave.abort();
    (await second)();
    first();
    await third;
  });
});

describe('readPages', () => {
  /** What is read of `pages` pages, each of `size` items. */
  const read = async (pages: number, size: number) => {
    const asked: (string | undefined)[] = [];
    const found = await readPages((cursor) => {
      asked.push(cursor);
      const nextCursor = asked.length < pages ? `after ${asked.length}` : undefined;
      return Promise.resolve({ items: Array.from({ length: size }, () => 'x'), nextCursor });
    });
    return { asked: asked.length, items: found.items.length, cut: found.cut };
  };

  it('ends at a cursor that comes back, and says so', async () => {
    const asked: unknown[] = [];
    const found = await readPages((cursor) => {
      asked.push(cursor);
      const nextCursor = asked.length % 2 === 0 ? 'b' : 'a';
      return Promise.resolve({ items: [asked.length], nextCursor });
    });
    expect(asked).toEqual([undefined, 'a', 'b']);
    const cut = 'gave a cursor twice: 3 were taken, the rest was left out';
    expect(found).toEqual({ items: [1, 2, 3], cut });
  });

  it.each([
    [1, 0, 1, 0],
    [3, 2, 3, 6],
    [100, 50, 100, 5_000],
    [1, 5_000, 1, 5_000],
  ])('reads all of %d pages of %d', async (pages, size, asked, items) => {
    expect(await read(pages, size)).toEqual({ asked, items, cut: undefined });
  });

  it.each([
    [101, 1, 100, 100, 'has more than 100 pages: 100 were taken, the rest was left out'],
    [101, 50, 100, 5_000, 'has more than 100 pages: 5000 were taken, the rest was left out'],
    [2, 5_000, 1, 5_000, 'has more than 5000: 5000 were taken, the rest was left out'],
    [1, 5_001, 1, 5_000, 'has more than 5000: 5000 were taken, the rest was left out'],
  ])('of %d pages of %d takes so many as nobody needs, and says so', async (...row) => {
    const [pages, size, asked, items, cut] = row;
    expect(await read(pages, size)).toEqual({ asked, items, cut });
  });
});

describe('stderr', () => {
  it.each([
    ['ERROR the tab closed', 'error'],
    ['[2026-01-01] FATAL: no disk', 'error'],
    ['TypeError: x is not a function', 'error'],
    ['Traceback (most recent call last):', 'error'],
    ['npm WARN deprecated left-pad', 'warn'],
    ['Warning: SQLite is experimental', 'warn'],
    ['0 errors so far', 'info'],
    ['server ready', 'info'],
  ])('%s has the level %s', (line, level) => {
    expect(stderrLevel(line)).toBe(level);
  });

  it.each([
    [
      [
        'starting',
        'throw new Error(x)',
        'Error: x is missing',
        '    at f (a.js:1:1)',
        'Node.js v20',
      ],
      'Error: x is missing',
    ],
    [['hello', '\u001b[31mbye\u001b[0m'], 'bye'],
    [['    at f (a.js:1:1)'], undefined],
    [[], undefined],
  ])('of %j the line that says why is %j', (lines, expected) => {
    expect(tellingLine(lines)).toBe(expected);
  });
});

describe('process groups', () => {
  it.each([
    ['42 (node) S 1 42 42 0', true],
    ['42 (node) Z 1 42 42 0', false],
    ['43 (a) b) c) R 1 42 42 0', true],
    ['43 (node) S 1 7 7 0', false],
  ])('takes %j for a live member of 42: %s', (stat, expected) => {
    expect(isLiveIn(stat, 42)).toBe(expected);
  });

  it('asks a tree on Windows to close, and ends it by force at last', () => {
    expect(taskkill(42, 'SIGTERM')).toEqual(['taskkill', ['/PID', '42', '/T']]);
    expect(taskkill(42, 'SIGKILL')).toEqual(['taskkill', ['/PID', '42', '/T', '/F']]);
  });
});
