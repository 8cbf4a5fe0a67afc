import { expect, it, onTestFinished } from 'vitest';
import { ChildRecords } from '../../src/main/store/childRecords.ts';
import { openDatabase } from '../../src/main/store/database.ts';

it('keeps children until they are gone, and learns their start later', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => void database.close());
  const records = new ChildRecords(database);
  const child = {
    server: 'docs',
    pid: 500,
    start: null,
    boot: 'b',
    ownerPid: 400,
    ownerStart: 900,
    seen: 950,
    command: '/usr/bin/npx',
  };
  const first = records.add(child);
  const second = records.add({ ...child, pid: 501, start: 1_764_653_497_000 });
  records.setStart(first, 1000);
  expect(records.list()).toEqual([
    { ...child, id: first, start: 1000 },
    { ...child, id: second, pid: 501, start: 1_764_653_497_000 },
  ]);
  records.see([second], 2_000);
  expect(records.list().map(({ seen }) => seen)).toEqual([950, 2_000]);
  records.remove(first);
  records.remove(first);
  expect(records.list().map(({ id }) => id)).toEqual([second]);
});
