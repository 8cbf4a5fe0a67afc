import { AppFailure } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';

/**
 * An address that may be given a secret: https, or http on this machine (RFC 8252 section 8.3), and
 * without a user name in it. Throws `auth/insecure-endpoint` {url} for all else.
 */
export function secureEndpoint(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && isSecure(url) && url.username === '' && url.password === '') return url;
  const shown = url === undefined ? foreignText(address) : withoutQuery(url);
  throw new AppFailure({
    code: 'auth/insecure-endpoint',
    message: `${shown} is not an https address: nothing secret is sent there`,
    params: { url: shown },
  });
}

/** Of an address that may be shown and logged: no query, fragment or user name. */
export function withoutQuery(url: URL): string {
  return foreignText(
    url.protocol === 'data:' ? 'data:' : `${url.protocol}//${url.host}${url.pathname}`,
  );
}

/** Whether the host of a URL is this machine itself. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
  );
}

function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
