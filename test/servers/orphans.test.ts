import { describe, expect, it } from 'vitest';
import { judgeChild } from '../../src/main/servers/orphans.ts';
import type { ProcessEntry } from '../../src/main/servers/processTable.ts';
import type { ChildRecord } from '../../src/main/store/childRecords.ts';

const record: ChildRecord = {
  id: 1,
  server: 'docs',
  pid: 500,
  start: 1000,
  boot: 'this',
  ownerPid: 400,
  ownerStart: 900,
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
