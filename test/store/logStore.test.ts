import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import type { Database } from '../../src/main/store/database.ts';
import { LogStore } from '../../src/main/store/logStore.ts';
import type { LogCap } from '../../src/main/store/logStore.ts';
import type { LogBody, LogEntry } from '../../src/shared/log.ts';

const entry = (seq: number, more: Partial<LogEntry> = {}): LogEntry => ({
  seq,
  at: 1000 + seq,
  server: 'docs',
  kind: 'call',
  level: 'info',
  text: `line ${seq}`,
  bytes: 10,
  hasBody: false,
  ...more,
});

function open(cap?: LogCap) {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  const store = new LogStore(database, cap);
  const write = (...entries: LogEntry[]) =>
    store.write(entries.map((one) => ({ entry: one, body: {} })));
  const seqs = (...query: Parameters<LogStore['query']>) =>
    store.query(...query).map(({ seq }) => seq);
  return { database, store, write, seqs };
}

describe('LogStore', () => {
  it('gives back what was written', () => {
    const { store, write } = open();
    const full = entry(1, {
      direction: 'out',
      method: 'tools/call',
      rpcId: '7',
      state: 'connected',
      durationMs: 1.5,
    });
    write(full);
    expect(store.query({}, undefined, 10)).toEqual([full]);
  });

  it('writes many at once, new ones and changed ones mixed, each with what is its own', () => {
    const { store } = open();
    const lines = (from: number, to: number, body: LogBody) =>
      store.write(
        Array.from({ length: to - from + 1 }, (_, n) => ({
          entry: entry(from + n),
          body: n % 3 === 0 ? {} : body,
        })),
      );
    lines(1, 60, { request: 'asked' });
    lines(31, 130, { response: 'answered' });
    expect(store.query({}, undefined, 999)).toHaveLength(130);
    expect([1, 2, 33, 130].map((seq) => store.body(seq))).toEqual([
      {},
      { request: 'asked' },
      { request: 'asked', response: 'answered' },
      {},
    ]);
    expect(store.query({}, 34, 1)).toEqual([entry(33, { hasBody: true })]);
  });

  it('pages backwards, ascending within a page, and no further than it is told', () => {
    const { write, seqs } = open();
    write(...[1, 2, 3, 4, 5].map((seq) => entry(seq)));
    expect(seqs({}, undefined, 2)).toEqual([4, 5]);
    expect(seqs({}, 4, 2)).toEqual([2, 3]);
    expect(seqs({}, 1, 2)).toEqual([]);
    expect(seqs({}, undefined, 9, 4)).toEqual([4, 5]);
  });

  it('continues after the highest number, also in an empty log', () => {
    const { store, write } = open();
    expect(store.lastSeq()).toBe(0);
    write(entry(41));
    expect(store.lastSeq()).toBe(41);
  });

  it('adds the response of a line to its request', () => {
    const { store } = open();
    store.write([{ entry: entry(1), body: { request: '{"id":1}' } }]);
    store.write([{ entry: entry(1, { text: 'answered' }), body: { response: '{"ok":1}' } }]);
    expect(store.body(1)).toEqual({ request: '{"id":1}', response: '{"ok":1}' });
    expect(store.query({}, undefined, 9)).toMatchObject([{ text: 'answered', hasBody: true }]);
    expect(store.body(2)).toEqual({ request: undefined, response: undefined });
  });

  it.each([
    [{ servers: ['wiki'] }, [2]],
    [{ servers: [] }, []],
    [{ kinds: ['stderr', 'noise'] as const }, [3]],
    [{ minLevel: 'warn' as const }, [2, 3]],
    [{ text: '100%' }, [3]],
    [{ text: 'a_b' }, [2]],
    [{ text: 'TOOLS/' }, [1]],
    [{ text: '41' }, [1]],
    [{ text: '\\' }, []],
    [{ text: '' }, [1, 2, 3]],
    [{ servers: ['docs'], minLevel: 'error' as const }, [3]],
  ])('finds by %j the lines %j', (filter, expected) => {
    const { seqs, write } = open();
    write(
      entry(1, { method: 'tools/list', rpcId: '41' }),
      entry(2, { server: 'wiki', level: 'warn', text: 'a_b' }),
      entry(3, { kind: 'stderr', level: 'error', text: 'axb 100% full' }),
    );
    const given = 'kinds' in filter ? { ...filter, kinds: [...filter.kinds] } : filter;
    expect(seqs(given, undefined, 9)).toEqual(expected);
  });

  it('counts by kind and level within a range', () => {
    const { store, write } = open();
    write(
      entry(1),
      entry(2, { kind: 'stderr' }),
      entry(3, { kind: 'stderr', level: 'error' }),
      entry(4, { server: 'wiki' }),
      entry(5),
    );
    expect(store.count({ servers: ['docs'] }, 1, 5)).toEqual([
      { kind: 'call', level: 'info', n: 1 },
      { kind: 'stderr', level: 'info', n: 1 },
      { kind: 'stderr', level: 'error', n: 1 },
    ]);
  });

  it('forgets the oldest lines, step by step, until it is within the number of lines', () => {
    const { store, write, seqs } = open({ rows: 1_500, bytes: 1e9 });
    write(...Array.from({ length: 4_000 }, (_, n) => entry(n + 1)));
    expect(store.prune(0)).toBe(true);
    expect(store.prune(0)).toBe(true);
    expect(store.prune(0)).toBe(false);
    expect(store.prune(0)).toBe(false);
    expect(seqs({}, 3_003, 5)).toEqual([3_001, 3_002]);
    expect(store.lastSeq()).toBe(4_000);
  });

  it('forgets the oldest lines until it is within the size, and keeps the last', () => {
    const { store } = open({ rows: 1e9, bytes: 1_000_000 });
    const add = (seq: number) =>
      store.write([{ entry: entry(seq), body: { request: 'x'.repeat(600_000) } }]);
    add(1);
    expect(store.prune(0)).toBe(false);
    add(2);
    while (store.prune(0));
    expect(store.query({}, undefined, 9).map(({ seq }) => seq)).toEqual([2]);
  });

  it('counts the text of a line too, which is all that stderr has', () => {
    const { store } = open({ rows: 1e9, bytes: 1_000_000 });
    const add = (seq: number) =>
      store.write([{ entry: { ...entry(seq), text: 'x'.repeat(600_000) }, body: {} }]);
    add(1);
    expect(store.prune(0)).toBe(false);
    add(2);
    while (store.prune(0));
    expect(store.query({}, undefined, 9).map(({ seq }) => seq)).toEqual([2]);
  });

  it('keeps what stands behind a NUL, and shows where it was', () => {
    const { store } = open();
    store.write([{ entry: { ...entry(1), text: 'before\0after' }, body: {} }]);
    expect(store.query({}, undefined, 9)[0]?.text).toBe('before\u2400after');
  });

  it('forgets lines that are too old, and knows how much is kept', () => {
    const perLine = 82;
    const { store, write, seqs } = open({ bytes: 1e9, age: 5_000 });
    write(...Array.from({ length: 3_000 }, (_, n) => entry(n + 1, { at: n, text: 'ab' })));
    expect(store.size()).toBe(3_000 * perLine);
    expect(store.prune(5_000)).toBe(false);
    expect(store.prune(7_000)).toBe(true);
    while (store.prune(7_000));
    expect(seqs({}, undefined, 1)).toEqual([3_000]);
    expect(store.ends()).toEqual({ first: 2_001, last: 3_000 });
    expect(store.size()).toBe(1_000 * perLine);
    store.clear();
    expect([store.size(), store.lastSeq()]).toEqual([0, 0]);
  });

  it.each([
    ['short lines', 20, undefined],
    ['calls', 60, 400],
  ])('says of %s about what they take in the file', (_what, text, message) => {
    const { database, store } = open();
    const before = bytesOf(database);
    const body = message === undefined ? {} : { request: 'x'.repeat(message) };
    const lines = Array.from({ length: 5_000 }, (_, n) => ({
      entry: entry(n + 1, { at: Date.now(), text: 'x'.repeat(text), method: 'tools/call' }),
      body,
    }));
    store.write(lines);
    const taken = bytesOf(database) - before;
    expect(store.size() / taken).toBeGreaterThan(0.8);
    expect(store.size() / taken).toBeLessThan(1.25);
  });

  it('gives back to the disk what is not needed any more, a little at a time', () => {
    const { database, store } = open();
    const request = 'x'.repeat(20_000);
    const lines = Array.from({ length: 2_000 }, (_, n) => ({
      entry: entry(n + 1),
      body: { request },
    }));
    store.write(lines);
    expect(store.shrink()).toBe(false);
    const full = bytesOf(database);
    store.clear();
    expect(bytesOf(database)).toBe(full);
    expect(store.shrink()).toBe(true);
    expect(full - bytesOf(database)).toBeLessThan(2_000_000);
    while (store.shrink());
    expect(bytesOf(database)).toBeLessThan(full / 4);
    store.write(lines.slice(0, 3));
    expect(store.body(2)).toEqual({ request });
  });

  it("leaves a file alone that can't become shorter", () => {
    const { database, store } = open();
    database.exec('PRAGMA auto_vacuum = NONE; VACUUM');
    const request = 'x'.repeat(20_000);
    store.write(
      Array.from({ length: 600 }, (_, n) => ({ entry: entry(n + 1), body: { request } })),
    );
    store.clear();
    expect(store.shrink()).toBe(false);
  });
});

/** How long a file is that holds this. */
function bytesOf(database: Database): number {
  const pages = database.prepare('PRAGMA page_count').get() as { page_count: number };
  return pages.page_count * 4_096;
}
