import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConnectionLog } from '../../src/main/servers/log/connectionLog.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { LogStore } from '../../src/main/store/logStore.ts';
import type { LogEntry } from '../../src/shared/log.ts';

const line = { at: 1, server: 'docs', kind: 'stderr', level: 'info', text: 'x', bytes: 1 } as const;

function open() {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  const store = new LogStore(database);
  const write = vi.spyOn(store, 'write');
  const told: LogEntry[] = [];
  const log = new ConnectionLog(store, (entry) => told.push(entry));
  return { store, write, told, log };
}

describe('ConnectionLog', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells of a line at once and writes it with others a moment later', () => {
    const { log, told, write } = open();
    log.append(line);
    log.append(line);
    expect(told.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('goes on with the numbers of the log before it', () => {
    const { log, store } = open();
    log.append(line);
    log.close();
    expect(new ConnectionLog(store, () => undefined).append(line).seq).toBe(2);
  });

  it('answers a query with what was appended just before', async () => {
    const { log } = open();
    log.append(line, { request: '{}' });
    expect(log.query({}, undefined, 9)).toMatchObject({ entries: [{ hasBody: true }] });
    expect(await log.page({}, undefined, 9)).toMatchObject([{ hasBody: true }]);
    expect(await log.tally({})).toEqual({ stderr: [0, 1, 0, 0] });
  });

  it.each([
    ['before', false],
    ['after', true],
  ])('keeps the request when the response comes %s it was written', (_when, isWritten) => {
    const { log, told } = open();
    const entry = log.append(line, { request: '1' });
    if (isWritten) log.flush();
    log.update({ ...entry, text: 'answered' }, { response: '2' });
    expect(told.at(-1)).toMatchObject({ seq: 1, text: 'answered', hasBody: true });
    expect(log.body(1)).toEqual({ request: '1', response: '2' });
    expect(log.query({}, undefined, 9)).toMatchObject({
      entries: [{ text: 'answered' }],
    });
  });

  it('holds no more than a batch in memory, however fast lines come', () => {
    const { log, store, write } = open();
    for (let n = 0; n < 5_000; n++) log.append(line);
    expect(store.lastSeq()).toBe(5_000);
    expect(Math.max(...write.mock.calls.map(([lines]) => lines.length))).toBe(500);
  });

  it('writes what waits when it is closed, and takes nothing more', () => {
    const { log, store, told } = open();
    log.append(line);
    log.close();
    log.append(line);
    vi.advanceTimersByTime(1_000);
    expect(store.lastSeq()).toBe(1);
    expect(told).toHaveLength(1);
  });

  it('counts a line by what it has become, also long after it was written', async () => {
    vi.useRealTimers();
    const { log } = open();
    const first = log.append(line);
    for (let n = 0; n < 30_000; n += 1) log.append(line);
    expect(await log.tally({})).toEqual({ stderr: [0, 30_001, 0, 0] });
    log.update({ ...first, level: 'error' }, {});
    expect(await log.tally({})).toEqual({ stderr: [0, 30_000, 0, 1] });
  });

  it('forgets everything but that it did, and goes on counting from there', async () => {
    const { log, store } = open();
    for (let n = 0; n < 700; n += 1) log.append(line, { request: 'x' });
    log.clear();
    expect(log.query({}, undefined, 9).entries).toMatchObject([
      { seq: 701, server: 'patchbay', text: 'the log was cleared' },
    ]);
    expect(log.body(3)).toEqual({});
    expect(log.usage()).toMatchObject({ lines: 1 });
    expect(new ConnectionLog(store, () => undefined).append(line).seq).toBe(702);
  });

  it('forgets little by little what a lower limit leaves no room for, also when no line comes', () => {
    const { log } = open();
    for (let n = 0; n < 5_000; n += 1) log.append(line);
    log.flush();
    log.setCap({ rows: 1_200, bytes: 1e9 });
    expect(log.usage().lines).toBeGreaterThan(1_200);
    vi.advanceTimersByTime(1_000);
    expect(log.usage().lines).toBeLessThanOrEqual(1_200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does nothing more of that once it is closed', () => {
    const { log } = open();
    for (let n = 0; n < 5_000; n += 1) log.append(line);
    log.setCap({ rows: 1_200, bytes: 1e9 });
    log.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
