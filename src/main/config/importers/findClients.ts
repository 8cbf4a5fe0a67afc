import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { parse, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { ClientName } from '../../../shared/adding.ts';
import type { AppError } from '../../../shared/errors.ts';
import { whyParam, whys } from '../../../shared/whys.ts';
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
const maxBytes = 32 * 1024 * 1024;

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

type Read = { readonly content: unknown } | { readonly why: string };

function clientFile({ client, read }: Importer, file: string, from: Read): ClientFile {
  if ('why' in from) {
    const { why } = from;
    const message = `${file} could not be read: ${why}`;
    const problem = {
      code: 'adding/file-unreadable',
      message,
      params: { file, why: whyParam(why) },
    };
    return { client, file, entries: [], problem };
  }
  const entries = read(from.content).map((raw) => ({ ...raw, key: keyOf(file, raw) }));
  return { client, file, entries };
}

function keyOf(file: string, { name, project = '', entry }: RawEntry): string {
  const all = JSON.stringify([file, project, name, entry]);
  return createHash('sha256').update(all).digest('base64url');
}

/** Undefined where there is no file. */
async function readJson(path: string): Promise<Read | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return { why: whys['not-a-file'] };
    if (found.size > maxBytes) return { why: `it is larger than ${maxBytes / 1024 / 1024} MB` };
    const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
    const errors: ParseError[] = [];
    const content: unknown = parse(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error === undefined || text.trim() === '') return { content };
    const line = text.slice(0, error.offset).split('\n').length;
    return { why: `line ${line}, ${printParseErrorCode(error.error)}` };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { why: code || String(error) };
  }
}
