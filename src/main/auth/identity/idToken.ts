import { decodeJwt } from 'jose';
import type { JWTPayload } from 'jose';
import { AppFailure } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';

export type IdTokenExpectation = {
  readonly issuer: string;
  readonly clientId: string;
  /** As sent with the authorization request; absent where none was. */
  readonly nonce?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Between our clock and theirs, in seconds. */
const clockSkew = 60;

/** What an id token says, unchecked; undefined where it is no JWT. For display only. */
export function readIdToken(idToken: string): JWTPayload | undefined {
  try {
    return decodeJwt(idToken);
  } catch {
    return undefined;
  }
}

/**
 * Checks an id token that came from the token endpoint itself (OpenID Connect Core section 3.1.3.7),
 * and gives when it expires, an epoch in milliseconds. Its signature is not looked at: TLS has said
 * who sent it (point 6 there). Throws `auth/bad-id-token` {issuer, why}.
 */
export function checkIdToken(idToken: string, expected: IdTokenExpectation): number {
  const refuse = (why: string) => badIdToken(expected.issuer, why);
  const claims = readIdToken(idToken);
  if (claims === undefined) throw refuse('it is no JWT');
  if (claims.iss !== expected.issuer) throw refuse('another issuer made it');
  const audience = typeof claims.aud === 'string' ? [claims.aud] : (claims.aud ?? []);
  if (!audience.includes(expected.clientId)) throw refuse('it is for another client');
  const party = claims['azp'];
  const isOurs = party === expected.clientId || (party === undefined && audience.length === 1);
  if (!isOurs) throw refuse('it was made for another client');
  if (typeof claims.exp !== 'number') throw refuse('it does not say when it expires');
  if ((claims.exp + clockSkew) * 1000 <= expected.now) throw refuse('it has expired');
  const isNonceWrong = expected.nonce !== undefined && claims['nonce'] !== expected.nonce;
  if (isNonceWrong) throw refuse('it belongs to another sign-in');
  return claims.exp * 1000;
}

function badIdToken(issuer: string, why: string): AppFailure {
  const params = { issuer: foreignText(issuer), why };
  return new AppFailure({
    code: 'auth/bad-id-token',
    message: `The id token of ${params.issuer} can't be used: ${why}`,
    params,
    action: 'retry',
  });
}
