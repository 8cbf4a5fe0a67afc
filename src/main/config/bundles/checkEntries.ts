import { AppFailure } from '../../../shared/errors.ts';
import { whyParam, whys } from '../../../shared/whys.ts';
import { showHidden } from '../hiddenText.ts';

const maxFiles = 20_000;
const maxBytes = 500 * 1024 * 1024;

/** What a zip's directory says of a file; as yauzl's Entry. */
export type ZipEntry = {
  readonly fileName: string;
  readonly uncompressedSize: number;
  /** The upper half is the mode of POSIX, where a POSIX system made the zip. */
  readonly externalFileAttributes: number;
  readonly compressionMethod: number;
  isEncrypted(): boolean;
};

/** Kept for Patchbay's own record in an unpacked bundle. */
export const recordName = '.patchbay.json';

/**
 * Refuses a list of files that could leave its folder, hide one file behind another, be something
 * else than a file, or fill the disk. Throws AppFailures `adding/bundle-entry` {file, entry, why}
 * and `adding/bundle-too-big` {file, limit}.
 */
export function checkEntries(
  entries: readonly ZipEntry[],
  file: string,
): { readonly fileCount: number; readonly bytes: number } {
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/'));
  const bytes = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (files.length > maxFiles) throw tooBig(file, `${maxFiles} files`);
  if (bytes > maxBytes) throw tooBig(file, `${maxBytes / 1024 / 1024} MB`);
  const seen = new Set<string>();
  for (const entry of entries) {
    const why = faultOf(entry);
    // As the file systems of Windows and macOS see names.
    const plain = entry.fileName.normalize('NFC').toLowerCase();
    if (why !== undefined) throw bad(file, entry.fileName, why);
    if (seen.has(plain)) throw bad(file, entry.fileName, whys.twice);
    seen.add(plain);
  }
  return { fileCount: files.length, bytes };
}

function faultOf(entry: ZipEntry): string | undefined {
  const { fileName, compressionMethod } = entry;
  const name = fileName.replace(/\/$/, '');
  const parts = name.split('/');
  if (name.length === 0 || name.length > 400) return whys['name-length'];
  if (/[\p{Cc}\\:*?"<>|]/u.test(name)) return whys['name-characters'];
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return whys['leaves-folder'];
  }
  if (parts.some((part) => /[. ]$/.test(part))) return 'its name ends as no name on Windows may';
  if (name.toLowerCase() === recordName) return "its name is Patchbay's own";
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return whys['no-plain-file'];
  if (entry.isEncrypted()) return whys.encrypted;
  return compressionMethod === 0 || compressionMethod === 8 ? undefined : whys['packed-unusually'];
}

/** Never writable by others, executable where the zip says so. */
export const modeOf = ({ externalFileAttributes }: ZipEntry): number =>
  ((externalFileAttributes >>> 16) & 0o111) === 0 ? 0o644 : 0o755;

function bad(file: string, name: string, why: string): AppFailure {
  const entry = showHidden(name).slice(0, 200);
  const message = `${file} was refused because of ${entry} in it: ${why}.`;
  return new AppFailure({
    code: 'adding/bundle-entry',
    message,
    params: { file, entry, why: whyParam(why) },
  });
}

function tooBig(file: string, limit: string): AppFailure {
  const message = `What is in ${file} is more than ${limit}.`;
  return new AppFailure({ code: 'adding/bundle-too-big', message, params: { file, limit } });
}
