import { join, posix, resolve, win32 } from 'node:path';

export type LaunchOptions = {
  /** The folder given on the command line or by PATCHBAY_WORKSPACE, else the current one. */
  readonly workspace: string;
  /** Whether the command line or the environment named it. */
  readonly isWorkspaceGiven: boolean;
  /** Where settings, database and logs are, if it is not the usual place. */
  readonly dataFolder: string | undefined;
};

/**
 * What the command line and the environment ask for. `argv` starts after the program's own
 * arguments; switches other than --user-data-dir are Chromium's and passed over.
 */
export function launchOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  currentFolder: string,
): LaunchOptions {
  const prefix = '--user-data-dir=';
  const named = argv.find((word) => word.startsWith(prefix))?.slice(prefix.length);
  const folder =
    argv.find((word) => !word.startsWith('-') && !isLink(word)) ??
    environment['PATCHBAY_WORKSPACE'];
  const dataFolder = named || environment['PATCHBAY_USER_DATA'];
  return {
    workspace: resolve(currentFolder, folder ?? '.'),
    isWorkspaceGiven: Boolean(folder),
    dataFolder: dataFolder ? resolve(currentFolder, dataFolder) : undefined,
  };
}

const isLink = (word: string): boolean => /^patchbay:/i.test(word);

/** The link in a command line, when a browser had the app started or called for one. */
export const linkIn = (argv: readonly string[]): string | undefined => argv.find(isLink);

/** Where each file of ours is, given the data folder, and the administrator's. */
export function dataPaths(data: string, managed: string) {
  return {
    data,
    managed,
    settings: join(data, 'settings.json'),
    database: join(data, 'patchbay.db'),
    files: join(data, 'files'),
    waiting: join(data, 'waiting'),
    locks: join(data, 'locks'),
    window: join(data, 'window.json'),
  };
}

/** Where the managed file is, which only an administrator can write. */
export function managedFile(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const name = 'managed-mcp.json';
  if (platform === 'win32') {
    return win32.join(environment['ProgramData'] ?? 'C:\\ProgramData', 'Patchbay', name);
  }
  const folder = platform === 'darwin' ? '/Library/Application Support/Patchbay' : '/etc/patchbay';
  return posix.join(folder, name);
}
