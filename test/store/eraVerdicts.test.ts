import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { EraVerdictTable } from '../../src/main/store/eraVerdicts.ts';

it('keeps the latest verdict of each configuration until it is forgotten', () => {
  const database = openDatabase(':memory:');
  onTestFinished(() => {
    database.close();
  });
  const table = new EraVerdictTable(database);
  expect(table.get('a')).toBeUndefined();
  table.put('a', { kind: 'legacy', since: 1 });
  table.put('b', { kind: 'legacy', since: 2 });
  table.put('a', { kind: 'sse', since: 3 });
  expect(table.get('a')).toMatchObject({ kind: 'sse', since: 3 });
  expect(table.get('b')).toMatchObject({ kind: 'legacy', since: 2 });
  table.forget('a');
  expect(table.get('a')).toBeUndefined();
});
