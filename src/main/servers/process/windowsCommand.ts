import { AppFailure } from '../../../shared/errors.ts';

/** What to hand to `spawn`. `isVerbatim` is its `windowsVerbatimArguments`. */
export type SpawnWords = {
  readonly command: string;
  readonly args: readonly string[];
  readonly isVerbatim: boolean;
};

/** What Windows itself falls back on. */
const defaultEndings = '.COM;.EXE;.BAT;.CMD';
/** The file system cuts blanks and dots at the end of a name. */
const batchFile = /\.(bat|cmd)[\s.]*$/i;
/** All other ASCII is quoted: better one quote too many than one that is missing. */
const plainWord = /^[A-Za-z0-9#$*+\-./:?@\\_\u00A0-\u{10FFFF}]+$/u;

/**
 * The endings to try after a command's name, in order. Only files with one of these can be started,
 * so `npx`, a script for POSIX shells beside `npx.cmd`, is none of them; a name that already ends
 * in one is tried as it is first.
 */
export function programEndings(command: string, pathExt: string | undefined): readonly string[] {
  const endings = (pathExt || defaultEndings).split(';').filter((ending) => ending !== '');
  const name = command.toLowerCase();
  const hasEnding = endings.some((ending) => name.endsWith(ending.toLowerCase()));
  return hasEnding ? ['', ...endings] : endings;
}

/**
 * Windows starts a batch file through cmd.exe, which reads the command line by rules of its own:
 * an argument such as `"&calc` would run a program (CVE-2024-27980). Node refuses to start one,
 * so cmd.exe is named here, each argument is quoted for it as Rust's standard library does
 * (CVE-2024-24576), and what can't be quoted is refused. Other files are left as they are.
 * Throws `server/batch-argument`.
 */
export function windowsCommand(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SpawnWords {
  if (!batchFile.test(file)) return { command: file, args, isVerbatim: false };
  // A script's path can't hold the hack below: variables in it would be expanded.
  if (/["%\r\n\0]|\\$/.test(file) || args.some((arg) => /[\r\n\0]/.test(arg))) {
    throw new AppFailure({
      code: 'server/batch-argument',
      message: `${file} is a batch file, and an argument or its path has a character that can't be given to one. Take out line breaks, or start the program itself.`,
      params: { command: file },
      action: 'edit-server',
    });
  }
  const line = [`"${file}"`, ...args.map(quoteForBatch)].join(' ');
  return {
    command: commandInterpreter(environment),
    // No AutoRun (/d), no delayed expansion (/v:OFF), and extensions, which the hack below needs.
    args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`],
    isVerbatim: true,
  };
}

/** The one in the system's folder: what COMSPEC names may come from a configuration. */
function commandInterpreter(environment: Readonly<Record<string, string | undefined>>): string {
  const root = environment['SYSTEMROOT'] ?? environment['SystemRoot'];
  return root === undefined ? 'cmd.exe' : `${root}\\System32\\cmd.exe`;
}

/** One argument as cmd.exe, and then the program that the batch file starts, read it. */
export function quoteForBatch(argument: string): string {
  // A backslash at the end would hide the closing quote in a script that says "%~1".
  if (plainWord.test(argument) && !argument.endsWith('\\')) return argument;
  const quoted = argument
    // Backslashes count only before a quote: there, and at the end, they are doubled.
    .replace(/\\+(?="|$)/g, (backslashes) => backslashes + backslashes)
    .replaceAll('"', '""')
    // Inside quotes % still expands; an empty part of the always set %cd% keeps names from forming.
    .replaceAll('%', '%%cd:~,%');
  return `"${quoted}"`;
}
