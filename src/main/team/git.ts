import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AppFailure } from '../../shared/errors.ts';

export type GitEnvironment = Readonly<Record<string, string | undefined>>;

export type GitAnswer =
  { readonly ok: true; readonly out: string } | { readonly ok: false; readonly why: string };

/** Runs git with these arguments; a failed command is an answer, a missing git an AppFailure. */
export type Git = (folder: string, args: readonly string[]) => Promise<GitAnswer>;

type Options = {
  /** The login shell's variables: git and what it calls are found by its PATH. */
  readonly environment: () => Promise<GitEnvironment>;
  readonly command?: string;
  readonly timeoutMs?: number;
};

const maxOutput = 16 * 1024 * 1024;

/**
 * Git without a shell, bounded in time and output, asking nobody anything. What a repository's own
 * files could make it run besides is off: hooks and file-system monitors.
 */
export function createGit({ environment, command = 'git', timeoutMs = 120_000 }: Options): Git {
  return async (folder, args) => {
    const env = forGit(await environment());
    const all = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...args];
    return new Promise<GitAnswer>((resolve, reject) => {
      const options = { cwd: folder, env, timeout: timeoutMs, maxBuffer: maxOutput };
      execFile(command, all, { ...options, windowsHide: true }, (error, out, errors) => {
        if (!error) resolve({ ok: true, out });
        else if (error.code === 'ENOENT' && existsSync(folder)) {
          reject(new AppFailure(notFound(command)));
        } else if (error.killed === true) {
          const seconds = Math.ceil(timeoutMs / 1000);
          resolve({ ok: false, why: `git did not answer within ${seconds} s` });
        } else resolve({ ok: false, why: faults(errors) || faults(out) || error.message });
      });
    });
  };
}

/** Without what a git that started us says about its own repository; in English; without prompts. */
function forGit(environment: GitEnvironment): Record<string, string | undefined> {
  const kept = Object.entries(environment).filter(([name]) => !/^GIT_/i.test(name));
  const own = { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
  return { ...Object.fromEntries(kept), ...own };
}

/** From the first line that tells of a fault on: what stands before it is progress. */
function faults(text: string): string {
  const lines = text.trim().split('\n');
  const first = lines.findIndex((line) => /^(fatal|error): /.test(line));
  const told = lines.slice(Math.max(first, 0)).map((line) => line.replace(/^(fatal|error): /, ''));
  return told.join(' ').replace(/\s+/g, ' ').trim().slice(0, 500);
}

const notFound = (command: string) => ({
  code: 'team/git-missing',
  message: `${command} was not found. Install git, or put its folder on the PATH.`,
  params: { command },
});
