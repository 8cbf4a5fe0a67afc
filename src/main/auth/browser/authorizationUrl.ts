import { AppFailure } from '../../../shared/errors.ts';
import { isLoopback } from '../discovery/secureEndpoint.ts';

/**
 * What an authorization endpoint may be written with: the URL characters of RFC 3986 without those
 * that mean something to a shell. Everything else can be percent-encoded by whoever means it.
 */
const plain = /^https?:\/\/[\w.~:/?[\]@=&%+,-]+$/i;

/**
 * The address for the person's browser (RFC 6749 section 4.1.1): the endpoint, taken apart and
 * written anew, with `parameters` in place of its own of the same name. Throws
 * `auth/bad-authorization-url` {host} for an endpoint that is not plain https, or http on this
 * machine; `mayBeLocal` false forbids this machine altogether.
 */
export function authorizationUrl(
  endpoint: string | undefined,
  parameters: Readonly<Record<string, string | undefined>>,
  issuer: string,
  mayBeLocal: boolean,
): string {
  if (endpoint === undefined || !plain.test(endpoint) || !URL.canParse(endpoint)) {
    throw badAuthorizationUrl(issuer);
  }
  const url = new URL(endpoint);
  if (!isAllowed(url, mayBeLocal)) throw badAuthorizationUrl(issuer);
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.delete(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  // It leaves `*` as it is.
  url.search = url.search.replaceAll('*', '%2A');
  return url.href;
}

function isAllowed(url: URL, mayBeLocal: boolean): boolean {
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (isLoopback(url.hostname)) return mayBeLocal;
  return url.protocol === 'https:';
}

function badAuthorizationUrl(issuer: string): AppFailure {
  const { host } = new URL(issuer);
  return new AppFailure({
    code: 'auth/bad-authorization-url',
    message: `${host} names a page to sign in that a browser may not be sent to`,
    params: { host },
  });
}
