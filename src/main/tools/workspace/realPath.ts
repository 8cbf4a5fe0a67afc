import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';

const mostLinks = 40;

/**
 * The path with every link in it followed, also where a link or the file at the end leads to nothing
 * yet: then the nearest parent that exists is resolved, and the rest is as asked. Rejects with the
 * file system's error, and with ELOOP for links that lead round and round.
 */
export async function realPath(path: string): Promise<string> {
  let rest = '';
  let current = resolve(path);
  let links = 0;
  for (;;) {
    const real = await realpath(current).catch((error: unknown) => ignoreMissing(error));
    if (real !== undefined) return join(real, rest);
    const found = await lstat(current).catch((error: unknown) => ignoreMissing(error));
    if (found?.isSymbolicLink()) {
      if (++links > mostLinks) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
      current = resolve(dirname(current), await readlink(current));
      continue;
    }
    const { dir, base, root } = parse(current);
    if (current === root) return join(root, rest);
    rest = join(base, rest);
    current = dir;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
