import { parseTree } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import { z } from 'zod';
import type { LinkedServer } from '../../shared/adding.ts';
import { AppFailure } from '../../shared/errors.ts';
import { ServerName } from '../../shared/server.ts';
import { whyParam, whys } from '../../shared/whys.ts';
import { hasHiddenText } from './hiddenText.ts';

const maxLength = 16_384;
const text = z.string().max(4096);
const values = z.record(z.string().min(1).max(200), text).optional();
const isSmall = (values: object | undefined): boolean => Object.keys(values ?? {}).length <= 100;

/** Strict: a field that the dialog would not show must not be there. */
const Program = z.strictObject({
  type: z.literal('stdio').optional(),
  command: text.min(1),
  args: z.array(text).max(100).optional(),
  env: values.refine(isSmall),
  cwd: text.min(1).optional(),
});
const Remote = z.strictObject({
  type: z.enum(['http', 'streamable-http', 'sse', 'ws']).optional(),
  url: text.min(1),
  headers: values.refine(isSmall),
});

/**
 * Reads `patchbay://install?name=NAME&config=BASE64` where config is the JSON of an entry, or the
 * same in plain fields: `command`, `arg` (again for each), `env` (`NAME=VALUE`, again for each),
 * `cwd`; or `url`, `type`, `header` (`Name: value`). All is percent-encoded (RFC 3986); a `+` is a
 * plus. Anything else in it, anything twice and anything that can't be seen is refused.
 *
 * Throws AppFailures `adding/link-too-long` {limit}, `adding/link-unknown`, `adding/link-field`
 * {field}, `adding/link-twice` {field}, `adding/link-encoding` {field}, `adding/link-hidden`
 * {field}, `adding/link-invalid` {field, why}.
 */
export function parseInstallLink(link: string): LinkedServer {
  if (link.length > maxLength) {
    throw refuse('too-long', `It is longer than ${maxLength} characters.`, { limit: maxLength });
  }
  const query = /^patchbay:\/\/install\/?\?([\x21-\x7e]*)$/i.exec(link)?.[1];
  if (query === undefined || query.includes('#')) {
    throw refuse('unknown', 'Patchbay knows only links that begin with patchbay://install?');
  }
  const fields = readFields(query);
  const name = parsed(ServerName, fields.one('name'), 'name');
  const config = fields.one('config');
  const entry = config === undefined ? plainEntry(fields) : encodedEntry(config);
  fields.finish();
  const server = linkedServer(name, entry);
  refuseHidden(server);
  return server;
}

function linkedServer(name: string, entry: unknown): LinkedServer {
  const isProgram = typeof entry === 'object' && entry !== null && 'command' in entry;
  if (isProgram) {
    const { command, args = [], env = {}, cwd } = parsed(Program, entry, 'config');
    return { name, transport: 'stdio', command, args, env, cwd, headers: {} };
  }
  const { type = 'http', url, headers = {} } = parsed(Remote, entry, 'config');
  const transport = type === 'streamable-http' ? 'http' : type;
  checkUrl(url, transport === 'ws' ? /^wss?:$/ : /^https?:$/);
  return { name, transport, args: [], env: {}, url, headers };
}

function checkUrl(url: string, protocol: RegExp): void {
  const wrong = (why: string) => invalid('url', why);
  if (!URL.canParse(url)) throw wrong(whys['not-an-address']);
  const { protocol: given, username, password } = new URL(url);
  if (!protocol.test(given)) throw wrong(`${given} is not what its type needs`);
  // https://known.example@other.example goes to the other.
  if (username !== '' || password !== '') throw wrong('a name stands before its host');
}

class Fields {
  readonly #left: Map<string, string[]>;
  constructor(fields: Map<string, string[]>) {
    this.#left = fields;
  }
  one(field: string): string | undefined {
    const [value, ...others] = this.all(field);
    if (others.length > 0) throw refuse('twice', `It has ${field} more than once.`, { field });
    return value;
  }
  all(field: string): readonly string[] {
    const found = this.#left.get(field) ?? [];
    this.#left.delete(field);
    return found;
  }
  /** Refuses what nobody has read. */
  finish(): void {
    for (const field of this.#left.keys()) {
      const known = hasHiddenText(field) ? '?' : field.slice(0, 40);
      throw refuse('field', `It has a field that does not belong: ${known}`, { field: known });
    }
  }
}

function readFields(query: string): Fields {
  const fields = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const field = decode(equals === -1 ? part : part.slice(0, equals), '');
    const value = equals === -1 ? '' : decode(part.slice(equals + 1), field);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return new Fields(fields);
}

function decode(value: string, field: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw refuse('encoding', 'It is not encoded as a link is.', { field });
  }
}

function plainEntry(fields: Fields): unknown {
  const type = fields.one('type');
  const given = type === undefined ? {} : { type };
  const url = fields.one('url');
  if (url !== undefined) {
    return { ...given, url, headers: pairs(fields.all('header'), 'header', /^([^:]+):\s?(.*)$/s) };
  }
  const cwd = fields.one('cwd');
  return {
    ...given,
    command: fields.one('command'),
    args: fields.all('arg'),
    env: pairs(fields.all('env'), 'env', /^([^=]+)=(.*)$/s),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function pairs(texts: readonly string[], field: string, form: RegExp): Record<string, string> {
  const found = new Map<string, string>();
  for (const pair of texts) {
    const [, name, value] = form.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw invalid(field, whys['no-value']);
    if (found.has(name)) throw refuse('twice', `It has ${name} more than once.`, { field: name });
    found.set(name, value);
  }
  return Object.fromEntries(found);
}

/** JSON in base64 or base64url (RFC 4648), of UTF-8 and without a key that stands twice. */
function encodedEntry(config: string): unknown {
  const standard = config.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const bytes = Buffer.from(standard, 'base64');
  const encoding = () =>
    refuse('encoding', 'Its config is not base64 of JSON.', { field: 'config' });
  if (bytes.toString('base64').replace(/=+$/, '') !== standard) throw encoding();
  let json: string;
  let value: unknown;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(json);
  } catch {
    throw encoding();
  }
  const root = parseTree(json);
  const twice = root && keyTwice(root);
  if (twice !== undefined) {
    throw refuse('twice', `It has ${twice} more than once.`, { field: twice });
  }
  return value;
}

function keyTwice(node: Node): string | undefined {
  const children = node.children ?? [];
  if (node.type === 'object') {
    const keys = children.map(({ children: [key] = [] }) => String(key?.value));
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) return twice;
  }
  for (const child of children) {
    const twice = keyTwice(child);
    if (twice !== undefined) return twice;
  }
  return undefined;
}

function refuseHidden(server: LinkedServer): void {
  const { name, command = '', cwd = '', url = '', args, env, headers } = server;
  const given = (part: string, list: Readonly<Record<string, string>>) =>
    Object.entries(list).flatMap(([key, value]) => [
      [part, key],
      [`${part}.${key}`, value],
    ]);
  const all = [
    ['name', name],
    ['command', command],
    ['cwd', cwd],
    ['url', url],
    ...args.map((arg, index) => [`args.${index + 1}`, arg]),
    ...given('env', env),
    ...given('headers', headers),
  ];
  for (const [field = '', value = ''] of all) {
    if (!hasHiddenText(value)) continue;
    throw refuse('hidden', `Something in ${field} can not be seen.`, { field });
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, field: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw invalid(path === '' ? field : path, issue?.message ?? 'it is not valid');
}

const invalid = (field: string, why: string): AppFailure =>
  refuse('invalid', `Its ${field} can not be used: ${why}`, { field, why: whyParam(why) });

function refuse(
  what: string,
  why: string,
  params: Readonly<Record<string, string | number>> = {},
): AppFailure {
  const message = `This link was refused. ${why}`;
  return new AppFailure({ code: `adding/link-${what}`, message, params });
}
