import { basename } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export type ShellProgram = { readonly command: string; readonly args: readonly string[] };

/**
 * The program that runs a command line: the person's own shell where it is bash or zsh, else bash,
 * else sh; PowerShell on Windows. Both outputs are one, so that their order is kept.
 */
export function shellProgram(
  line: string,
  environment: Environment,
  exists: (path: string) => boolean,
  platform: NodeJS.Platform,
): ShellProgram {
  if (platform === 'win32') {
    const utf8 = '[Console]::OutputEncoding = [Text.Encoding]::UTF8; ';
    const args = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', utf8 + line];
    return { command: 'powershell.exe', args };
  }
  const own = environment['SHELL'] ?? '';
  const isUsable = ['bash', 'zsh'].includes(basename(own)) && exists(own);
  const usual = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(exists);
  return { command: isUsable ? own : (usual ?? '/bin/sh'), args: ['-c', `exec 2>&1\n${line}`] };
}

/** Keys and switches of our own, which no command has any business with. */
const ours = /^(?:ANTHROPIC|PATCHBAY|ELECTRON|CHROME)_/i;

/** What a command gets: what the person's shell has, and nothing that would wait for a terminal. */
export function commandEnvironment(base: Environment): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    // A value that starts with "()" is a shell function, which some shells run on import.
    if (value === undefined || ours.test(name) || value.startsWith('()')) continue;
    environment[name] = value;
  }
  return {
    ...environment,
    TERM: 'dumb',
    NO_COLOR: '1',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  };
}
