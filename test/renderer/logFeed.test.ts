import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageSize } from '../../src/renderer/src/logs/feedSteps.ts';
import { LogFeed } from '../../src/renderer/src/logs/logFeed.ts';
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
    'log.query': ({ filter, after = 0, before = Infinity, limit: size }) =>
      matching(filter)
        .filter(({ seq }) => seq > after && seq < before)
        .slice(-size),
    'log.tally': ({ servers, text, after = 0 }) => {
      const alike = { ...(servers && { servers }), ...(text !== undefined && { text }) };
      return addToTally(
        {},
        matching(alike).filter(({ seq }) => seq > after),
      );
    },
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
    const missed = entries.length > 100;
    const last = kept.at(-1)?.seq ?? 0;
    bridge.emit('log.changed', { entries: missed ? [] : entries, last, missed });
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
    await vi.advanceTimersByTimeAsync(300);
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
    await vi.advanceTimersByTimeAsync(300);
    expect(feed.state).toMatchObject({ atStart: false, total: 2_000 });
  });

  test('counts are asked for again after a while, once for many changes', async () => {
    const { feed, bridge, frame, arrive } = setUp(lines(1, 2));
    await feed.show({}, {});
    for (const durationMs of [1, 2]) {
      arrive(line(2, { level: 'error', durationMs }));
      frame();
    }
    expect(feed.state.counts.errors).toBe(0);
    await vi.advanceTimersByTimeAsync(300);
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
    await vi.advanceTimersByTimeAsync(300);
    expect(feed.state.waiting).toBe(2);
    await feed.follow();
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(feed.state).toMatchObject({ following: true, waiting: 0 });
  });
});

describe('in a flood', () => {
  const settle = async (frame: () => void): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) {
      await vi.advanceTimersByTimeAsync(300);
      frame();
    }
  };

  test('asks for the end once a frame, keeps a bounded list, and ends with the last line', async () => {
    const { feed, bridge, frame, arrive, seqs } = setUp(lines(1, 3));
    await feed.show({}, {});
    const asked = () => bridge.asked.filter(({ name }) => name === 'log.query').length;
    const before = asked();
    for (let seq = 4; seq < 20_004; seq += 1_000) arrive(...lines(seq, seq + 999));
    frame();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(before + 1);
    expect(seqs()).toEqual(lines(19_804, 20_003).map(({ seq }) => seq));
    arrive(line(20_004));
    await settle(frame);
    expect(seqs()).toEqual(lines(19_804, 20_004).map(({ seq }) => seq));
    expect(feed.state).toMatchObject({ total: 20_004, atStart: false, atEnd: true });
  });

  test('loses and doubles nothing of a filter that little passes', async () => {
    const filter = { text: 'needle' };
    const { feed, frame, arrive, seqs } = setUp([line(1, { text: 'needle' }), line(2)]);
    await feed.show(filter, filter);
    const wanted = [1];
    for (let seq = 3; seq < 6_000; seq += 300) {
      const batch = lines(seq, seq + 299);
      arrive(
        ...batch.map((entry) => (entry.seq === seq + 7 ? { ...entry, text: 'needle' } : entry)),
      );
      wanted.push(seq + 7);
      frame();
      arrive(line(seq + 300 - 1, { durationMs: 1 }));
      await vi.advanceTimersByTimeAsync(0);
    }
    await settle(frame);
    expect(seqs()).toEqual(wanted);
    expect(feed.state).toMatchObject({ total: wanted.length, atStart: true });
  });

  test('shows afterwards what changed unseen, also a line that only passes now', async () => {
    const filter = { minLevel: 'error' } as const;
    const { feed, frame, arrive, seqs } = setUp([line(1), line(2, { level: 'error' })]);
    await feed.show(filter, {});
    arrive(line(1, { level: 'error' }), line(2, { level: 'error', bytes: 9 }), ...lines(3, 300));
    await settle(frame);
    expect(seqs()).toEqual([1, 2]);
    expect(feed.state.lines[1]?.bytes).toBe(9);
  });

  test('moves nothing while paused, fills in responses, and goes to the end when asked', async () => {
    const { feed, frame, arrive, seqs } = setUp(lines(1, 50));
    await feed.show({}, {});
    feed.pause();
    arrive(line(20, { durationMs: 7 }), ...lines(51, 1_050));
    await settle(frame);
    expect(seqs()).toEqual(lines(1, 50).map(({ seq }) => seq));
    expect(feed.state.lines[19]?.durationMs).toBe(7);
    expect(feed.state).toMatchObject({ waiting: 1_000, total: 1_050 });
    await feed.follow();
    expect(seqs().at(-1)).toBe(1_050);
    expect(feed.state).toMatchObject({ following: true, waiting: 0 });
  });

  test('a pause before the end came holds the lines and counts the rest', async () => {
    const { feed, frame, arrive, seqs } = setUp(lines(1, 50));
    await feed.show({}, {});
    arrive(...lines(51, 1_050));
    frame();
    feed.pause();
    await settle(frame);
    expect(seqs()).toEqual(lines(1, 50).map(({ seq }) => seq));
    expect(feed.state.waiting).toBe(1_000);
    await feed.follow();
    expect(seqs().at(-1)).toBe(1_050);
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
