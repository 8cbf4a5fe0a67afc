import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isPassedOver, mostEntries, walkFiles } from './walkFiles.ts';
import type { Walk } from './walkFiles.ts';

/** Runs git in a folder, without what the repository's own files could make it run. */
export type RunGit = (
  folder: string,
  args: readonly string[],
) => Promise<{ readonly ok: true; readonly out: string } | { readonly ok: false }>;

const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const atOnce = 64;

/**
 * As {@link walkFiles}, but in a git repository without what it ignores (gitignore(5)); repositories
 * within it are looked at by their own rules. A folder that is itself ignored is walked as any other.
 */
export async function repositoryFiles(
  folder: string,
  takes: (name: string) => boolean,
  signal: AbortSignal,
  git: RunGit,
): Promise<Walk> {
  const listed = await git(folder, listing).catch(() => ({ ok: false }) as const);
  signal.throwIfAborted();
  const all = listed.ok ? [...new Set(listed.out.split('\0'))].filter((name) => name !== '') : [];
  if (all.length === 0) return walkFiles(folder, takes, signal);
  const entries = all.slice(0, mostEntries).filter((name) => !isPassedOver(name));
  const names: string[] = [];
  let isCut = all.length > mostEntries;
  for (let at = 0; at < entries.length; at += atOnce) {
    signal.throwIfAborted();
    const some = entries.slice(at, at + atOnce);
    for (const [name, found] of await Promise.all(some.map((one) => look(folder, one, takes)))) {
      if (found?.isFile()) names.push(name);
      if (!found?.isDirectory()) continue;
      const prefix = `${name}/`;
      const within = (below: string): boolean => takes(prefix + below);
      const inside = await repositoryFiles(join(folder, name), within, signal, git);
      names.push(...inside.names.map((below) => prefix + below));
      isCut ||= inside.isCut;
    }
  }
  return { names: names.sort(), isCut };
}

/** What git lists may be a link, gone meanwhile, or a repository of its own (with a `/` or without). */
async function look(
  folder: string,
  listed: string,
  takes: (name: string) => boolean,
): Promise<readonly [name: string, found: Stats | undefined]> {
  const name = listed.replace(/\/$/, '');
  const found = await lstat(join(folder, name)).catch(() => undefined);
  return [name, found?.isFile() && !takes(name) ? undefined : found];
}
