import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { ClientName } from '../../../shared/adding.ts';
import type { AppError } from '../../../shared/errors.ts';
import { whyParam, whys } from '../../../shared/whys.ts';
import { whyUnread } from '../readConfigFile.ts';
import type { Importer, Machine, RawEntry } from './client.ts';
import { importers } from './importers.ts';

/** What one file of another client holds. `key` stands for the entry's place and content. */
export type ClientFile = {
  readonly client: ClientName;
  readonly file: string;
  readonly entries: readonly (RawEntry & { readonly key: string })[];
  readonly problem?: AppError;
};

/** Claude Code keeps a history in its file, so it may be large. */
const mostMegabytes = 32;

/** Reads the files of other clients that there are; none is ever written. */
export async function findClients(machine: Machine): Promise<readonly ClientFile[]> {
  const found = await Promise.all(importers.map((importer) => filesOf(importer, machine)));
  return found.flat();
}

async function filesOf(importer: Importer, machine: Machine): Promise<readonly ClientFile[]> {
  const files: ClientFile[] = [];
  for (const place of importer.places(machine)) {
    const first = await readJson(place);
    if (first === undefined) continue;
    files.push(clientFile(importer, place, first));
    const more = 'content' in first ? (importer.more?.(first.content, machine) ?? []) : [];
    for (const file of more) {
      const read = await readJson(file);
      if (read !== undefined) files.push(clientFile(importer, file, read));
    }
  }
  return files.filter(({ entries, problem }) => entries.length > 0 || problem !== undefined);
}

type Read = { readonly content: unknown } | { readonly problem: AppError };

function clientFile({ client, read }: Importer, file: string, from: Read): ClientFile {
  if ('problem' in from) return { client, file, entries: [], problem: from.problem };
  const entries = read(from.content).map((raw) => ({ ...raw, key: keyOf(file, raw) }));
  return { client, file, entries };
}

function keyOf(file: string, { name, project = '', entry }: RawEntry): string {
  const all = JSON.stringify([file, project, name, entry]);
  return createHash('sha256').update(all).digest('base64url');
}

/** Undefined where there is no file. */
async function readJson(file: string): Promise<Read | undefined> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return unreadable(file, whys['not-a-file']);
    if (found.size > mostMegabytes * 1024 * 1024) {
      const message = `${file} is larger than ${mostMegabytes} MB and was not read.`;
      const params = { file, limit: mostMegabytes };
      return { problem: { code: 'config/too-large', message, params } };
    }
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
    const errors: ParseError[] = [];
    const content: unknown = parse(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error === undefined || text.trim() === '') return { content };
    const line = text.slice(0, error.offset).split('\n').length;
    const message = `${file} is not valid JSON, see line ${line}. Nothing was taken from it.`;
    return { problem: { code: 'adding/broken-json', message, params: { file, line } } };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : unreadable(file, whyUnread(error));
  }
}

function unreadable(file: string, why: string): Read {
  const message = `${file} could not be read: ${why}`;
  return {
    problem: { code: 'adding/file-unreadable', message, params: { file, why: whyParam(why) } },
  };
}
