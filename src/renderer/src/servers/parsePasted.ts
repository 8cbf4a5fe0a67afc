import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { ServerConfig } from '../../../shared/server.ts';
import { splitCommand } from './form/splitCommand.ts';

/** A server found in what was pasted; the name is absent when the text does not say one. */
export type PastedServer = { readonly name?: string; readonly config: ServerConfig };

type PasteProblem =
  'json-syntax' | 'no-server' | 'bad-url' | 'invalid-entry' | 'open-quote' | 'shell-syntax';

export type Pasted =
  | { readonly ok: true; readonly servers: readonly PastedServer[] }
  /** `detail` is the character, field or name that the sentence about `problem` points at. */
  | { readonly ok: false; readonly problem: PasteProblem; readonly detail: string };

const refuse = (problem: PasteProblem, detail = ''): Pasted => ({ ok: false, problem, detail });

/**
 * Reads what people copy from a server's readme: a whole `mcpServers` block, some of its entries,
 * one entry, a command line or an address. JSON may have comments, trailing commas and lack its outer braces.
 */
export function parsePasted(text: string): Pasted {
  const source = text.trim().replace(/^\$ /, '');
  if (source === '') return refuse('no-server');
  // A settings file may begin with comments.
  if (/^(?:\/\/.*\s+|\/\*[^]*?\*\/\s*)*\{/.test(source)) return parseJson(source);
  if (/^"(?:[^"\\]|\\.)*"\s*:/.test(source)) return parseJson(`{${source.replace(/,$/, '')}}`);
  if (/^(?:https?|wss?):\/\//i.test(source)) return parseUrl(source);
  return parseLine(source);
}

/** Reads a file of JSON, which is nothing else. */
export const parseServersFile = (text: string): Pasted => parseJson(text.trim());

/** An entry without `type` for http, because the server may be an older one of sse. */
function parseUrl(url: string): Pasted {
  const parsed = ServerConfig.safeParse(/^ws/i.test(url) ? { type: 'ws', url } : { url });
  if (!parsed.success) return refuse('bad-url', url);
  return { ok: true, servers: [{ name: nameFromUrl(url), config: parsed.data }] };
}

/** The first server in what was pasted, if there is any. */
export function firstPasted(text: string): PastedServer | undefined {
  const pasted = parsePasted(text);
  return pasted.ok ? pasted.servers[0] : undefined;
}

function parseLine(line: string): Pasted {
  const split = splitCommand(line);
  if (!split.ok) return refuse(split.problem, split.at);
  const first = split.words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const command = split.words[first];
  if (command === undefined) return refuse('no-server');
  const env = split.words.slice(0, first).map((word) => {
    const equals = word.indexOf('=');
    return [word.slice(0, equals), word.slice(equals + 1)] as const;
  });
  const args = split.words.slice(first + 1);
  const config = { command, args, env: Object.fromEntries(env), disabled: false };
  const name = nameFromCommand([command, ...args]);
  return { ok: true, servers: [name === undefined ? { config } : { name, config }] };
}

function parseJson(source: string): Pasted {
  const errors: ParseError[] = [];
  const value: unknown = parse(withSecrets(source), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) return refuse('json-syntax', String(lineAt(source, error.offset)));
  if (!isObject(value)) return refuse('no-server');
  const older = isObject(value['mcp']) ? value['mcp']['servers'] : undefined;
  const block =
    value['mcpServers'] ?? value['servers'] ?? value['context_servers'] ?? older ?? value;
  if (!isObject(block)) return refuse('no-server');
  if (isEntry(block)) return parseEntries([[undefined, block]]);
  return parseEntries(Object.entries(block).filter(([, entry]) => isEntry(entry)));
}

function parseEntries(entries: readonly (readonly [string | undefined, unknown])[]): Pasted {
  const servers: PastedServer[] = [];
  for (const [name, entry] of entries) {
    const parsed = ServerConfig.safeParse(asOurs(entry));
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path ?? [];
      const where = entries.length > 1 && name !== undefined ? [name, ...field] : field;
      return refuse('invalid-entry', where.join('.'));
    }
    // Trust is given by the person, never by a block of text from elsewhere.
    const { trusted: _, ...config } = parsed.data;
    const given = name ?? nameOf(config);
    servers.push(given === undefined ? { config } : { name: given, config });
  }
  return servers.length > 0 ? { ok: true, servers } : refuse('no-server');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): boolean =>
  isObject(value) &&
  (isObject(value['command']) ||
    ['command', 'url', 'serverUrl'].some((key) => typeof value[key] === 'string'));

/** Some clients write `serverUrl`, and Zed once wrote `command: {path, args, env}`. */
function asOurs(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { serverUrl, command, ...rest } = entry;
  if (serverUrl !== undefined) return { url: serverUrl, ...rest };
  if (!isObject(command)) return entry;
  const { path, ...program } = command;
  return { ...rest, ...program, command: path };
}

/** What VS Code asks for is a secret here; its names have letters, digits and `_.-`. */
const withSecrets = (json: string): string =>
  json.replace(
    /\$\{input:([^}"]+)\}/g,
    (_all, id: string) => `\${secret:${id.replace(/[^\w.-]/g, '-')}}`,
  );

function nameOf(config: ServerConfig): string | undefined {
  if ('command' in config) return nameFromCommand([config.command, ...config.args]);
  return 'url' in config && config.url !== undefined ? nameFromUrl(config.url) : undefined;
}

/** The host without the parts that many have in common: `mcp.example.com` is "example". */
function nameFromUrl(url: string): string {
  const { hostname, host } = new URL(url);
  if (/^[\d.]+$|^\[|^localhost$/.test(hostname)) return host.replaceAll(/[[\]]/g, '').slice(0, 64);
  const parts = hostname.split('.').slice(0, -1);
  const own = parts.filter((part) => !/^(?:mcp|api|www|com?)$/.test(part));
  return (own.at(-1) ?? hostname).slice(0, 64);
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const runners = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'bunx', 'bun', 'uvx', 'uv', 'pipx', 'node']);
runners.add('python').add('python3').add('deno').add('docker').add('exec').add('run').add('dlx');

/**
 * A short name from a command's words: the package or program, without path, scope, version,
 * file type and the words that say it is an MCP server.
 */
export function nameFromCommand(words: readonly string[]): string | undefined {
  for (const word of words) {
    if (word.startsWith('-')) continue;
    const base = word
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/(?<=.)@[^@]*$/, '')
      .replace(/\.(?:[cm]?[jt]s|py|exe|cmd)$/i, '');
    if (base === undefined || base === '' || runners.has(base.toLowerCase())) continue;
    const short = base
      .split('-')
      .filter((part) => !/^(?:mcp|server|modelcontextprotocol)$/i.test(part))
      .join('-');
    return (short === '' ? base : short).slice(0, 64);
  }
  return undefined;
}
