import type { Grant } from '../../../src/main/auth/oauth.ts';

/** The token of a registration is none of ours: it is not even read. */
const parameters = new Set([
  'access_token',
  'assertion',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'id_token',
  'refresh_token',
  'subject_token',
  'token',
]);

/** Every secret of a test, as it goes over the wire, and a wire that says them again. */
export class Secrets {
  readonly #known = new Map<string, string>();
  /** How requests to token and revocation endpoints are answered; undefined: as they are. */
  manner: 'oauth-error' | 'html' | 'redirect' | 'ok-with-error' | undefined;

  /** The same fetch, whose secrets are noted on their way. */
  watch(fetchNow: typeof fetch): typeof fetch {
    return async (input, init) => {
      const body = typeof init?.body === 'string' ? init.body : '';
      for (const [name, value] of new URLSearchParams(body)) this.#note(name, value);
      const headers = new Headers(init?.headers);
      const basic = /^Basic (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
      if (basic !== undefined) {
        const pair = Buffer.from(basic, 'base64').toString().split(':')[1] ?? '';
        this.add('client secret', decodeURIComponent(pair));
        this.add('client secret', basic);
      }
      const isForm = body.includes('grant_type=') || body.includes('token_type_hint=');
      if (this.manner !== undefined && isForm) return this.#echo(`${body} ${basic ?? ''}`);
      const response = await fetchNow(input, init);
      if (response.headers.get('content-type')?.includes('json') !== true) return response;
      const answer = (await response
        .clone()
        .json()
        .catch(() => ({}))) as Record<string, unknown>;
      for (const [name, value] of Object.entries(answer)) {
        if (typeof value === 'string') this.#note(name, value);
      }
      return response;
    };
  }

  grant(grant: Grant | undefined): void {
    const key = grant?.dpopKey?.['d'];
    if (typeof key === 'string') this.add('dpop key', key);
  }

  opened(urls: readonly string[]): void {
    for (const url of urls) this.add('state', new URL(url).searchParams.get('state') ?? '');
  }

  add(kind: string, value: string): void {
    if (value.length >= 8) this.#known.set(value, kind);
  }

  kinds(): readonly string[] {
    return [...new Set(this.#known.values())];
  }

  one(): string {
    return [...this.#known.keys()][0] ?? '';
  }

  /** Also where only the first half of one stands. */
  foundIn(text: string): readonly string[] {
    return [...this.#known].flatMap(([value, kind]) => {
      const at = text.indexOf(value.slice(0, Math.max(12, value.length / 2)));
      return at === -1 ? [] : [`${kind} in: ${text.slice(Math.max(0, at - 160), at + 60)}`];
    });
  }

  #note(name: string, value: string): void {
    if (parameters.has(name)) this.add(name, value);
  }

  #echo(said: string): Response {
    const text = `you sent ${said} and ${[...this.#known.keys()].join(' ')}`;
    switch (this.manner) {
      case 'html':
        return new Response(`<p>${text}</p>`, { status: 500 });
      case 'redirect':
        return new Response(null, {
          status: 302,
          headers: { location: `https://elsewhere.example/?${said}` },
        });
      case 'ok-with-error':
        return Response.json({ error: 'server_error', error_description: text });
      case 'oauth-error':
      case undefined:
        return Response.json(
          { error: 'server_error', error_description: text, error_uri: said },
          { status: 400 },
        );
    }
  }
}
