import type { LogBody, LogEntry, LogFilter, LogLevel } from '../../shared/log.ts';
import type { Database } from './database.ts';
import { conditions, entryOf, levels, rowOf } from './logRows.ts';
import type { Row, Value } from './logRows.ts';

export type StoredLine = { readonly entry: LogEntry; readonly body: LogBody };

/** When the log passes any of these, its oldest lines go. */
export type LogCap = {
  readonly rows?: number;
  readonly bytes: number;
  /** Milliseconds. */
  readonly age?: number;
};

const defaultCap: LogCap = { bytes: 200 * 1024 * 1024 };
/** Few enough to delete between two frames. */
const pruneStep = 1_000;
/** What the file takes for a line besides its texts, in bytes; short lines make a log of little else. */
const rowBytes = 80;
/** Pages of the file that are kept for what comes next, and those that are given back in one go. */
const sparePages = 2_000;
const shrinkStep = 200;
/** So many rows are written by one statement: for one at a time the calls cost more than the rows. */
const together = 25;

/** The numbers of the oldest and the newest line; of an empty log 1 and 0. */
export type LogEnds = { readonly first: number; readonly last: number };

/** The log's table: one row per line, with the redacted messages in another. */
export class LogStore {
  readonly #sql: ReturnType<typeof statements>;
  readonly #writeAll: (lines: readonly StoredLine[]) => void;
  readonly #forget: (until: number) => void;

  constructor(
    private readonly db: Database,
    private cap: LogCap = defaultCap,
  ) {
    this.#sql = statements(db);
    this.#writeAll = db.transaction((lines: readonly StoredLine[]) => this.#insert(lines));
    this.#forget = db.transaction((until: number) => {
      const { n } = this.#sql.sizeUntil.get(until) as { n: number };
      this.#sql.deleteUntil.run(until);
      this.#sql.deleteBodiesUntil.run(until);
      this.#sql.grow.run(-n);
    });
  }

  setCap(cap: LogCap): void {
    this.cap = cap;
  }

  /** The highest number in use; 0 for an empty log. */
  lastSeq(): number {
    return this.ends().last;
  }

  ends(): LogEnds {
    const { first } = this.#sql.first.get() as { first: number | null };
    const { last } = this.#sql.last.get() as { last: number | null };
    return { first: first ?? 1, last: last ?? 0 };
  }

  /** About how many bytes of the file all lines and their messages take. */
  size({ first, last } = this.ends()): number {
    const { bytes } = this.#sql.size.get() as { bytes: number };
    return bytes + (last - first + 1) * rowBytes;
  }

  /** Adds lines, or replaces those that are there already; a body that is not given stays. */
  write(lines: readonly StoredLine[]): void {
    this.#writeAll(lines);
  }

  /** The last `limit` matching lines of those from `from` up to before `before`, ascending. */
  query(filter: LogFilter, before: number | undefined, limit: number, from = 0): LogEntry[] {
    const { where, values } = conditions(filter);
    const rows = this.db
      .prepare(
        `SELECT seq, at, server, kind, level, direction, method, rpc_id, text, state,
           duration_ms, bytes, has_body FROM log
         WHERE ${where} AND seq >= ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
      )
      .all(...values, from, before ?? Number.MAX_SAFE_INTEGER, limit) as Row[];
    return rows.map(entryOf).reverse();
  }

  /** How many lines from `from` up to before `before` match, by kind and level. */
  count(filter: LogFilter, from: number, before: number): readonly KindCount[] {
    const { where, values } = conditions(filter);
    const rows = this.db
      .prepare(
        `SELECT kind, level, count(*) AS n FROM log WHERE ${where} AND seq >= ? AND seq < ?
         GROUP BY kind, level`,
      )
      .all(...values, from, before) as { kind: LogEntry['kind']; level: number; n: number }[];
    return rows.map(({ kind, level, n }) => ({ kind, level: levels[level] ?? 'info', n }));
  }

  body(seq: number): LogBody {
    const row = this.#sql.body.get(seq) as
      { request: string | null; response: string | null } | undefined;
    return { request: row?.request ?? undefined, response: row?.response ?? undefined };
  }

  /** Deletes some of the oldest lines while there are too many. Answers whether more are left. */
  prune(now: number): boolean {
    const { first, last } = this.ends();
    if (!this.#isOver(first, last, now)) return false;
    const until = Math.min(first + pruneStep, last) - 1;
    this.#forget(until);
    return this.#isOver(until + 1, last, now);
  }

  /** Makes the file a little shorter while much of it is unused. Answers whether more can go. */
  shrink(): boolean {
    const before = this.#unusedPages();
    if (before <= sparePages) return false;
    this.db.exec(`PRAGMA incremental_vacuum(${Math.min(shrinkStep, before - sparePages)})`);
    const left = this.#unusedPages();
    return left > sparePages && left < before;
  }

  /** Forgets all lines. Their numbers are not used again. */
  clear(): void {
    this.db.exec('DELETE FROM log; DELETE FROM log_bodies; UPDATE log_size SET bytes = 0');
  }

  #insert(lines: readonly StoredLine[]): void {
    let all = 0;
    const rows: Value[][] = [];
    const bodies: Value[][] = [];
    for (const { entry, body } of lines) {
      const { request, response } = body;
      const kept = sizeOf(entry.text) + sizeOf(request) + sizeOf(response);
      all += kept;
      rows.push([...rowOf(entry), request === undefined ? 0 : 1, kept]);
      if (request !== undefined || response !== undefined) {
        bodies.push([entry.seq, request ?? null, response ?? null]);
      }
    }
    this.#sql.insert(rows);
    this.#sql.insertBodies(bodies);
    this.#sql.grow.run(all);
  }

  #unusedPages(): number {
    return (this.#sql.unused.get() as { freelist_count: number }).freelist_count;
  }

  #isOver(first: number, last: number, now: number): boolean {
    const { rows = Infinity, bytes, age = Infinity } = this.cap;
    if (first >= last) return false;
    if (last - first + 1 > rows || this.size({ first, last }) > bytes) return true;
    if (age === Infinity) return false;
    const step = Math.min(first + pruneStep, last) - 1;
    const oldest = this.#sql.atFrom.get(step) as { at: number } | undefined;
    return oldest !== undefined && oldest.at < now - age;
  }
}

/** Prepared once: a flood writes and forgets many times a second. */
function statements(db: Database) {
  return {
    first: db.prepare('SELECT min(seq) AS first FROM log'),
    last: db.prepare('SELECT max(seq) AS last FROM log'),
    size: db.prepare('SELECT bytes FROM log_size'),
    unused: db.prepare('PRAGMA freelist_count'),
    grow: db.prepare('UPDATE log_size SET bytes = max(0, bytes + ?)'),
    sizeUntil: db.prepare('SELECT coalesce(sum(kept), 0) AS n FROM log WHERE seq <= ?'),
    deleteUntil: db.prepare('DELETE FROM log WHERE seq <= ?'),
    deleteBodiesUntil: db.prepare('DELETE FROM log_bodies WHERE seq <= ?'),
    atFrom: db.prepare('SELECT at FROM log WHERE seq >= ? ORDER BY seq LIMIT 1'),
    body: db.prepare('SELECT request, response FROM log_bodies WHERE seq = ?'),
    insert: inserter(
      db,
      `log (seq, at, server, kind, level, direction, method, rpc_id, text, state, duration_ms, bytes,
        has_body, kept)`,
      14,
      `ON CONFLICT (seq) DO UPDATE SET level = excluded.level, text = excluded.text,
        duration_ms = excluded.duration_ms, bytes = excluded.bytes,
        has_body = max(has_body, excluded.has_body), kept = kept + excluded.kept`,
    ),
    insertBodies: inserter(
      db,
      'log_bodies (seq, request, response)',
      3,
      `ON CONFLICT (seq) DO UPDATE SET request = coalesce(excluded.request, request),
        response = coalesce(excluded.response, response)`,
    ),
  };
}

function inserter(db: Database, into: string, columns: number, otherwise: string) {
  const marks = `(${Array(columns).fill('?').join(', ')})`;
  const prepare = (rows: number) =>
    db.prepare(`INSERT INTO ${into} VALUES ${Array(rows).fill(marks).join(', ')} ${otherwise}`);
  const [one, many] = [prepare(1), prepare(together)];
  return (rows: readonly Value[][]): void => {
    const whole = rows.length - (rows.length % together);
    for (let at = 0; at < whole; at += together) many.run(rows.slice(at, at + together).flat());
    for (const row of rows.slice(whole)) one.run(row);
  };
}

export type KindCount = {
  readonly kind: LogEntry['kind'];
  readonly level: LogLevel;
  readonly n: number;
};

const sizeOf = (text: string | undefined): number =>
  text === undefined ? 0 : Buffer.byteLength(text);
