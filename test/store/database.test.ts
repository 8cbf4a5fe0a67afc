import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { migrations } from '../../src/main/store/migrations.ts';

it('makes the folder and the newest schema, and finds both again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-db-'));
  try {
    const path = join(folder, 'deep', 'patchbay.db');
    openDatabase(path)
      .prepare(
        "INSERT INTO conversations (id, title, created_at, updated_at, usage) VALUES ('c', 'title', 1, 1, NULL)",
      )
      .run();
    const db = openDatabase(path);
    expect(db.prepare('SELECT title FROM conversations').get()).toMatchObject({ title: 'title' });
    expect(db.prepare('PRAGMA user_version').get()).toMatchObject({
      user_version: migrations.length,
    });
    db.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('says which file can not be read, and leaves it as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-db-'));
  try {
    const path = join(folder, 'patchbay.db');
    writeFileSync(path, 'not a database, and long enough to be taken for one '.repeat(40));
    expect(() => openDatabase(path)).toThrow(`${path} can't be read: `);
    expect(readFileSync(path, 'utf8')).toMatch(/^not a database/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
