import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that hold what others have made, or their history: nobody looks for a source there. */
const passedOver: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.cache',
  '.gradle',
  '.mypy_cache',
  '.next',
  '.nuxt',
  '.pytest_cache',
  '.terraform',
  '.tox',
  '.venv',
  // Worktrees of teammates: other states of the same files.
  '.worktrees',
  '__pycache__',
  'bower_components',
  'node_modules',
  'venv',
]);

/** So many entries are looked at. */
export const mostEntries = 200_000;

/** Whether a path leads through a folder that is passed over. */
export function isPassedOver(name: string): boolean {
  return name.split('/').some((step) => passedOver.has(step));
}

export type Walk = {
  /** Paths below the folder, with `/`, in code-unit order. */
  readonly names: readonly string[];
  /** There is more than could be looked at. */
  readonly isCut: boolean;
};

/**
 * The regular files below a real folder that `takes` takes. Links are never followed, folders of
 * other people's work are passed over, and what can't be read is as if it were not there.
 */
export async function walkFiles(
  folder: string,
  takes: (name: string) => boolean,
  signal: AbortSignal,
): Promise<Walk> {
  const names: string[] = [];
  const waiting = [''];
  let seen = 0;
  for (let at = 0; at < waiting.length; at++) {
    const below = waiting[at] ?? '';
    signal.throwIfAborted();
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (++seen > mostEntries) return { names: names.sort(), isCut: true };
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && !passedOver.has(entry.name)) waiting.push(name);
      if (entry.isFile() && takes(name)) names.push(name);
    }
  }
  return { names: names.sort(), isCut: false };
}
