import { describe, expect, it } from 'vitest';
import type { BrowserWaiting } from '../../../src/main/auth/browser/browserSignIn.ts';
import { discover } from '../../../src/main/auth/discovery/discovery.ts';
import { DpopProofs } from '../../../src/main/auth/client/dpop.ts';
import type { AuthorizationServer, OAuthClient } from '../../../src/main/auth/oauth.ts';
import { browse } from '../../servers/headlessBrowser.ts';
import { call, person, signInWorld } from './signInWorld.ts';

type World = Awaited<ReturnType<typeof signInWorld>>;

const code = (value: string, params: object = {}) => ({
  error: { code: value, params: expect.objectContaining(params) },
});
const requestOf = (world: World, index = 0) => new URL(world.opened[index] ?? '').searchParams;
const registrations = ({ authorization }: World) =>
  authorization.requests.filter(({ path }) => path === '/reg').length;

/** What is found for the world's server, with other metadata laid over it. */
async function found(world: World, members: Partial<AuthorizationServer> = {}) {
  const { server, ports } = world;
  const discovered = await discover({ ...ports, server, challenge: {} });
  return {
    ...discovered,
    authorizationServer: { ...discovered.authorizationServer, ...members },
  };
}

describe('signing in by the browser', () => {
  it('goes from a refused request to a token that the server takes', async () => {
    const world = await signInWorld();
    const grant = await world.signIn();
    expect(grant).toMatchObject({
      serverUrl: world.resource.url,
      resource: world.resource.url,
      client: { source: 'registered', authMethod: 'none' },
      tokens: { scope: 'mcp:use', tokenType: 'Bearer' },
    });
    expect(grant.tokens.refreshToken).toBeTypeOf('string');
    expect(await world.whoAmI(grant)).toBe(person);
    const asked = requestOf(world);
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('resource')).toBe(world.resource.url);
    // 256 bits each.
    expect(asked.get('state')).toHaveLength(43);
    expect(asked.get('code_challenge')).toHaveLength(43);
    expect(asked.get('scope')).toBe('mcp:use offline_access');
    expect(asked.get('prompt')).toBe('consent');
    const kinds = world.steps.map(({ kind, verdict }) => `${kind} ${verdict}`);
    expect(kinds).toEqual([
      'resource-metadata ok',
      'server-metadata ok',
      'registration ok',
      'browser waiting',
      'callback ok',
      'token ok',
    ]);
  });

  it('tells nothing secret in its steps', async () => {
    const world = await signInWorld();
    let answer = '';
    const grant = await world.signIn({
      openBrowser: async (url) => {
        world.opened.push(url);
        answer = (await browse(url)).url;
      },
    });
    const { state, code_challenge } = Object.fromEntries(requestOf(world));
    const secrets = [
      state,
      code_challenge,
      new URL(answer).searchParams.get('code'),
      grant.tokens.accessToken,
      grant.tokens.refreshToken,
    ];
    const told = JSON.stringify(world.steps);
    for (const secret of secrets) {
      expect(secret).toBeTruthy();
      expect(told).not.toContain(secret);
    }
  });

  it('uses a configured client as it is, with its secret, and registers nothing', async () => {
    const port = 45_991;
    const world = await signInWorld({
      authorization: {
        registration: false,
        clients: [
          {
            client_id: 'mine',
            client_secret: 'a secret of it',
            redirect_uris: [`http://localhost:${port}/callback`],
            application_type: 'native',
            grant_types: ['authorization_code', 'refresh_token'],
          },
        ],
      },
      oauth: {
        clientId: 'mine',
        callbackPort: port,
        callbackHost: 'localhost',
        scope: 'mcp:admin',
      },
    });
    const grant = await world.signIn({ secret: async () => 'a secret of it' });
    expect(grant.client.source).toBe('configured');
    expect(grant.tokens.scope).toBe('mcp:admin');
    expect(registrations(world)).toBe(0);
    expect(requestOf(world).get('redirect_uri')).toBe(`http://localhost:${port}/callback`);
  });

  it('is known by its metadata document where the server takes one', async () => {
    const documentUrl = 'https://patchbay.example/client.json';
    const document = {
      client_id: documentUrl,
      client_name: 'Patchbay',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      // RFC 8252 section 7.3: whatever its port is.
      redirect_uris: ['http://127.0.0.1/callback'],
    };
    const world = await signInWorld({
      authorization: { metadataDocuments: new Map([[documentUrl, document]]) },
    });
    const grant = await world.signIn({ documentUrl });
    expect(grant.client).toMatchObject({ clientId: documentUrl, source: 'metadata-document' });
    expect(await world.whoAmI(grant)).toBe(person);
    expect(registrations(world)).toBe(0);
  });

  it('comes back to the port of a kept registration, and registers no other', async () => {
    const world = await signInWorld();
    const kept: OAuthClient[] = [];
    const first = await world.signIn({ keepClient: async (client) => void kept.push(client) });
    expect(kept).toEqual([first.client]);
    const second = await world.signIn({ known: kept[0] });
    expect(second.client).toEqual(first.client);
    expect(registrations(world)).toBe(1);
  });

  it('registers anew, once, when the server knows the kept registration no more', async () => {
    const world = await signInWorld();
    const first = await world.signIn();
    const forgotten: string[] = [];
    const second = await world.signIn({
      known: first.client,
      forgetClient: async () => void forgotten.push('forgotten'),
      // It is forgotten between the browser and the token.
      fetch: async (input, init) => {
        const isToken = String(input as URL).endsWith('/token');
        if (isToken && forgotten.length === 0) world.authorization.forgetClients();
        return world.ports.fetch(input, init);
      },
    });
    expect(forgotten).toEqual(['forgotten']);
    expect(second.client.clientId).not.toBe(first.client.clientId);
    expect(world.opened).toHaveLength(3);
    expect(await world.whoAmI(second)).toBe(person);
  });

  it('lets another person sign in where one is signed in already', async () => {
    const world = await signInWorld();
    world.authorization.person.account = 'person-2';
    const grant = await world.signIn({ asksAnew: true });
    expect(requestOf(world).get('prompt')).toBe('login consent');
    expect(await world.whoAmI(grant)).toBe('person-2');
  });

  it('forgets a kept registration that the browser did not come back from', async () => {
    const world = await signInWorld();
    const first = await world.signIn();
    world.authorization.forgetClients();
    const forgotten: string[] = [];
    const signedIn = world.signIn({
      known: first.client,
      forgetClient: async () => void forgotten.push('forgotten'),
      limitMs: 200,
      // The server shows a page of its own, which says that it does not know the client.
      openBrowser: async (url) => {
        await expect(browse(url)).rejects.toThrow('invalid_client');
      },
    });
    await expect(signedIn).rejects.toMatchObject(code('auth/timed-out'));
    expect(forgotten).toEqual(['forgotten']);
  });

  it('asks for the union of scopes when one tool needs more', async () => {
    const world = await signInWorld();
    const first = await world.signIn();
    const challenge = await world.refusal('administer', first.tokens.accessToken);
    expect(challenge).toMatchObject({ error: 'insufficient_scope' });
    const granted = first.tokens.scope;
    const second = await world.signIn({ challenge, granted, known: first.client });
    expect(new Set(second.tokens.scope?.split(' '))).toEqual(new Set(['mcp:use', 'mcp:admin']));
    const again = await call(
      world.resource.url,
      'administer',
      `Bearer ${second.tokens.accessToken}`,
    );
    expect(again.status).toBe(200);
  });

  it('binds the tokens to a key, with the nonces that both sides want', async () => {
    const world = await signInWorld({
      authorization: { dpopNonce: true },
      resource: { dpop: true, dpopNonce: 'of-the-resource' },
    });
    const dpop = await DpopProofs.from();
    const grant = await world.signIn({ dpop });
    expect(grant.tokens.tokenType).toBe('DPoP');
    expect(grant.dpopKey).toEqual(dpop.jwk());
    expect(requestOf(world).get('dpop_jkt')).toHaveLength(43);
    const token = grant.tokens.accessToken;
    const stolen = await call(world.resource.url, 'who_am_i', `Bearer ${token}`);
    expect(stolen.status).toBe(401);
  });

  it('takes the address from another browser, by hand', async () => {
    const world = await signInWorld();
    const waiting: BrowserWaiting[] = [];
    const before = Date.now();
    const signedIn = world.signIn({
      openBrowser: async () => Promise.reject(new Error('there is none here')),
      onWaiting: (one) => {
        waiting.push(one);
        void browse(one.url, { stopBefore: true }).then(({ url }) => {
          expect(() => one.paste(one.url)).toThrow('does not answer this sign-in');
          expect(() => one.paste(`${one.redirectUri}?code=x&state=y`)).toThrow('does not answer');
          one.paste(url);
        });
      },
    });
    expect(await world.whoAmI(await signedIn)).toBe(person);
    expect(waiting[0]?.until).toBeGreaterThanOrEqual(before + 5 * 60_000);
    expect(world.steps).toContainEqual(
      expect.objectContaining({ kind: 'browser', verdict: 'refused' }),
    );
  });
});

describe('a sign-in that comes to nothing', () => {
  it('says that the person refused, in the browser too', async () => {
    const world = await signInWorld();
    world.authorization.person.allows = false;
    let page = '';
    const signedIn = world.signIn({
      language: 'ja',
      openBrowser: async (url) => void ({ page } = await browse(url)),
    });
    await expect(signedIn).rejects.toMatchObject(code('auth/denied'));
    await expect.poll(() => page).toContain('何も許可されませんでした');
    expect(world.authorization.requests.some(({ path }) => path === '/token')).toBe(false);
  });

  it('ends at once when it is cancelled, before the browser and after it', async () => {
    const world = await signInWorld();
    const early = AbortSignal.abort();
    const cancelled = { error: { code: 'auth/cancelled' } };
    const before = world.signIn({ signal: early, discovered: await found(world) });
    await expect(before).rejects.toMatchObject(cancelled);
    const abort = new AbortController();
    const openBrowser = async () => abort.abort();
    const after = world.signIn({ signal: abort.signal, openBrowser });
    await expect(after).rejects.toMatchObject(cancelled);
  });

  it('ends when no answer comes in time, and leaves no port open', async () => {
    const world = await signInWorld();
    let redirectUri = '';
    const signedIn = world.signIn({
      limitMs: 30,
      openBrowser: async () => undefined,
      onWaiting: (waiting) => ({ redirectUri } = waiting),
    });
    await expect(signedIn).rejects.toMatchObject(code('auth/timed-out', { minutes: 1 }));
    await expect(fetch(redirectUri)).rejects.toThrow();
  });

  it.each<[string, Partial<AuthorizationServer>, string]>([
    ['advertises no S256', { codeChallengeMethods: ['plain'] }, 'auth/no-pkce'],
    ['advertises no method at all', { codeChallengeMethods: [] }, 'auth/no-pkce'],
    ['names no page', { authorizationEndpoint: undefined }, 'auth/bad-authorization-url'],
    [
      'names a script',
      { authorizationEndpoint: 'javascript:alert(1)' },
      'auth/bad-authorization-url',
    ],
    ['names a file', { authorizationEndpoint: 'file:///bin/sh' }, 'auth/bad-authorization-url'],
    ['names an option', { authorizationEndpoint: '--no-sandbox' }, 'auth/bad-authorization-url'],
    [
      'names a command',
      { authorizationEndpoint: 'https://a.example/$(id)' },
      'auth/bad-authorization-url',
    ],
    [
      'names a space',
      { authorizationEndpoint: 'https://a.example/ -x' },
      'auth/bad-authorization-url',
    ],
    [
      'names plain http',
      { authorizationEndpoint: 'http://a.example/' },
      'auth/bad-authorization-url',
    ],
  ])('opens no browser for a server that %s', async (_what, members, expected) => {
    const world = await signInWorld();
    const signedIn = world.signIn({ discovered: await found(world, members) });
    await expect(signedIn).rejects.toMatchObject(code(expected));
    expect(world.opened).toEqual([]);
  });

  it.each([
    ['another issuer', { issuer: 'https://another.example' }],
    ['none, and promised one', { promisesIss: true }],
  ])('redeems no code of an answer from %s', async (what, members) => {
    const world = await signInWorld();
    const signedIn = world.signIn({
      discovered: await found(world, members),
      openBrowser: async (url) => {
        const answer = new URL((await browse(url, { stopBefore: true })).url);
        if (what.startsWith('none')) answer.searchParams.delete('iss');
        expect(await (await fetch(answer)).text()).toContain('That did not work');
      },
    });
    await expect(signedIn).rejects.toMatchObject(code('auth/wrong-issuer'));
    expect(world.authorization.requests.some(({ path }) => path === '/token')).toBe(false);
  });

  it('waits on after an answer with a wrong state, and is not fooled by it', async () => {
    const world = await signInWorld();
    const grant = await world.signIn({
      openBrowser: async (url) => {
        const redirectUri = new URL(url).searchParams.get('redirect_uri') ?? '';
        const attack = await fetch(`${redirectUri}?code=stolen&state=guessed`);
        expect(attack.status).toBe(400);
        await browse(url);
      },
    });
    expect(await world.whoAmI(grant)).toBe(person);
  });

  it('asks for an id where nobody may register, with the address to register', async () => {
    const world = await signInWorld({ authorization: { registration: false } });
    await expect(world.signIn()).rejects.toMatchObject(
      code('auth/needs-client', {
        issuer: world.authorization.issuer,
        redirectUri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      }),
    );
  });
});
