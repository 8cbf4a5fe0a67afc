/** What a browser keeps of one host; loopback needs no more than names and values. */
type Cookies = Map<string, Map<string, string>>;

const maxRedirects = 20;

/**
 * Acts for the person's browser: follows redirects with cookies from an authorization URL to its
 * redirect URI, which is asked for too. Answers the address it ended at, and what was shown there.
 * Rejects where the way ends elsewhere.
 */
export async function browse(
  url: string,
  options: { readonly stopBefore?: boolean } = {},
): Promise<{ readonly url: string; readonly status: number; readonly page: string }> {
  const redirectUri = new URL(url).searchParams.get('redirect_uri');
  if (redirectUri === null) throw new Error('an authorization URL names a redirect_uri');
  const end = new URL(redirectUri);
  const cookies: Cookies = new Map();
  let next = new URL(url);
  for (let count = 0; count <= maxRedirects; count += 1) {
    const isEnd = next.origin === end.origin && next.pathname === end.pathname;
    if (isEnd && options.stopBefore) return { url: next.href, status: 0, page: '' };
    const jar = cookies.get(next.host) ?? new Map<string, string>();
    cookies.set(next.host, jar);
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    keepCookies(jar, response);
    const page = await response.text();
    if (isEnd) return { url: next.href, status: response.status, page };
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the browser ended at ${next.pathname}: ${page}`);
    next = new URL(location, next);
  }
  throw new Error(`more than ${maxRedirects} redirects`);
}

/** As {@link browse}, for its address alone. */
export async function followAuthorization(url: string): Promise<string> {
  return (await browse(url)).url;
}

function keepCookies(jar: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}
