import type { OAuthConfig } from '../../../shared/auth.ts';
import type { OAuthClient } from '../oauth.ts';
import { callbackPath } from './callbackServer.ts';
import type { CallbackOptions } from './callbackServer.ts';

/**
 * Where the browser is to come back to: the port of the entry, else the one that a client is known
 * with, so that it need not be registered again. No other will do for a port that a person chose or
 * registered by hand.
 */
export function callbackPlace(
  { callbackHost: host = '127.0.0.1', callbackPort, clientId }: OAuthConfig,
  known: OAuthClient | undefined,
): Omit<CallbackOptions, 'language'> {
  if (callbackPort !== undefined) return { host, port: callbackPort, isFixed: true };
  const redirectUri = clientId === undefined ? known?.redirectUri : undefined;
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return { host, isFixed: false };
  const { hostname, port, pathname } = new URL(redirectUri);
  const isSame = hostname === host && pathname === callbackPath && port !== '';
  if (!isSame) return { host, isFixed: false };
  return { host, port: Number(port), isFixed: known?.source === 'entered' };
}
