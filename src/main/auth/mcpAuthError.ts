import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import { foreignText } from './foreignText.ts';

/** A server wants a person to sign in (401), or to allow more than they did (403). */
export class McpAuthError extends AppFailure {
  /** As the HTTP status that it stands for: nothing more will come by this connection. */
  get status(): 401 | undefined {
    return this.error.code === authCodes.signIn ? 401 : undefined;
  }
}

/** The codes of {@link McpAuthError}: what a sign-in can mend. */
const authCodes = { signIn: 'server/needs-auth', moreScope: 'server/needs-scope' } as const;

/** `isStale`: there was a sign-in, and the server refuses what it gave. */
export function needsSignIn(url: string, isStale: boolean): AppError {
  const { host } = new URL(url);
  const message = `${host} wants to know who you are.`;
  const params = { host, stale: String(isStale) };
  return { code: authCodes.signIn, message, params, action: 'sign-in' };
}

/** `named` is space-separated, as the server named it; empty where it named none. */
export function needsMoreScope(url: string, named: string): AppError {
  const { host } = new URL(url);
  const scope = foreignText(named, 1000);
  return {
    code: authCodes.moreScope,
    message: `${host} wants your consent to more than you gave: ${scope}`,
    params: { host, scope },
    action: 'sign-in',
  };
}

/** Of a server whose headers a program gives, when it refuses new ones too. */
export function needsHelp(url: string): AppError {
  const { host } = new URL(url);
  return {
    code: 'auth/headers-refused',
    message: `${host} refuses the headers that the configured program gives.`,
    params: { host },
    action: 'edit-server',
  };
}
