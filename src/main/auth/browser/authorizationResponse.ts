import { createHash, timingSafeEqual } from 'node:crypto';
import { validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';
import type { AuthorizationServer } from '../oauth.ts';
import { badAnswer, oauthError } from '../tokens/tokenFailure.ts';
import { whys } from '../why.ts';

/** What an answer at the redirect URI comes to. */
export type ResponseVerdict =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: AppError }
  /** It does not belong to this flow, which goes on. */
  | { readonly kind: 'foreign' };

const single = ['state', 'code', 'iss', 'error'];

/**
 * Judges an answer (RFC 6749 section 4.1.2): first whose it is (`state`), then who gives it (RFC 9207
 * section 2.4), and only then what it says.
 */
export function judgeResponse(
  query: URLSearchParams,
  state: string,
  { issuer, promisesIss }: Pick<AuthorizationServer, 'issuer' | 'promisesIss'>,
): ResponseVerdict {
  // No parameter may come twice (RFC 6749 section 3.1).
  if (single.some((name) => query.getAll(name).length > 1)) return { kind: 'foreign' };
  if (!isSameSecret(query.get('state') ?? '', state)) return { kind: 'foreign' };
  const { host } = new URL(issuer);
  const iss = query.get('iss') ?? undefined;
  try {
    const issParameterSupported = promisesIss;
    validateAuthorizationResponseIssuer({ iss, expectedIssuer: issuer, issParameterSupported });
  } catch {
    return { kind: 'refused', error: wrongIssuer(issuer) };
  }
  const error = query.get('error');
  if (error === 'access_denied') return { kind: 'refused', error: denied(host) };
  if (error !== null) {
    const said = oauthError(host, error, query.get('error_description'), [state]);
    return { kind: 'refused', error: said.error };
  }
  const code = query.get('code');
  if (code) return { kind: 'code', code };
  return { kind: 'refused', error: badAnswer(host, whys.noCode).error };
}

/**
 * The query of an address that a person pasted, where it is one of the redirect URI. Throws
 * `auth/not-the-answer` {redirectUri}.
 */
export function pastedQuery(pasted: string, redirectUri: string): URLSearchParams {
  const wanted = new URL(redirectUri);
  const address = pasted.trim();
  if (address.length <= maxPasted && URL.canParse(address)) {
    const url = new URL(address);
    if (url.origin === wanted.origin && url.pathname === wanted.pathname) return url.searchParams;
  }
  throw notTheAnswer(redirectUri);
}

const maxPasted = 65_536;

/** In a time that tells nothing of where they differ. */
function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

export function notTheAnswer(redirectUri: string): AppFailure {
  return new AppFailure({
    code: 'auth/not-the-answer',
    message: `That address does not answer this sign-in. It begins with ${redirectUri}`,
    params: { redirectUri },
  });
}

function wrongIssuer(named: string): AppError {
  const issuer = foreignText(named);
  return {
    code: 'auth/wrong-issuer',
    message: `The answer does not prove that it comes from ${issuer}, so it was not used`,
    params: { issuer },
    action: 'retry',
  };
}

function denied(host: string): AppError {
  const message = `${host} says that you did not allow it`;
  return { code: 'auth/denied', message, params: { host }, action: 'retry' };
}
