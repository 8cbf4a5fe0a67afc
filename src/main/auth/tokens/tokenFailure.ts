import { AppFailure } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';
import { whyParams, whyText } from '../why.ts';
import type { Why } from '../why.ts';

const looked = 4096;
const shortestSecret = 6;
/** So much of one gives it away. */
const tellingPart = 10;

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

/**
 * An OAuth error response, in words fit to be shown. Some servers say what they were sent:
 * `secrets` do not get back in this way.
 */
export function oauthError(
  host: string,
  error: unknown,
  description: unknown,
  secrets: readonly string[] = [],
): AppFailure {
  const name = foreignText(withoutSecrets(secrets, error), 100);
  const said =
    foreignText(withoutSecrets(secrets, description)) ||
    (plainWords.get(name) ?? 'it gives no reason');
  return new AppFailure({
    code: 'auth/oauth-error',
    message: `${host} refuses (${name}): ${said}`,
    params: { host, error: name, description: said },
    action: 'retry',
  });
}

/**
 * What a server says (4,096 characters of it) without `secrets`, also where only the beginning of one
 * is repeated. JWTs are hidden whoever made them.
 */
export function withoutSecrets(secrets: readonly string[], said: unknown): string {
  if (typeof said !== 'string') return '';
  let text = said.slice(0, looked).replace(/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, '…');
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    const beginning = secret.slice(0, tellingPart);
    for (let at = text.indexOf(beginning); at !== -1;) {
      let end = at;
      while (end < text.length && text[end] === secret[end - at]) end += 1;
      text = `${text.slice(0, at)}…${text.slice(end)}`;
      at = text.indexOf(beginning, at);
    }
  }
  return text;
}

/** An answer that is none: `auth/bad-answer` {host, why, cause}. */
export function badAnswer(host: string, why: Why | string): AppFailure {
  return new AppFailure({
    code: 'auth/bad-answer',
    message: `${host} does not answer as an authorization server does: ${whyText(why)}`,
    params: { host, ...whyParams(why) },
    action: 'retry',
  });
}

/** `auth/unreachable` {host, why, cause}. */
export function unreachable(host: string, why: Why | string): AppFailure {
  return new AppFailure({
    code: 'auth/unreachable',
    message: `${host} can't be reached: ${whyText(why)}`,
    params: { host, ...whyParams(why) },
    action: 'retry',
  });
}
