import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import type { OAuthTokens } from '../oauth.ts';
import { askTokenEndpoint } from './tokenEndpoint.ts';
import type { TokenRequest } from './tokenEndpoint.ts';
import { badAnswer } from './tokenFailure.ts';
import { whys } from '../why.ts';

/** Of one token, in characters: servers take no longer header, and keychains no longer secret. */
const longest = 64 * 1024;

/** RFC 6749 section 5.1, as leniently as may be: what is wrong with an extra does not spoil the token. */
const TokenResponse = z.object({
  // It becomes a part of a header (RFC 6750 section 2.1).
  access_token: z
    .string()
    .max(longest)
    .regex(/^[\x21-\x7e]+$/),
  token_type: z.string().optional(),
  expires_in: z.unknown().optional(),
  refresh_token: optionalText(),
  scope: optionalText(),
  id_token: optionalText(),
});

function optionalText() {
  return z.string().min(1).max(longest).optional().catch(undefined);
}

/**
 * Asks for tokens by any grant. Throws AppFailure: `auth/oauth-error` {host, error, description} for
 * an OAuth error response, `auth/bad-answer` {host, why}, `auth/unreachable` {host, why},
 * `auth/insecure-endpoint` {url}, `auth/points-here` {url}, `auth/needs-secret` {client, host}, `auth/private-key` {why}; the
 * reason of `signal` where that aborted.
 */
export function requestTokens(request: TokenRequest): Promise<OAuthTokens> {
  // Before it is sent, so that tokens are never thought to last longer than they do.
  const obtainedAt = request.now();
  return askTokenEndpoint(request, (body, host) => {
    const tokens = readTokens(body, obtainedAt, host);
    if (tokens.tokenType === 'Bearer' || request.dpop !== undefined) return tokens;
    throw badAnswer(host, whys.foreignKey);
  });
}

/** The RFC 6749 error name in what was thrown by a token request; undefined for any other failure. */
export function oauthErrorOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof AppFailure) || thrown.error.code !== 'auth/oauth-error') return undefined;
  const name = thrown.error.params?.['error'];
  return typeof name === 'string' ? name : undefined;
}

function readTokens(body: unknown, obtainedAt: number, host: string): OAuthTokens {
  const { success, data } = TokenResponse.safeParse(body);
  if (!success) throw badAnswer(host, whys.noToken);
  const seconds = secondsOf(data.expires_in);
  return {
    accessToken: data.access_token,
    tokenType: tokenType(data.token_type, host),
    obtainedAt,
    ...(seconds !== undefined && { expiresAt: obtainedAt + seconds * 1000 }),
    ...(data.refresh_token !== undefined && { refreshToken: data.refresh_token }),
    ...(data.scope !== undefined && { scope: data.scope }),
    ...(data.id_token !== undefined && { idToken: data.id_token }),
  };
}

/** Its case does not matter (RFC 6749 section 5.1); without one it is of the usual kind. */
function tokenType(said: string | undefined, host: string): OAuthTokens['tokenType'] {
  switch (said?.toLowerCase()) {
    case undefined:
    case 'bearer':
      return 'Bearer';
    case 'dpop':
      return 'DPoP';
    default:
      throw badAnswer(host, whys.strangeToken);
  }
}

/** A number of seconds, as a text too; absent where it is neither. */
function secondsOf(said: unknown): number | undefined {
  const seconds = typeof said === 'string' && /^\d+(\.\d+)?$/.test(said) ? Number(said) : said;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined;
  return Math.min(Math.max(0, seconds), maxSeconds);
}

/** A hundred years: more than that is no date that can be shown. */
const maxSeconds = 100 * 365 * 24 * 3600;
