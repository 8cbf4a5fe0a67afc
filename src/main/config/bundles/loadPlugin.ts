import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { z } from 'zod';
import type { InstalledPlugin } from '../../../shared/adding.ts';
import { AppFailure, toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/jsonPointer.ts';
import { ServerConfig, ServerName } from '../../../shared/server.ts';
import { whyParam, whys } from '../../../shared/whys.ts';
import { outlineOf } from '../outline.ts';
import { bundleServer } from './bundleServer.ts';
import type { BundlePlace } from './bundleServer.ts';
import { optionsOf, parseManifest } from './manifest.ts';
import { readRecord, secretName } from './pluginRecord.ts';
import type { PluginRecord } from './pluginRecord.ts';
import { checkUserValues } from './userValues.ts';

export type LoadedPlugin = {
  readonly info: InstalledPlugin;
  readonly record: PluginRecord;
  /** The manifest or `.mcp.json` that the servers come from. */
  readonly file: string;
  /** Disabled, each that was not switched on. */
  readonly servers: ReadonlyMap<string, ServerConfig>;
};

type Head = Pick<InstalledPlugin, 'title' | 'version' | 'author' | 'description'>;

const PluginManifest = z.object({
  name: z.string().min(1).max(200),
  version: z.string().max(100).optional(),
  description: z.string().max(20_000).optional(),
  author: z
    .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
    .optional(),
});

/**
 * Reads a plugin's folder: an unpacked bundle (`manifest.json`), or `plugin.json` (also in
 * `.claude-plugin`) with `.mcp.json` beside it, where `${__dirname}` and `${CLAUDE_PLUGIN_ROOT}` are
 * the folder. Runs nothing; whatever is wrong is among the problems, and hides nothing else.
 */
export async function loadPlugin(place: BundlePlace): Promise<LoadedPlugin> {
  const { folder } = place;
  const name = basename(folder);
  const record = await readRecord(folder);
  const problems: AppError[] = [];
  const manifestFile = join(folder, 'manifest.json');
  const manifest = await textOf(manifestFile);
  let head: Head = { title: name };
  let servers = new Map<string, ServerConfig>();
  try {
    if (manifest === undefined) {
      head = await folderHead(folder);
      servers = await folderServers(folder, problems);
    } else {
      const parsed = parseManifest(manifest, manifestFile);
      const { display_name, version, author, description } = parsed;
      head = { title: display_name ?? parsed.name, version, author: author.name, description };
      const secrets = new Set(record.secrets);
      const given = new Map(Object.entries(record.values));
      const values = checkUserValues(optionsOf(parsed), given, secrets);
      const secretOf = (key: string) => (secrets.has(key) ? secretName(name, key) : undefined);
      servers.set(name, bundleServer(parsed, place, values, secretOf));
    }
  } catch (error) {
    problems.push(toAppError(error));
  }
  const isOn = (server: string): boolean => record.on.includes(server);
  return {
    record,
    file: manifest === undefined ? join(folder, '.mcp.json') : manifestFile,
    servers: new Map(
      [...servers].map(([server, config]) => [server, { ...config, disabled: !isOn(server) }]),
    ),
    info: {
      name,
      ...head,
      kind: manifest === undefined ? 'folder' : 'bundle',
      folder,
      servers: [...servers].map(([server, config]) => ({
        name: server,
        isOn: isOn(server),
        outline: outlineOf(config),
      })),
      problems,
    },
  };
}

async function folderHead(folder: string): Promise<Head> {
  const file = join(folder, 'plugin.json');
  const other = join(folder, '.claude-plugin', 'plugin.json');
  const text = (await textOf(file)) ?? (await textOf(other));
  if (text === undefined) throw unusable(file, whys.missing);
  const { name, ...rest } = checked(PluginManifest, jsonOf(text, file), file);
  return { title: name, ...rest };
}

async function folderServers(
  folder: string,
  problems: AppError[],
): Promise<Map<string, ServerConfig>> {
  const file = join(folder, '.mcp.json');
  const content = jsonOf((await textOf(file)) ?? '{}', file);
  const block = isRecord(content) ? (content['mcpServers'] ?? content) : content;
  if (!isRecord(block)) throw unusable(file, whys['no-servers']);
  const servers = new Map<string, ServerConfig>();
  for (const [name, entry] of Object.entries(inFolder(block, folder) as object)) {
    try {
      const { trusted: _, ...config } = checked(ServerConfig, entry, `${file}, ${name}`);
      servers.set(checked(ServerName, name, file), config);
    } catch (error) {
      problems.push(toAppError(error));
    }
  }
  return servers;
}

function inFolder(value: unknown, folder: string): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(?:__dirname|CLAUDE_PLUGIN_ROOT)\}/g, () => folder);
  }
  if (Array.isArray(value)) return value.map((part) => inFolder(part, folder));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, inFolder(part, folder)]),
  );
}

function jsonOf(text: string, file: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return value;
  throw unusable(file, `line ${text.slice(0, error.offset).split('\n').length} is not JSON`);
}

function checked<T>(schema: z.ZodType<T>, value: unknown, file: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unusable(file, [issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

function unusable(file: string, why: string): AppFailure {
  const message = `${file} can not be used: ${why}`;
  return new AppFailure({
    code: 'adding/plugin-unusable',
    message,
    params: { file, why: whyParam(why) },
  });
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(file, (error as NodeJS.ErrnoException).code ?? String(error));
  }
}
