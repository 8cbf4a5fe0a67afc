import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Orphans } from '../../../src/main/servers/process/orphans.ts';
import {
  bootId,
  processClock,
  readProcess,
} from '../../../src/main/servers/process/processTable.ts';
import { ChildRecords } from '../../../src/main/store/childRecords.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { isRunning } from '../../servers/supervision.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const stubborn = join(fixtures, 'servers/stubborn.mjs');
const graces = { inputMs: 0, interruptMs: 100, terminateMs: 100 };

function openRecords() {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  return new ChildRecords(database);
}

function endAfterTest(pid: number): void {
  onTestFinished(() => {
    for (const target of [-pid, pid]) {
      try {
        process.kill(target, 'SIGKILL');
      } catch {
        // Gone, as it should be.
      }
    }
  });
}

/** An owner with a server and what that started, put on record under the owner's identity. */
async function startFamily(records: ChildRecords, role: string) {
  const owner = spawn(process.execPath, [join(fixtures, 'owner.mjs'), stubborn, role]);
  endAfterTest(owner.pid ?? 0);
  let said = '';
  for await (const chunk of owner.stdout) {
    said += String(chunk);
    if (/grandchild \d+\n/.test(said)) break;
  }
  const [child = 0, grandchild = 0] = ['child', 'grandchild'].map((word) =>
    Number(new RegExp(`^${word} (\\d+)`, 'm').exec(said)?.[1]),
  );
  endAfterTest(child);
  records.add({
    server: 'stubborn',
    pid: child,
    start: (await readProcess(child))?.start ?? null,
    boot: bootId(),
    ownerPid: owner.pid ?? 0,
    ownerStart: (await readProcess(owner.pid ?? 0))?.start ?? null,
    seen: processClock(),
    command: process.execPath,
  });
  const killOwner = async () => {
    owner.kill('SIGKILL');
    if (owner.exitCode === null && owner.signalCode === null) await once(owner, 'exit');
  };
  return { child, grandchild, killOwner };
}

describe.skipIf(process.platform === 'win32')('what a killed Patchbay left behind', () => {
  it('is ended with all that it started, and nobody else is', async () => {
    const records = openRecords();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], {
      detached: true,
    });
    endAfterTest(stranger.pid ?? 0);
    const { child, grandchild, killOwner } = await startFamily(records, 'stay');
    await killOwner();
    expect([child, grandchild].map(isRunning)).toEqual([true, true]);

    const { ended, remaining } = await new Orphans(records).sweep(graces);

    expect([child, grandchild].map(isRunning)).toEqual([false, false]);
    expect(isRunning(stranger.pid ?? 0)).toBe(true);
    expect(ended.map(({ pid }) => pid)).toEqual([child]);
    expect(remaining).toEqual([]);
    expect(records.list()).toEqual([]);
  });

  it('is found by its group when the server itself has left', async () => {
    const records = openRecords();
    const { child, grandchild, killOwner } = await startFamily(records, 'leave');
    await killOwner();
    // It leaves when its input ends, which the death of its owner brings about.
    await expect.poll(() => isRunning(child), { timeout: 10_000 }).toBe(false);
    expect(isRunning(grandchild)).toBe(true);
    await new Orphans(records).sweep(graces);
    expect(isRunning(grandchild)).toBe(false);
  });

  it('is left alone while its owner, another Patchbay, runs', async () => {
    const records = openRecords();
    const { child, grandchild } = await startFamily(records, 'stay');
    expect((await new Orphans(records).sweep(graces)).ended).toEqual([]);
    expect([child, grandchild].map(isRunning)).toEqual([true, true]);
    expect(records.list()).toHaveLength(1);
  });

  it('is not looked for in a process that got its pid', async () => {
    const records = openRecords();
    const { child, killOwner } = await startFamily(records, 'stay');
    await killOwner();
    const [record] = records.list();
    expect(record).toBeDefined();
    if (record === undefined) return;
    records.remove(record.id);
    records.add({ ...record, start: (record.start ?? 0) - 1 });
    await new Orphans(records).sweep(graces);
    expect(isRunning(child)).toBe(true);
    expect(records.list()).toEqual([]);
  });

  it('is not looked for in a group without a leader that came later', async () => {
    const records = openRecords();
    const { child, grandchild, killOwner } = await startFamily(records, 'leave');
    await killOwner();
    await expect.poll(() => isRunning(child), { timeout: 10_000 }).toBe(false);
    const [record] = records.list();
    expect(record?.start).toBeGreaterThan(2);
    if (record === undefined) return;
    // As if the recorded child had been an earlier process of the same number.
    const start = (record.start ?? 0) - 2;
    records.remove(record.id);
    records.add({ ...record, start, seen: start + 1 });
    await new Orphans(records).sweep(graces);
    expect(isRunning(grandchild)).toBe(true);
    expect(records.list()).toEqual([]);
  });

  it('does not take our own children for orphans, and forgets them when they are gone', async () => {
    const records = openRecords();
    const orphans = new Orphans(records);
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], {
      detached: true,
    });
    endAfterTest(child.pid ?? 0);
    const forget = await orphans.record('ours', child.pid ?? 0, process.execPath);
    await orphans.sweep(graces);
    expect(isRunning(child.pid ?? 0)).toBe(true);
    expect(records.list()).toHaveLength(1);
    forget();
    expect(records.list()).toEqual([]);
  });
});
