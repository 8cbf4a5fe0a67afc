import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import LibsqlDatabase from 'libsql';
import { migrations } from './migrations.ts';

export type Database = LibsqlDatabase.Database;

/**
 * Opens (or makes) the database file and brings it to the newest schema. `:memory:` works too.
 * WAL with `synchronous = NORMAL` survives a killed app; a power cut may lose the last moments.
 */
export function openDatabase(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new LibsqlDatabase(path);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec('PRAGMA foreign_keys = ON');
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number };
  for (let version = row.user_version; version < migrations.length; version++) {
    const migrate = db.transaction(() => {
      db.exec(migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
    });
    migrate();
  }
  return db;
}
