import { posix, win32 } from 'node:path';

type Platform = NodeJS.Platform;

/** Where a path lies, by its text alone: both are absolute and without `.`, `..` and links. */
export type Place =
  | { readonly kind: 'inside'; readonly relative: string }
  /** Inside if the file system takes both spellings for one folder; only it can tell. */
  | { readonly kind: 'other-case'; readonly head: string; readonly relative: string }
  | { readonly kind: 'outside' };

/** The absolute path that is meant, or in words why none can be. */
export type Asked = { readonly path: string } | { readonly problem: string };

const isWindows = (platform: Platform): boolean => platform === 'win32';
const paths = (platform: Platform) => (isWindows(platform) ? win32 : posix);
/** File systems that by default take `A` and `a` for the same name. */
const mayIgnoreCase = (platform: Platform): boolean => isWindows(platform) || platform === 'darwin';

/**
 * What a path in a call means: relative ones count from `root`. Refused is what is no plain path of
 * a file: NUL, and on Windows device namespaces, device names, drive-relative paths and streams
 * (learn.microsoft.com, "Naming Files, Paths, and Namespaces").
 */
export function askedPath(root: string, asked: string, platform: Platform): Asked {
  if (asked.includes('\0')) return { problem: 'it holds a NUL character' };
  if (asked.trim() === '') return { problem: 'it is empty' };
  if (isWindows(platform)) {
    const problem = windowsProblem(asked);
    if (problem !== undefined) return { problem };
  }
  return { path: paths(platform).resolve(root, asked) };
}

const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:[ .:]|$)/i;

function windowsProblem(asked: string): string | undefined {
  if (/^[\\/]{2}[.?][\\/]/.test(asked)) return 'it is in a device namespace';
  const rest = asked.replace(/^[a-z]:(?=[\\/])/i, '');
  if (/^[a-z]:/i.test(rest)) return 'it is relative to the current folder of a drive';
  if (rest.includes(':')) return 'it names a stream of a file';
  if (rest.split(/[\\/]/).some((name) => deviceName.test(name))) return 'it names a device';
  return undefined;
}

/** Where `path` lies as seen from `root`. */
export function placeOf(root: string, path: string, platform: Platform): Place {
  const { sep } = paths(platform);
  const base = root.endsWith(sep) ? root.slice(0, -1) : root;
  const rest = path.slice(base.length);
  if (rest !== '' && !rest.startsWith(sep) && path !== root) return { kind: 'outside' };
  const relative = rest.replace(/^[\\/]/, '');
  const head = path.slice(0, base.length);
  if (head === base) return { kind: 'inside', relative };
  if (mayIgnoreCase(platform) && folded(head) === folded(base)) {
    return { kind: 'other-case', head: head === '' ? sep : head, relative };
  }
  return { kind: 'outside' };
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();
