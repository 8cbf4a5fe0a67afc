import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { LogReader } from '../../src/main/store/logReader.ts';
import { LogStore } from '../../src/main/store/logStore.ts';
import { countsOf, totalOf } from '../../src/shared/logTally.ts';
import type { LogEntry } from '../../src/shared/log.ts';

const entry = (seq: number): LogEntry => ({
  seq,
  at: seq,
  server: seq % 2 === 0 ? 'docs' : 'wiki',
  kind: seq % 10 === 0 ? 'stderr' : 'call',
  level: seq % 100 === 0 ? 'error' : 'info',
  text: seq % 9_000 === 0 ? `needle ${seq}` : `line ${seq}`,
  bytes: 1,
  hasBody: false,
});

function open(count: number, cap?: ConstructorParameters<typeof LogStore>[1]) {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  const store = new LogStore(database, cap);
  const write = (from: number, to: number) =>
    store.write(
      Array.from({ length: to - from + 1 }, (_, n) => ({ entry: entry(from + n), body: {} })),
    );
  write(1, count);
  const counted: number[] = [];
  const reader = new LogReader({
    ends: () => store.ends(),
    query: (...query) => store.query(...query),
    count: (filter, from, before) => {
      counted.push(from);
      return store.count(filter, from, before);
    },
  });
  return { store, write, reader, counted };
}

describe('LogReader', () => {
  it('finds what is far away, in order, and goes on from there', async () => {
    const { reader } = open(20_000);
    const found = await reader.page({ text: 'needle' }, undefined, 9);
    expect(found.map(({ seq }) => seq)).toEqual([9_000, 18_000]);
    const one = await reader.page({ text: 'NEEDLE' }, undefined, 1);
    expect(one.map(({ seq }) => seq)).toEqual([18_000]);
    const before = await reader.page({ text: 'needle' }, 18_000, 9);
    expect(before.map(({ seq }) => seq)).toEqual([9_000]);
    expect(await reader.page({ servers: ['none'] }, undefined, 9)).toEqual([]);
  });

  it('finds only lines after one number and before another', async () => {
    const { reader } = open(20_000);
    const find = async (after: number, before: number | undefined, limit = 9) =>
      (await reader.page({}, before, limit, undefined, after)).map(({ seq }) => seq);
    expect(await find(19_997, undefined)).toEqual([19_998, 19_999, 20_000]);
    expect(await find(19_997, undefined, 2)).toEqual([19_999, 20_000]);
    // A step of the reader ends before 8,192.
    expect(await find(8_190, 8_194)).toEqual([8_191, 8_192, 8_193]);
    expect(await find(8_191, 8_193)).toEqual([8_192]);
    expect(await find(0, 3)).toEqual([1, 2]);
    expect(await find(9, 10)).toEqual([]);
    expect(await find(20_000, undefined)).toEqual([]);
    expect(await find(30_000, undefined)).toEqual([]);
  });

  it('looks after a number only at what is still there, and only at what matches', async () => {
    const { reader, store } = open(20_000, { rows: 10_000, bytes: 1e9 });
    while (store.prune(0));
    const [first] = await reader.page({}, undefined, 20_000, undefined, 5);
    expect(first?.seq).toBe(10_001);
    const found = await reader.page({ text: 'needle' }, undefined, 9, undefined, 9_000);
    expect(found.map(({ seq }) => seq)).toEqual([18_000]);
  });

  it('counts after a number, also once it has counted all, and keeps no part of a step', async () => {
    const { reader } = open(20_000);
    const count = async (after: number) => totalOf(await reader.tally({}, undefined, after), {});
    expect(await count(8_000)).toBe(12_000);
    expect(await count(0)).toBe(20_000);
    expect(await count(8_191)).toBe(11_809);
    expect(await count(8_192)).toBe(11_808);
    expect(await count(20_000)).toBe(0);
    expect(await count(0)).toBe(20_000);
  });

  it('counts what a query over all would, by kind and level', async () => {
    const { reader } = open(20_000);
    expect(await reader.tally({})).toEqual({
      call: [0, 18_000, 0, 0],
      stderr: [0, 1_800, 0, 200],
    });
    expect(countsOf(await reader.tally({ text: 'needle' }))).toEqual({ stderr: 2, errors: 2 });
    expect(totalOf(await reader.tally({ servers: ['docs'] }), { minLevel: 'error' })).toBe(200);
  });

  it('counts again only what is new, and what has changed or gone', async () => {
    const { reader, write, store, counted } = open(46_000, { rows: 40_000, bytes: 1e9 });
    await reader.tally({});
    const all = counted.splice(0).length;
    write(46_001, 46_500);
    expect(totalOf(await reader.tally({}), {})).toBe(46_500);
    expect(counted.splice(0).length).toBeLessThan(all / 2);
    while (store.prune(0));
    expect(totalOf(await reader.tally({}), {})).toBe(39_500);
    expect(counted.splice(0).length).toBeLessThan(all / 2);
    reader.changed(30_000);
    await reader.tally({});
    expect(counted).toContain(24_576);
  });

  it('lets others have a turn, and stops when it is told to', async () => {
    const reader = new LogReader({
      ends: () => ({ first: 1, last: 60_000 }),
      query: () => {
        const until = performance.now() + 7;
        while (performance.now() < until);
        return [];
      },
      count: () => [],
    });
    const stop = new AbortController();
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (!stop.signal.aborted) setImmediate(count);
    };
    setImmediate(count);
    await reader.page({ text: 'nowhere' }, undefined, 9);
    expect(turns).toBeGreaterThan(1);
    stop.abort(new Error('enough'));
    const search = reader.page({ text: 'nowhere' }, undefined, 9, stop.signal);
    await expect(search).rejects.toThrow('enough');
  });
});
