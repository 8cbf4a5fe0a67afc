import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LogFeed, pageSize } from '../../src/renderer/src/logs/logFeed.ts';
import { passes } from '../../src/renderer/src/logs/logFilter.ts';
import type { LogEntry, LogFilter } from '../../src/shared/log.ts';
import { addToTally } from '../../src/shared/logTally.ts';
import { createFakeBridge } from './fakeBridge.ts';

const line = (seq: number, more: Partial<LogEntry> = {}): LogEntry => ({
  seq,
  at: seq,
  server: 'docs',
  kind: 'call',
  level: 'info',
  text: `line ${seq}`,
  bytes: 1,
  hasBody: true,
  ...more,
});
const lines = (from: number, to: number): LogEntry[] =>
  Array.from({ length: to - from + 1 }, (_value, index) => line(from + index));

/** A log in memory behind a bridge, and frames that come when the test says so. */
function setUp(kept: LogEntry[], limit = 5_000) {
  const matching = (filter: LogFilter) => kept.filter((entry) => passes(entry, filter));
  const bridge = createFakeBridge({
    'log.query': ({ filter, before = Infinity, limit: size }) => {
      const all = matching(filter);
      return all.filter((entry) => entry.seq < before).slice(-size);
    },
    'log.tally': ({ servers, text }) =>
      addToTally(
        {},
        matching({ ...(servers && { servers }), ...(text !== undefined && { text }) }),
      ),
  });
  const frames: (() => void)[] = [];
  const feed = new LogFeed(bridge, limit, (run) => {
    frames.push(run);
    return () => frames.splice(frames.indexOf(run), 1);
  });
  const close = feed.open();
  const frame = () => {
    for (const run of frames.splice(0)) run();
  };
  const arrive = (...entries: LogEntry[]) => {
    for (const entry of entries) {
      const index = kept.findIndex(({ seq }) => seq === entry.seq);
      if (index < 0) kept.push(entry);
      else kept[index] = entry;
    }
    bridge.emit('log.changed', entries);
  };
  const seqs = () => feed.state.lines.map(({ seq }) => seq);
  return { feed, bridge, frame, arrive, seqs, close };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('while following', () => {
  test('shows the last page and what comes after, once a frame', async () => {
    const { feed, frame, arrive, seqs } = setUp(lines(1, 3));
    await feed.show({}, {});
    expect(seqs()).toEqual([1, 2, 3]);
    arrive(line(4));
    arrive(line(5), line(6));
    expect(seqs()).toEqual([1, 2, 3]);
    frame();
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(feed.state).toMatchObject({ total: 6, counts: { call: 6 }, waiting: 0 });
  });

  test('a changed line keeps its place and is not counted again', async () => {
    const { feed, frame, arrive } = setUp(lines(1, 3));
    await feed.show({}, {});
    arrive(line(2, { durationMs: 84 }));
    frame();
    expect(feed.state.lines[1]).toMatchObject({ seq: 2, durationMs: 84 });
    expect(feed.state).toMatchObject({ total: 3, counts: { call: 3 } });
  });

  test('a line that begins to pass takes its place, one that stops passing leaves', async () => {
    const filter = { minLevel: 'error' } as const;
    const bad = (seq: number) => line(seq, { level: 'error' });
    const { feed, frame, arrive, seqs } = setUp([bad(1), line(2), bad(3)]);
    await feed.show(filter, {});
    arrive(bad(2), line(3));
    frame();
    expect(seqs()).toEqual([1, 2]);
  });

  test('the window stays bounded', async () => {
    const { feed, frame, arrive, seqs } = setUp(lines(1, 10), 20);
    await feed.show({}, {});
    for (let seq = 11; seq <= 2_000; seq++) {
      arrive(line(seq));
      if (seq % 50 === 0) {
        frame();
        frame();
      }
    }
    expect(seqs().length).toBeLessThanOrEqual(20 + 500 + 50);
    expect(seqs().at(-1)).toBe(2_000);
    expect(feed.state).toMatchObject({ atStart: false, total: 2_000 });
  });

  test('counts are asked for again once it is calm', async () => {
    const { feed, bridge, frame, arrive } = setUp(lines(1, 2));
    await feed.show({}, {});
    arrive(line(2, { level: 'error' }));
    frame();
    expect(feed.state.counts.errors).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(feed.state.counts.errors).toBe(1);
    expect(bridge.asked.filter(({ name }) => name === 'log.tally')).toHaveLength(2);
  });
});

describe('while paused', () => {
  test('new lines are counted, not shown, and shown on the way back', async () => {
    const { feed, frame, arrive, seqs } = setUp(lines(1, 3));
    await feed.show({}, {});
    feed.pause();
    arrive(line(4), line(5));
    arrive(line(5, { durationMs: 1 }));
    frame();
    expect(seqs()).toEqual([1, 2, 3]);
    expect(feed.state.waiting).toBe(2);
    await feed.follow();
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(feed.state).toMatchObject({ following: true, waiting: 0 });
  });
});

describe('paging', () => {
  test('goes back to the first line, a page at a time', async () => {
    const { feed, seqs } = setUp(lines(1, 2 * pageSize + 10));
    await feed.show({}, {});
    feed.pause();
    await feed.loadOlder();
    expect(feed.state).toMatchObject({ shifted: true, atStart: false });
    expect(seqs()[0]).toBe(11);
    await feed.loadOlder();
    expect(feed.state.atStart).toBe(true);
    expect(seqs()).toEqual(lines(1, 2 * pageSize + 10).map(({ seq }) => seq));
  });

  test('cuts the other end when the window gets too long, and finds it again', async () => {
    const { feed, frame, seqs } = setUp(lines(1, 3_000), 1_000);
    await feed.show({}, {});
    feed.pause();
    for (let page = 0; page < 4; page++) {
      await feed.loadOlder();
      frame();
    }
    expect(seqs().length).toBeLessThanOrEqual(1_500);
    expect(feed.state.atEnd).toBe(false);
    while (!feed.state.atEnd) {
      await feed.loadNewer();
      frame();
    }
    expect(seqs().at(-1)).toBe(3_000);
    const [first = 0] = seqs();
    expect(seqs()).toEqual(lines(first, 3_000).map(({ seq }) => seq));
  });

  test('shows the lines around one that was asked for, and goes on to the end', async () => {
    const sparse = lines(1, 6_000).map((entry) =>
      entry.seq < 400 || entry.seq > 5_990 ? entry : { ...entry, server: 'other' },
    );
    const filter = { servers: ['docs'] };
    const { feed, seqs } = setUp(sparse);
    await feed.show(filter, filter, 100);
    expect(feed.state.following).toBe(false);
    expect(seqs()).toContain(100);
    expect(seqs().at(-1)).toBe(349);
    while (!feed.state.atEnd) await feed.loadNewer();
    const wanted = sparse.filter(({ server }) => server === 'docs').map(({ seq }) => seq);
    expect(seqs()).toEqual(wanted);
  });
});

test('an answer that comes after the filter changed is dropped', async () => {
  const { feed, seqs } = setUp([line(1), line(2, { server: 'wiki' })]);
  const slow = feed.show({ servers: ['docs'] }, {});
  const last = feed.show({ servers: ['wiki'] }, {});
  await Promise.all([slow, last]);
  expect(seqs()).toEqual([2]);
});

test('a failed query says why', async () => {
  const feed = new LogFeed(createFakeBridge({}), 10, () => () => undefined);
  await feed.show({}, {});
  expect(feed.state.error?.code).toBe('fake/no-answer');
});

test('nothing is taken in after it was closed', async () => {
  const { feed, frame, arrive, seqs, close } = setUp(lines(1, 1));
  await feed.show({}, {});
  close();
  arrive(line(2));
  frame();
  expect(seqs()).toEqual([1]);
});
