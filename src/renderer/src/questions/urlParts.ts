export type UrlParts = {
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** Only https is. */
  readonly isEncrypted: boolean;
};

/**
 * Cuts an http or https URL around its host (WHATWG URL, "host"), so that what stands before an `@`
 * or in the path is not mistaken for it.
 */
export function urlParts(url: string): UrlParts {
  const { href, protocol, host, username, password } = new URL(url);
  const user =
    username === '' && password === '' ? '' : `${username}${password && `:${password}`}@`;
  const before = `${protocol}//${user}`;
  const after = href.slice(before.length + host.length);
  return { before, host, after, isEncrypted: protocol === 'https:' };
}
