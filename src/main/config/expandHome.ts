import { join } from 'node:path';

/** Expands a leading `~` as a shell would; `~name` is left alone. */
export function expandHome(path: string, home: string): string {
  if (path === '~') return home;
  return path.startsWith('~/') || path.startsWith('~\\') ? join(home, path.slice(2)) : path;
}
