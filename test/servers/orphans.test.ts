import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { judgeChild, Orphans } from '../../src/main/servers/process/orphans.ts';
import type { ProcessEntry } from '../../src/main/servers/process/processTable.ts';
import { ChildRecords } from '../../src/main/store/childRecords.ts';
import type { ChildRecord } from '../../src/main/store/childRecords.ts';
import { openDatabase } from '../../src/main/store/database.ts';

const record: ChildRecord = {
  id: 1,
  server: 'docs',
  pid: 500,
  start: 1000,
  boot: 'this',
  ownerPid: 400,
  ownerStart: 900,
  seen: 1300,
  command: 'npx',
};
const one = (pid: number, start: number, more: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  start,
  isDead: false,
  cpuMs: 0,
  memoryBytes: 0,
  ...more,
});
const child = one(500, 1000);
const grandchild = one(501, 1200, { group: 500, session: 500 });
const owner = one(400, 900);

describe('judgeChild', () => {
  it.each<[string, ProcessEntry[], Partial<ChildRecord>, ReturnType<typeof judgeChild>]>([
    ['ends what a dead owner left', [child], {}, 'end'],
    ['leaves the child of a living owner', [owner, child], {}, 'leave'],
    ["ends it when another process got the owner's pid", [one(400, 5000), child], {}, 'end'],
    [
      'ends it when the owner only waits to be reaped',
      [{ ...owner, isDead: true }, child],
      {},
      'end',
    ],
    ['leaves alone a process that got the pid', [one(500, 7000)], {}, 'forget'],
    ['forgets what is gone', [one(77, 950)], {}, 'forget'],
    ['ends a group whose leader is gone', [grandchild], {}, 'end'],
    [
      'leaves alone a group without a leader that came after it was last known',
      [{ ...grandchild, start: 1301 }],
      {},
      'forget',
    ],
    [
      'ends later members beside one that was there then',
      [grandchild, { ...grandchild, pid: 502, start: 5000 }],
      {},
      'end',
    ],
    [
      'ends later members of a leader that is there',
      [child, { ...grandchild, start: 5000 }],
      {},
      'end',
    ],
    ['ends a group whose leader is dead', [{ ...child, isDead: true }, grandchild], {}, 'end'],
    ['forgets a group of the dead', [{ ...grandchild, isDead: true }], {}, 'forget'],
    ['is not led astray by an older group', [{ ...grandchild, start: 999 }], {}, 'forget'],
    ["nor by a group in another's session", [{ ...grandchild, session: 300 }], {}, 'forget'],
    [
      'takes a group alone where sessions are not told',
      [{ ...grandchild, session: undefined }],
      {},
      'end',
    ],
    ['forgets all after another boot', [owner, child], { boot: 'before' }, 'forget'],
    ['touches nothing without an identity', [child], { start: null }, 'forget'],
    ['keeps a record without an identity while its owner runs', [owner], { start: null }, 'leave'],
    ['takes an owner of unknown start to be alive', [owner, child], { ownerStart: null }, 'leave'],
  ])('%s', (_name, table, changes, verdict) => {
    expect(judgeChild({ ...record, ...changes }, table, 'this')).toBe(verdict);
  });
});

describe('a child on record', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is noted again and again as known to live, until it is gone', async () => {
    const database = openDatabase(':memory:');
    onTestFinished(() => void database.close());
    const records = new ChildRecords(database);
    const forget = await new Orphans(records).record('docs', process.pid, 'npx');
    const [first] = records.list();
    expect(first?.seen).toBeGreaterThanOrEqual(first?.start ?? Infinity);
    for (let round = 0; round < 2; round++) {
      records.see([first?.id ?? 0], 1);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(records.list()[0]?.seen).toBeGreaterThan(1);
    }
    forget();
    expect(vi.getTimerCount()).toBe(0);
  });
});
