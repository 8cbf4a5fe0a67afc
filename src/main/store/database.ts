import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import LibsqlDatabase from 'libsql';
import { AppFailure } from '../../shared/errors.ts';
import { migrations } from './migrations.ts';

export type Database = LibsqlDatabase.Database;

/**
 * Opens (or makes) the database file and brings it to the newest schema. `:memory:` works too.
 * Throws `store/unreadable` when the file is not a database of ours.
 * WAL with `synchronous = NORMAL` survives a killed app; a power cut may lose the last moments.
 */
export function openDatabase(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  try {
    return open(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppFailure({
      code: 'store/unreadable',
      message: `${path} can't be read: ${why}. Move it away to start with an empty one.`,
      params: { file: path, why },
    });
  }
}

function open(path: string): Database {
  const db = new LibsqlDatabase(path);
  // Another Patchbay that writes is waited for.
  db.exec('PRAGMA busy_timeout = 5000');
  // So that a file can become shorter again, a little at a time; only a new one heeds it.
  db.exec('PRAGMA auto_vacuum = INCREMENTAL');
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
