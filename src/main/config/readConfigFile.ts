import { readFile, stat } from 'node:fs/promises';
import type { AppError } from '../../shared/errors.ts';
import { whyParam, whys } from '../../shared/whys.ts';

/** More than any person writes; a larger file is not read at all. */
const mostConfigBytes = 4 * 1024 * 1024;

/** The text with its byte-order mark, if it has one; a missing file is an empty text. */
export type ConfigText =
  | { readonly exists: boolean; readonly text: string }
  | { readonly exists: true; readonly text: undefined; readonly error: AppError };

/** Never rejects: what keeps a file from being read is told with the way out. */
export async function readConfigFile(file: string): Promise<ConfigText> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) return unreadable(file, whys['a-folder']);
    if (!found.isFile()) return unreadable(file, whys['not-a-file']);
    if (found.size > mostConfigBytes) return tooLarge(file);
    const bytes = await readFile(file);
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { exists: true, text: decoder.decode(bytes) };
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { exists: false, text: '' };
    return unreadable(file, whyUnread(thrown));
  }
}

/** Why a file could not be read, in plain words that go on a sentence. */
export function whyUnread(thrown: unknown): string {
  const { code = '' } = thrown as NodeJS.ErrnoException;
  return reasons.get(code) ?? String(thrown);
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', whys['no-permission']],
  ['EPERM', whys['no-permission']],
  ['ELOOP', whys['link-circle']],
  ['EISDIR', whys['a-folder']],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', whys['not-utf-8']],
]);

function unreadable(file: string, why: string): ConfigText {
  const message = `${file} can't be read: ${why}`;
  const error = { code: 'config/unreadable', message, params: { file, why: whyParam(why) } };
  return { exists: true, text: undefined, error: { ...error, action: 'edit-config' } };
}

function tooLarge(file: string): ConfigText {
  const limit = mostConfigBytes / 1024 / 1024;
  const message = `${file} is larger than ${limit} MB and was not read.`;
  const error = { code: 'config/too-large', message, params: { file, limit } };
  return { exists: true, text: undefined, error: { ...error, action: 'edit-config' } };
}
