import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, posix, win32 } from 'node:path';
import type { AppError } from '../../../shared/errors.ts';
import { findCommand } from './commandPath.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The names in a folder; empty where there is none. */
type ListFolder = (folder: string) => readonly string[];

/**
 * Where the installers of what runs MCP servers (node, uv, bun, deno, cargo, go, Docker) put their
 * programs, by the installers' documentation; whether or not the folders exist.
 */
export function usualFolders(
  environment: Environment,
  home: string,
  platform: NodeJS.Platform,
  listFolder: ListFolder,
): readonly string[] {
  return platform === 'win32'
    ? windowsFolders(environment, home)
    : posixFolders(environment, home, platform, listFolder);
}

function posixFolders(
  environment: Environment,
  home: string,
  platform: NodeJS.Platform,
  listFolder: ListFolder,
): readonly string[] {
  const at = (...parts: string[]) => posix.join(home, ...parts);
  const own = (name: string, ...otherwise: string[]) => environment[name] ?? at(...otherwise);
  const nodes = posix.join(own('NVM_DIR', '.nvm'), 'versions/node');
  const data = own('XDG_DATA_HOME', '.local/share');
  const fnm = posix.join(
    environment['FNM_DIR'] ??
      (platform === 'darwin' ? at('Library/Application Support/fnm') : posix.join(data, 'fnm')),
    'node-versions',
  );
  return [
    at('.local/bin'),
    ...(platform === 'darwin' ? ['/opt/homebrew/bin'] : []),
    '/usr/local/bin',
    ...(platform === 'linux' ? ['/home/linuxbrew/.linuxbrew/bin', '/snap/bin'] : []),
    ...newestFirst(listFolder(nodes)).map((version) => posix.join(nodes, version, 'bin')),
    ...newestFirst(listFolder(fnm)).map((version) => posix.join(fnm, version, 'installation/bin')),
    posix.join(own('VOLTA_HOME', '.volta'), 'bin'),
    posix.join(own('ASDF_DATA_DIR', '.asdf'), 'shims'),
    posix.join(environment['MISE_DATA_DIR'] ?? posix.join(data, 'mise'), 'shims'),
    posix.join(own('CARGO_HOME', '.cargo'), 'bin'),
    posix.join(own('BUN_INSTALL', '.bun'), 'bin'),
    posix.join(own('DENO_INSTALL', '.deno'), 'bin'),
    posix.join(own('PYENV_ROOT', '.pyenv'), 'shims'),
    posix.join(own('GOPATH', 'go'), 'bin'),
    own('PNPM_HOME', platform === 'darwin' ? 'Library/pnpm' : '.local/share/pnpm'),
    at('.npm-global/bin'),
    at('.rd/bin'),
    ...(platform === 'darwin' ? ['/Applications/Docker.app/Contents/Resources/bin'] : []),
  ];
}

function windowsFolders(environment: Environment, home: string): readonly string[] {
  const under = (name: string, ...parts: string[]) => {
    const folder = environment[name];
    return folder === undefined ? [] : [win32.join(folder, ...parts)];
  };
  const at = (...parts: string[]) => win32.join(home, ...parts);
  return [
    at('.local', 'bin'),
    ...under('PROGRAMFILES', 'nodejs'),
    ...under('APPDATA', 'npm'),
    ...under('NVM_SYMLINK'),
    ...under('LOCALAPPDATA', 'Volta', 'bin'),
    ...under('LOCALAPPDATA', 'mise', 'shims'),
    at('scoop', 'shims'),
    ...under('PROGRAMDATA', 'chocolatey', 'bin'),
    ...under('LOCALAPPDATA', 'Microsoft', 'WinGet', 'Links'),
    at('.cargo', 'bin'),
    at('.bun', 'bin'),
    at('.deno', 'bin'),
    at('go', 'bin'),
    ...under('LOCALAPPDATA', 'pnpm'),
    ...under('PROGRAMFILES', 'Docker', 'Docker', 'resources', 'bin'),
  ];
}

/** `v22.1.0` before `v20.19.3` before `v9.0.0`. */
function newestFirst(versions: readonly string[]): readonly string[] {
  return [...versions].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/** Where a bare command is that the PATH does not have, if it is in one of the usual folders. */
export function findElsewhere(
  command: string,
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (/[\\/]/.test(command)) return undefined;
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? homedir();
  const folders = usualFolders(environment, home, platform, namesIn);
  return findCommand(command, home, { ...environment, PATH: folders.join(delimiter) });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The same failure, or where the command is when it was not found on the PATH. */
export function orElsewhere(
  failure: AppError,
  command: string,
  environment: Environment,
): AppError {
  if (failure.code !== 'server/command-not-found') return failure;
  const file = findElsewhere(command, environment);
  if (file === undefined) return failure;
  return {
    code: 'server/command-elsewhere',
    message: `${command} was not found on the PATH, but it is at ${file}. Give that as the command, or put its folder on the PATH of your login shell.`,
    params: { command, file },
    action: 'edit-server',
  };
}
