import type { LoginEnvironment } from './shellEnvironment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What servers inherit from; what of it reaches them is for transports/childEnvironment to say. */
export type ServerEnvironment = {
  /** The best that is known at once, for showing. */
  known(): Environment;
  read(): Promise<Environment>;
};

export function fixedEnvironment(environment: Environment): ServerEnvironment {
  return { known: () => environment, read: async () => environment };
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
  };
}
