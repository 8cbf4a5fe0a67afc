import { basename } from 'node:path';
import type { PathOrigin } from '../../../shared/doctor.ts';
import type { LoginEnvironment, ShellEnvironment } from './shellEnvironment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What servers inherit from; what of it reaches them is for transports/childEnvironment to say. */
export type ServerEnvironment = {
  /** The best that is known at once, for showing. */
  known(): Environment;
  /** What was read last, or `anew`, of which one at a time is enough. Never rejects. */
  read(how?: 'anew'): Promise<Environment>;
  /** Where what is known comes from. */
  from(): PathOrigin;
};

export function fixedEnvironment(environment: Environment): ServerEnvironment {
  return {
    known: () => environment,
    read: async () => environment,
    from: () => ({ source: 'own' }),
  };
}

/** The login shell's, read when the first server starts; our own when `isOn` says that it is not wanted. */
export function loginShellEnvironment(
  login: LoginEnvironment,
  own: Environment,
  isOn: () => boolean,
): ServerEnvironment {
  return {
    known: () => (isOn() ? (login.known?.environment ?? own) : own),
    read: async (how) => {
      if (!isOn()) return own;
      return (await (how === 'anew' ? login.refresh() : login.get())).environment;
    },
    from: () => (isOn() ? originOf(login.known) : { source: 'own', reason: 'turned-off' }),
  };
}

function originOf(read: ShellEnvironment | undefined): PathOrigin {
  if (read === undefined) return { source: 'own', reason: 'not-asked-yet' };
  const { source, shell, readAt, reason } = read;
  return {
    source: source === 'own' ? 'own' : 'login-shell',
    shell: shell === undefined ? undefined : basename(shell),
    readAt,
    reason,
  };
}
