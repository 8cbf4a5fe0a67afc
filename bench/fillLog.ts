// What bench/log.mjs needs of the app's own rooms: a log of any length, and the bare queries and
// inserts that its figures are held against.
import LibsqlDatabase from 'libsql';
import { ConnectionLog } from '../src/main/servers/log/connectionLog.ts';
import { openDatabase } from '../src/main/store/database.ts';
import { LogStore } from '../src/main/store/logStore.ts';
import type { NewLogLine } from '../src/main/servers/log/connectionLog.ts';

const servers = Array.from({ length: 30 }, (_one, index) => `server-${index}`);
const words = ['search', 'status', 'import', 'read', 'list', 'watch', 'sync', 'commit'];

function line(n: number): NewLogLine {
  const common = { server: servers[n % servers.length] ?? '', at: 1_700_000_000_000 + n * 20 };
  if (n % 4 === 0) {
    const text = `[${n}] ${words[n % 7]} took ${n % 977} ms${n % 250_000 === 7 ? ' needle' : ''}`;
    return { ...common, kind: 'stderr', level: n % 100 === 0 ? 'error' : 'info', text, bytes: 60 };
  }
  const method = n % 3 === 0 ? 'notifications/progress' : 'tools/call';
  return {
    ...common,
    kind: n % 3 === 0 ? 'notification' : 'call',
    level: n % 997 === 0 ? 'warn' : 'info',
    direction: 'out',
    method,
    rpcId: String(n),
    text: `${method} ${words[n % words.length]}${n % 100_000 === 7 ? ' needle' : ''}`,
    durationMs: n % 400,
    bytes: 800,
  };
}

const message = (n: number): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: n,
    method: 'tools/call',
    params: { text: 'x'.repeat(150) },
  });

/** Writes so many lines into the app's database, as the app does. */
export function fill(path: string, count: number): void {
  const database = openDatabase(path);
  const log = new ConnectionLog(new LogStore(database, { bytes: 1e12 }), () => undefined);
  for (let n = 1; n <= count; n += 1) {
    const request = message(n);
    log.append(line(n), n % 4 === 0 ? {} : { request, response: request });
  }
  log.close();
  database.close();
}

/** Milliseconds of the same searches as bare queries: the last 500 that match, and how many do. */
export function bareSearch(path: string, text: string): { pageMs: number; countMs: number } {
  const db = new LibsqlDatabase(path);
  const where = `(text LIKE ? OR method LIKE ?)`;
  const pattern = `%${text}%`;
  const time = (sql: string): number => {
    const statement = db.prepare(sql);
    const started = performance.now();
    statement.all(pattern, pattern);
    return performance.now() - started;
  };
  const page = `SELECT * FROM log WHERE ${where} ORDER BY seq DESC LIMIT 500`;
  const count = `SELECT kind, level, count(*) FROM log WHERE ${where} GROUP BY kind, level`;
  time(page);
  const times = { pageMs: time(page), countMs: time(count) };
  db.close();
  return times;
}

/** Lines a second that a bare SQLite takes in, in transactions of the app's size. */
export function bareInserts(path: string, count: number): number {
  const db = new LibsqlDatabase(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  db.exec(`CREATE TABLE bare (seq INTEGER PRIMARY KEY, at INTEGER, server TEXT, kind TEXT,
    level INTEGER, text TEXT, bytes INTEGER)`);
  const insert = db.prepare('INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?, ?)');
  const batch = db.transaction((from: number) => {
    for (let n = from; n < from + 500; n += 1) {
      const { at, server, kind, text, bytes } = line(n);
      insert.run(n, at, server, kind, 1, text, bytes);
    }
  });
  const started = performance.now();
  for (let n = 1; n <= count; n += 500) batch(n);
  const seconds = (performance.now() - started) / 1000;
  db.close();
  return count / seconds;
}
