import type {
  LogBody,
  LogCounts,
  LogEntry,
  LogFilter,
  LogKind,
  LogLevel,
  LogPage,
} from '../../shared/log.ts';
import type { ConnectionStateKind } from '../../shared/server.ts';
import type { Database } from './database.ts';

export type StoredLine = { readonly entry: LogEntry; readonly body: LogBody };

/** When the log passes either, its oldest lines go. */
export type LogCap = { readonly rows: number; readonly bytes: number };

const defaultCap: LogCap = { rows: 200_000, bytes: 200 * 1024 * 1024 };
/** Few enough to delete between two frames. */
const pruneStep = 1_000;

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const keptBytes =
  'octet_length(text) + coalesce(octet_length(request), 0) + coalesce(octet_length(response), 0)';

/** The log's table: one row per line, with the redacted messages beside it. */
export class LogStore {
  /** Size of the bodies; counted when it is first needed, kept up to date from then on. */
  #bytes: number | undefined;

  constructor(
    private readonly db: Database,
    private readonly cap: LogCap = defaultCap,
  ) {}

  /** The highest number in use; 0 for an empty log. */
  lastSeq(): number {
    return this.#ends().last;
  }

  /** Adds lines, or replaces those that are there already; a body that is not given stays. */
  write(lines: readonly StoredLine[]): void {
    const insert = this.db.prepare(`
      INSERT INTO log (seq, at, server, kind, level, direction, method, rpc_id, text, state,
        duration_ms, bytes, request, response)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (seq) DO UPDATE SET level = excluded.level, text = excluded.text,
        duration_ms = excluded.duration_ms, bytes = excluded.bytes,
        request = coalesce(excluded.request, request),
        response = coalesce(excluded.response, response)`);
    const writeAll = this.db.transaction(() => {
      for (const { entry, body } of lines) insert.run(...rowOf(entry, body));
    });
    writeAll();
    if (this.#bytes === undefined) return;
    for (const { entry, body } of lines) {
      for (const kept of [entry.text, body.request, body.response]) {
        this.#bytes += Buffer.byteLength(kept ?? '');
      }
    }
  }

  /** The last `limit` matching lines before `before` (or at the end), ascending, and the total. */
  query(filter: LogFilter, before: number | undefined, limit: number): LogPage {
    const { where, values } = conditions(filter, true);
    const total = this.db.prepare(`SELECT count(*) AS n FROM log WHERE ${where}`).get(...values);
    const rows = this.db
      .prepare(
        `SELECT * FROM
          (SELECT seq, at, server, kind, level, direction, method, rpc_id, text, state,
             duration_ms, bytes, request IS NOT NULL AS has_body FROM log
           WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?)
         ORDER BY seq`,
      )
      .all(...values, before ?? Number.MAX_SAFE_INTEGER, limit) as Row[];
    return { entries: rows.map(entryOf), total: (total as { n: number }).n };
  }

  /** Counts by kind, whatever kinds the filter asks for. */
  counts(filter: LogFilter): LogCounts {
    const { where, values } = conditions(filter, false);
    const rows = this.db
      .prepare(`SELECT kind, level, count(*) AS n FROM log WHERE ${where} GROUP BY kind, level`)
      .all(...values) as { kind: LogKind; level: number; n: number }[];
    const counts: Partial<Record<LogKind, number>> & { errors: number } = { errors: 0 };
    for (const { kind, level, n } of rows) {
      counts[kind] = (counts[kind] ?? 0) + n;
      if (levels[level] === 'error') counts.errors += n;
    }
    return counts;
  }

  body(seq: number): LogBody {
    const row = this.db.prepare('SELECT request, response FROM log WHERE seq = ?').get(seq) as
      { request: string | null; response: string | null } | undefined;
    return { request: row?.request ?? undefined, response: row?.response ?? undefined };
  }

  /** Deletes some of the oldest lines while there are too many. Answers whether more are left. */
  prune(): boolean {
    const { first, last } = this.#ends();
    const rows = last - first + 1;
    if (rows <= this.cap.rows && this.#size() <= this.cap.bytes) return false;
    const until = Math.min(first + pruneStep, last) - 1;
    this.#bytes = this.#size() - this.#sizeUntil(until);
    this.db.prepare('DELETE FROM log WHERE seq <= ?').run(until);
    return last - until > this.cap.rows || this.#bytes > this.cap.bytes;
  }

  #ends(): { first: number; last: number } {
    const row = this.db.prepare('SELECT min(seq) AS first FROM log').get() as { first?: number };
    const end = this.db.prepare('SELECT max(seq) AS last FROM log').get() as { last?: number };
    return { first: row.first ?? 1, last: end.last ?? 0 };
  }

  #size(): number {
    this.#bytes ??= this.#sizeUntil(Number.MAX_SAFE_INTEGER);
    return this.#bytes;
  }

  #sizeUntil(seq: number): number {
    const row = this.db
      .prepare(`SELECT coalesce(sum(${keptBytes}), 0) AS n FROM log WHERE seq <= ?`)
      .get(seq) as { n: number };
    return row.n;
  }
}

type Row = {
  readonly seq: number;
  readonly at: number;
  readonly server: string;
  readonly kind: LogKind;
  readonly level: number;
  readonly direction: 'in' | 'out' | null;
  readonly method: string | null;
  readonly rpc_id: string | null;
  readonly text: string;
  readonly state: ConnectionStateKind | null;
  readonly duration_ms: number | null;
  readonly bytes: number;
  readonly has_body: number;
};

/** SQLite ends a text at its first NUL, so that character is kept as its picture. */
function rowOf(entry: LogEntry, body: LogBody): (string | number | null)[] {
  return [
    entry.seq,
    entry.at,
    entry.server,
    entry.kind,
    levels.indexOf(entry.level),
    entry.direction ?? null,
    entry.method ?? null,
    entry.rpcId ?? null,
    entry.text.replaceAll('\0', '\u2400'),
    entry.state ?? null,
    entry.durationMs ?? null,
    entry.bytes,
    body.request ?? null,
    body.response ?? null,
  ];
}

function entryOf(row: Row): LogEntry {
  return {
    seq: row.seq,
    at: row.at,
    server: row.server,
    kind: row.kind,
    level: levels[row.level] ?? 'info',
    direction: row.direction ?? undefined,
    method: row.method ?? undefined,
    rpcId: row.rpc_id ?? undefined,
    text: row.text,
    state: row.state ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    bytes: row.bytes,
    hasBody: row.has_body === 1,
  };
}

/** The WHERE clause of a filter and the values of its marks. */
function conditions(filter: LogFilter, withKinds: boolean) {
  const parts = ['1'];
  const values: (string | number)[] = [];
  const oneOf = (column: string, options: readonly string[] | undefined) => {
    if (options === undefined) return;
    parts.push(`${column} IN (${options.map(() => '?').join(', ')})`);
    values.push(...options);
  };
  oneOf('server', filter.servers);
  if (withKinds) oneOf('kind', filter.kinds);
  if (filter.minLevel !== undefined) {
    parts.push('level >= ?');
    values.push(levels.indexOf(filter.minLevel));
  }
  if (filter.text !== undefined && filter.text !== '') {
    parts.push(`(text LIKE ? ESCAPE '\\' OR method LIKE ? ESCAPE '\\' OR rpc_id = ?)`);
    const pattern = `%${filter.text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    values.push(pattern, pattern, filter.text);
  }
  return { where: parts.join(' AND '), values };
}
