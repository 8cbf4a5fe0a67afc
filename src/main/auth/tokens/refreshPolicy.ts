import type { OAuthTokens } from '../oauth.ts';

/** How long before its end a token is renewed. */
const marginMs = 5 * 60_000;
/** After a renewal that failed, a token that still works is used so long before the next try. */
const retryMs = 30_000;

/** Epoch milliseconds from when on it is to be renewed: one that lives less than 10 minutes, at its half. */
export function dueAt(tokens: OAuthTokens): number | undefined {
  if (tokens.expiresAt === undefined) return undefined;
  const lifeMs = Math.max(0, tokens.expiresAt - tokens.obtainedAt);
  return tokens.expiresAt - Math.min(marginMs, lifeMs / 2);
}

/** A token without an expiry is used until it is refused. */
export function hasExpired(tokens: OAuthTokens, now: number): boolean {
  return tokens.expiresAt !== undefined && now >= tokens.expiresAt;
}

export type NextStep =
  | 'use'
  | 'refresh'
  /** It is of no more use, and nothing is there to renew it by. */
  | 'sign-in';

/** What to do with tokens before a request, or after the access token `refused` was refused. */
export function nextStep(
  tokens: OAuthTokens,
  state: {
    readonly now: number;
    readonly refused?: string | undefined;
    /** When the last renewal failed, if it did. */
    readonly failedAt?: number | undefined;
  },
): NextStep {
  const { now, failedAt } = state;
  const isSpent = tokens.accessToken === state.refused || hasExpired(tokens, now);
  if (tokens.refreshToken === undefined) return isSpent ? 'sign-in' : 'use';
  if (isSpent) return 'refresh';
  const due = dueAt(tokens);
  if (due === undefined || now < due) return 'use';
  return failedAt !== undefined && now < failedAt + retryMs ? 'use' : 'refresh';
}

/**
 * What a failed refresh says of the grant. Only `invalid_grant` (RFC 6749 section 5.2) for the very
 * refresh token that is still stored ends it; for another one, somebody else has rotated it.
 */
export function afterFailedRefresh(failure: {
  readonly oauthError: string | undefined;
  readonly used: string | undefined;
  /** Undefined where nothing is stored any more. */
  readonly stored: OAuthTokens | undefined;
}): 'delete' | 'take-stored' | 'keep' {
  if (failure.oauthError !== 'invalid_grant') return 'keep';
  return failure.stored?.refreshToken === failure.used ? 'delete' : 'take-stored';
}

/** A response without a refresh token or a scope leaves the old ones (RFC 6749 sections 5.1 and 6). */
export function renewedTokens(old: OAuthTokens, fresh: OAuthTokens): OAuthTokens {
  const { refreshToken = old.refreshToken, scope = old.scope, idToken = old.idToken } = fresh;
  return {
    ...fresh,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(scope !== undefined && { scope }),
    ...(idToken !== undefined && { idToken }),
  };
}
