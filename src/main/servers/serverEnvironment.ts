import { basename } from 'node:path';
import type { LoginEnvironment, ShellEnvironment } from './shellEnvironment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ownWords = 'own environment';

/** What servers inherit from; what of it reaches them is for transports/childEnvironment to say. */
export type ServerEnvironment = {
  /** The best that is known at once, for showing. */
  known(): Environment;
  read(): Promise<Environment>;
  /** Where it comes from, such as `login shell (zsh)`. */
  from(): string;
};

export function fixedEnvironment(environment: Environment): ServerEnvironment {
  return { known: () => environment, read: async () => environment, from: () => ownWords };
}

/** The login shell's, read when the first server starts; our own when `isOn` says that it is not wanted. */
export function loginShellEnvironment(
  login: LoginEnvironment,
  own: Environment,
  isOn: () => boolean,
): ServerEnvironment {
  return {
    known: () => (isOn() ? (login.known?.environment ?? own) : own),
    read: async () => (isOn() ? (await login.get()).environment : own),
    from: () => (isOn() ? sourceOf(login.known) : ownWords),
  };
}

function sourceOf(read: ShellEnvironment | undefined): string {
  if (read === undefined) return ownWords;
  const shell = read.shell === undefined ? '' : ` (${basename(read.shell)})`;
  if (read.source === 'login shell') return `login shell${shell}`;
  return read.reason === undefined ? ownWords : `${ownWords}, ${read.reason.replaceAll('-', ' ')}`;
}
