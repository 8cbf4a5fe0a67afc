import { AppFailure } from '../../shared/errors.ts';
import { foreignText } from './foreignText.ts';

/** What the error names of RFC 6749 section 5.2 and its kin mean, for a server that only names one. */
const plainWords: ReadonlyMap<string, string> = new Map([
  ['invalid_client', 'it does not know this client, or its secret or key is wrong'],
  ['invalid_grant', 'what was shown to it is no longer valid, or is not for this client'],
  ['invalid_request', 'it does not understand the request'],
  ['invalid_scope', 'it does not give these permissions'],
  ['invalid_target', 'it does not know this resource'],
  ['unauthorized_client', 'this client may not get tokens in this way'],
  ['unsupported_grant_type', 'it does not give tokens in this way'],
]);

/** An OAuth error response, in words fit to be shown. */
export function oauthError(host: string, error: unknown, description: unknown): AppFailure {
  const name = foreignText(error, 100);
  const said = foreignText(description) || (plainWords.get(name) ?? 'it gives no reason');
  return new AppFailure({
    code: 'auth/oauth-error',
    message: `${host} refuses (${name}): ${said}`,
    params: { host, error: name, description: said },
    action: 'retry',
  });
}

/** An answer that is none: `why` completes "it ...". */
export function badAnswer(host: string, why: string): AppFailure {
  return new AppFailure({
    code: 'auth/bad-answer',
    message: `${host} does not answer as an authorization server does: ${why}`,
    params: { host, why },
    action: 'retry',
  });
}

export function unreachable(host: string, why: string): AppFailure {
  return new AppFailure({
    code: 'auth/unreachable',
    message: `${host} can't be reached: ${why}`,
    params: { host, why },
    action: 'retry',
  });
}
