import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { programEndings, windowsCommand } from './windowsCommand.ts';
import type { SpawnWords } from './windowsCommand.ts';

/** The folders of a PATH, without the empty ones. */
export function pathFolders(path: string | undefined): readonly string[] {
  return (path ?? '').split(delimiter).filter((folder) => folder !== '');
}

/**
 * The file that a command means in an environment, or undefined where there is none: an absolute
 * or relative path as it is, a bare name by the PATH, in Windows with the endings of PATHEXT.
 */
export function findCommand(
  command: string,
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const isPath = isAbsolute(command) || /[\\/]/.test(command);
  const folders = isPath ? [] : pathFolders(environment['PATH']);
  const files = isPath ? [resolve(cwd, command)] : folders.map((folder) => join(folder, command));
  const endings =
    process.platform === 'win32' ? programEndings(command, environment['PATHEXT']) : [''];
  for (const file of files) {
    for (const ending of endings) if (isProgram(file + ending)) return file + ending;
  }
  return undefined;
}

/**
 * What to start a command with: Windows finds programs and reads command lines by rules of its own,
 * elsewhere `spawn` does it right. Throws `server/batch-argument`.
 */
export function spawnWords(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): SpawnWords {
  if (process.platform !== 'win32') return { command, args, isVerbatim: false };
  return windowsCommand(findCommand(command, cwd, environment) ?? command, args, environment);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
