import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import type { AppError } from '../../shared/errors.ts';
import { McpAuthError, needsMoreScope } from './mcpAuthError.ts';
import type { Challenge } from './oauth.ts';

/** How one server's requests are authorized by credentials `C`. */
export type Access<C> = {
  /** Where they go, and nowhere else: its origin. */
  readonly url: string;
  /** What is held now, renewed where that is due; undefined where nobody signed in. */
  readonly current: () => Promise<C | undefined>;
  /** Something else than what was refused; undefined where a person has to sign in. */
  readonly afterRefusal: (refused: C | undefined) => Promise<C | undefined>;
  /** Whether more was allowed without a person, so that the request may be sent again. */
  readonly widen: () => Promise<boolean>;
  /** The headers that present it; a proof is made for each request. */
  readonly present: (held: C, method: string, url: string) => Promise<Record<string, string>>;
  /** Looks at an answer; true where the request is to be sent again, for the nonce in it. */
  readonly observe: (held: C, response: Response, url: string) => Promise<boolean>;
  readonly onChallenge: (challenge: Challenge) => void;
  /** What to tell a person when only they can help; `isStale`: what was held is refused. */
  readonly refusal: (isStale: boolean, challenge: Challenge) => AppError;
  /** What a server says, without what nobody may see. */
  readonly hide: (text: string) => string;
};

/**
 * The same fetch for one server, authorized: refused credentials are renewed and the request sent
 * again, once. Rejects with McpAuthError where only a person can help (MCP 2025-11-25,
 * Authorization, Error Handling). Credentials never go to another origin.
 */
export function authorizedFetch<C>(fetchNow: typeof fetch, access: Access<C>): typeof fetch {
  const { origin } = new URL(access.url);

  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).origin !== origin) return fetchNow(input, init);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');

    const once = async (held: C): Promise<Response> => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(await access.present(held, method, url))) {
        headers.set(name, value);
      }
      return fetchNow(input, { ...init, headers });
    };
    const send = async (held: C | undefined): Promise<Response> => {
      if (held === undefined) return fetchNow(input, init);
      const response = await once(held);
      if (!(await access.observe(held, response, url))) return response;
      await response.body?.cancel();
      return once(held);
    };

    const held = await access.current();
    let response = await send(held);
    if (response.status === 401) {
      const next = await again(response, access, held);
      response = await send(next);
      if (response.status === 401) {
        throw new McpAuthError(access.refusal(true, await refused(response, access)));
      }
    }
    if (response.status !== 403 || challengeOf(response.headers).error !== 'insufficient_scope') {
      return response;
    }
    const { scope } = await refused(response, access);
    if (await access.widen()) {
      response = await send(await access.current());
      if (response.status !== 403) return response;
      await response.body?.cancel();
    }
    throw new McpAuthError(needsMoreScope(access.url, access.hide(scope ?? '')));
  };
}

/** What to send instead of what was refused. Rejects with McpAuthError where there is nothing. */
async function again<C>(response: Response, access: Access<C>, held: C | undefined): Promise<C> {
  const challenge = await refused(response, access);
  const next = await access.afterRefusal(held);
  if (next === undefined) throw new McpAuthError(access.refusal(held !== undefined, challenge));
  return next;
}

async function refused<C>(response: Response, access: Access<C>): Promise<Challenge> {
  const challenge = challengeOf(response.headers);
  access.onChallenge(challenge);
  await response.body?.cancel();
  return challenge;
}

/** What a 401 or 403 asks for (RFC 9110 section 11.6.1, RFC 6750 section 3, RFC 9728 section 5.1). */
function challengeOf(headers: Headers): Challenge {
  const response = new Response(null, { headers });
  const { resourceMetadataUrl, ...rest } = extractWWWAuthenticateParams(response);
  const wantsProof = /^\s*dpop\b|,\s*dpop\s/i.test(headers.get('www-authenticate') ?? '');
  return { ...rest, wantsProof, resourceMetadataUrl: resourceMetadataUrl?.href };
}

/** The same for what opens by one request of its own, as a WebSocket does. */
export type Handshake = {
  readonly headers: () => Promise<Record<string, string>>;
  /** Other headers after a 401. Rejects with McpAuthError. */
  readonly again: (answer: Headers) => Promise<Record<string, string>>;
  /** After a 401 to those too. */
  readonly refusal: (answer: Headers) => McpAuthError;
};

export function authorizedHandshake<C>(access: Access<C>): Handshake {
  let held: C | undefined;
  const present = async () => (held === undefined ? {} : access.present(held, 'GET', access.url));
  return {
    async headers() {
      held = await access.current();
      return present();
    },
    async again(headers) {
      held = await again(new Response(null, { status: 401, headers }), access, held);
      return present();
    },
    refusal(headers) {
      const challenge = challengeOf(headers);
      access.onChallenge(challenge);
      return new McpAuthError(access.refusal(true, challenge));
    },
  };
}
