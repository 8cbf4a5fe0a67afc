import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exportDecisions } from '../../src/main/ipc/exportDecisions.ts';
import { Audit } from '../../src/main/store/audit.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { permissionsOver } from '../fakes/permissions.ts';

it('writes every decision as a line, oldest first, over many pages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = openDatabase(':memory:');
  const audit = new Audit(database);
  const add = database.transaction(() => {
    for (let at = 1; at <= 2500; at++) {
      audit.add({
        at,
        conversationId: 'c',
        itemId: 'i',
        tool: 'look\nup',
        digest: '0'.repeat(64),
        preview: '{}',
        verdict: 'allow',
        by: { kind: 'builtin' },
      });
    }
  });
  add();
  const file = join(folder, 'decisions.jsonl');
  await exportDecisions(permissionsOver(database), file);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const ids = lines.map((line) => (JSON.parse(line) as { id: number }).id);
  expect(ids).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(exportDecisions(permissionsOver(database), folder)).rejects.toMatchObject({
    error: { code: 'permissions/not-exported', params: { file: folder } },
  });
});
