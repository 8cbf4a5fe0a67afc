import type { LogEntry, LogFilter, LogKind, LogLevel } from '../../shared/log.ts';
import type { ConnectionStateKind } from '../../shared/server.ts';

/** In the order that the `level` column counts them. */
export const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** A row of the log's table. */
export type Row = {
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

export type Value = string | number | null;

/** The columns up to `bytes`. SQLite ends a text at its first NUL, which is kept as its picture. */
export function rowOf(entry: LogEntry): Value[] {
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
  ];
}

export function entryOf(row: Row): LogEntry {
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
export function conditions(filter: LogFilter): {
  readonly where: string;
  readonly values: readonly (string | number)[];
} {
  const parts = ['1'];
  const values: (string | number)[] = [];
  const oneOf = (column: string, options: readonly string[] | undefined) => {
    if (options === undefined) return;
    parts.push(`${column} IN (${options.map(() => '?').join(', ')})`);
    values.push(...options);
  };
  oneOf('server', filter.servers);
  oneOf('kind', filter.kinds);
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
