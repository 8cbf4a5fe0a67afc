import { createHash } from 'node:crypto';
import type { ServerConfig } from '../../shared/server.ts';

/**
 * All that counts in an entry, as lines of JSON: what is shown to a person and bound to the answer.
 * The order of variables and headers, comments and what is so by default do not count.
 */
export function entryText(config: ServerConfig): string {
  const { env, headers, ...rest } = config as ServerConfig & Values;
  const fields = Object.entries({ ...rest, env: sorted(env), headers: sorted(headers) });
  return JSON.stringify(Object.fromEntries(fields.filter(isTelling)), null, 2);
}

/** SHA-256 of the content, in hex. */
export function contentHash(config: ServerConfig): string {
  return createHash('sha256').update(entryText(config)).digest('hex');
}

type Values = {
  readonly env?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

function sorted(values: Readonly<Record<string, string>> | undefined): object | undefined {
  if (values === undefined) return undefined;
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isTelling([name, value]: readonly [string, unknown]): boolean {
  if (value === undefined || (value === false && name === 'disabled')) return false;
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0;
}
