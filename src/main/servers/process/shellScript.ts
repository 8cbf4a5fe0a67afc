import { basename } from 'node:path';

export type ShellCommand = {
  readonly args: readonly string[];
  /** How the shell is named to itself; a leading dash makes a login shell of a csh. */
  readonly argv0?: string | undefined;
};

/** What stands before and after the environment in what the shell prints. */
export type Markers = { readonly begin: string; readonly end: string };

/** `id` is 32 random hexadecimal digits. */
export function markers(id: string): Markers {
  return { begin: `begin${id}`, end: `end${id}` };
}

/**
 * How to ask `shell` for the environment that it gives to what it starts in a terminal: as a login
 * shell (~/.profile, ~/.zprofile) and an interactive one (~/.bashrc, ~/.zshrc), since PATH is set
 * in either. The script is the same in every shell: it becomes /bin/sh, so that no exit trap and no
 * logout file runs. It has no quotes of its own, and the markers are put together by printf, so
 * that a shell that shows what it runs does not show them.
 */
export function shellCommand(shell: string, id: string): ShellCommand {
  const print = (word: string) => `printf %s%s ${word} ${id}`;
  // macOS before 13 knows no `env -0`.
  const inner = `${print('begin')}; /usr/bin/env -0 || /usr/bin/env; ${print('end')}`;
  const script = `exec /bin/sh -c '${inner}'`;
  const name = basename(shell);
  switch (name) {
    case 'csh':
    case 'tcsh':
      // Takes -l only when it is the only word.
      return { args: ['-i', '-c', script], argv0: `-${name}` };
    default:
      return { args: ['-l', '-i', '-c', script] };
  }
}

/**
 * The environment between the markers. Entries end with NUL, or with a line end where `env -0` is
 * not known; then a line without a name goes on with the value before it. Undefined when a marker
 * is missing.
 */
export function parseEnvironment(text: string, { begin, end }: Markers) {
  const start = text.indexOf(begin);
  const stop = text.indexOf(end, start + begin.length);
  if (start === -1 || stop === -1) return undefined;
  const body = text.slice(start + begin.length, stop);
  const environment = new Map<string, string>();
  const entries = body.includes('\0') ? body.split('\0') : joinLines(body.split('\n'));
  for (const entry of entries) {
    const equals = entry.indexOf('=');
    if (equals > 0) environment.set(entry.slice(0, equals), entry.slice(equals + 1));
  }
  return environment;
}

function joinLines(lines: readonly string[]): string[] {
  const entries: string[] = [];
  for (const line of lines) {
    const last = entries.length - 1;
    if (/^[A-Za-z_][^=\s]*=/.test(line) || last < 0) entries.push(line);
    else if (line !== '') entries[last] = `${entries[last]}\n${line}`;
  }
  return entries;
}

/** Set for the shell alone: rc files can ask for the first; the others keep prompts and updates away. */
const forShellOnly = {
  PATCHBAY_READS_ENVIRONMENT: '1',
  TERM: 'dumb',
  // oh-my-zsh
  DISABLE_AUTO_UPDATE: 'true',
  ZSH_TMUX_AUTOSTART: 'false',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** What the shell itself is started with. */
export function environmentForShell(own: Environment): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && name !== 'ELECTRON_RUN_AS_NODE') environment[name] = value;
  }
  return { ...environment, ...forShellOnly };
}

/** What the shell told, without what was set for it alone. */
export function withoutShellOnly(told: ReadonlyMap<string, string>, own: Environment): Environment {
  const environment: Record<string, string | undefined> = Object.fromEntries(told);
  for (const [name, value] of Object.entries(forShellOnly)) {
    if (environment[name] !== value) continue;
    delete environment[name];
    if (own[name] !== undefined) environment[name] = own[name];
  }
  return environment;
}
