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
  text: seq % 15_000 === 0 ? `needle ${seq}` : `line ${seq}`,
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
    const { reader } = open(40_000);
    const found = await reader.page({ text: 'needle' }, undefined, 9);
    expect(found.map(({ seq }) => seq)).toEqual([15_000, 30_000]);
    const one = await reader.page({ text: 'NEEDLE' }, undefined, 1);
    expect(one.map(({ seq }) => seq)).toEqual([30_000]);
    const before = await reader.page({ text: 'needle' }, 30_000, 9);
    expect(before.map(({ seq }) => seq)).toEqual([15_000]);
    expect(await reader.page({ servers: ['none'] }, undefined, 9)).toEqual([]);
  });

  it('counts what a query over all would, by kind and level', async () => {
    const { reader } = open(40_000);
    expect(await reader.tally({})).toEqual({
      call: [0, 36_000, 0, 0],
      stderr: [0, 3_600, 0, 400],
    });
    expect(countsOf(await reader.tally({ text: 'needle' }))).toEqual({ stderr: 2, errors: 2 });
    expect(totalOf(await reader.tally({ servers: ['docs'] }), { minLevel: 'error' })).toBe(400);
  });

  it('counts again only what is new, and what has changed or gone', async () => {
    const { reader, write, store, counted } = open(60_000, { rows: 50_000, bytes: 1e9 });
    await reader.tally({});
    const all = counted.splice(0).length;
    write(60_001, 60_500);
    expect(totalOf(await reader.tally({}), {})).toBe(60_500);
    expect(counted.splice(0).length).toBeLessThan(all / 2);
    while (store.prune(0));
    expect(totalOf(await reader.tally({}), {})).toBe(49_500);
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
