import { expect, it } from 'vitest';
import { Approvals } from '../../src/main/store/approvals.ts';
import { openDatabase } from '../../src/main/store/database.ts';

it('keeps the last answer about each entry of each folder', () => {
  const database = openDatabase(':memory:');
  const approvals = new Approvals(database);
  const place = { workspace: '/w', layer: 'project', name: '__proto__' } as const;
  const approval = { hash: 'h', text: '{}', answer: 'approved' } as const;
  approvals.set(place, { ...approval, answer: 'refused' }, 1);
  approvals.set(place, approval, 2);
  expect(approvals.of(place)).toMatchObject(approval);
  expect(approvals.of({ ...place, workspace: '/other' })).toBe(undefined);
  expect(approvals.of({ ...place, layer: 'local' })).toBe(undefined);
  database.close();
});
