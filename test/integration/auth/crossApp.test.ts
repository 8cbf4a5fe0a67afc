import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { AuthStep, IdentityProvider } from '../../../src/shared/auth.ts';
import { AppFailure } from '../../../src/shared/errors.ts';
import { accountOf } from '../../../src/main/auth/identity/account.ts';
import { browserSignIn } from '../../../src/main/auth/browser/browserSignIn.ts';
import { crossAppGrant } from '../../../src/main/auth/identity/crossApp.ts';
import type { CrossAppOptions } from '../../../src/main/auth/identity/crossApp.ts';
import { discover } from '../../../src/main/auth/discovery/discovery.ts';
import type { Identity } from '../../../src/main/auth/identity/identity.ts';
import {
  currentIdentity,
  signInIdentity,
} from '../../../src/main/auth/identity/identityProvider.ts';
import type {
  IdentityOptions,
  IdentitySignIn,
} from '../../../src/main/auth/identity/identityProvider.ts';
import type { OAuthTokens } from '../../../src/main/auth/oauth.ts';
import { authorizationServer } from '../../servers/authorizationServer.ts';
import type { TestAuthorizationServer } from '../../servers/authorizationServer.ts';
import {
  crossAppIdentity,
  jwtBearer,
  takesGrantsOf,
  tokenExchange,
} from '../../servers/crossAppGrants.ts';
import { protectedServer } from '../../servers/protectedServer.ts';

const identitySecret = 'secret-of-us-at-the-identity-provider';
const appSecret = 'secret-of-us-at-the-application';

type Closable = { readonly close: () => Promise<void> };
const open: Closable[] = [];
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server.close();
});

function closed<T extends Closable>(server: T): T {
  open.push(server);
  return server;
}

/** An identity provider, an authorization server that trusts it, and an MCP server of that one. */
async function company(options: { refreshTokens?: 'always' | 'never' } = {}) {
  const clients = new Map<string, string>();
  const identity = closed(
    await authorizationServer({
      refreshTokens: options.refreshTokens ?? 'never',
      clients: [
        {
          client_id: 'desktop',
          client_secret: identitySecret,
          // Any port of it will do (RFC 8252 section 7.3).
          redirect_uris: ['http://127.0.0.1/callback'],
          grant_types: ['authorization_code', 'refresh_token', tokenExchange],
          application_type: 'native',
        },
      ],
      ...(await crossAppIdentity(clients)),
    }),
  );
  const application = closed(
    await authorizationServer({
      scopes: ['read', 'write'],
      clients: [
        {
          client_id: 'desktop-at-app',
          client_secret: appSecret,
          redirect_uris: [],
          response_types: [],
          grant_types: [jwtBearer],
        },
      ],
      prepare: takesGrantsOf(identity.issuer, ['read', 'write']),
    }),
  );
  clients.set(application.issuer, 'desktop-at-app');
  const { issuer, introspect } = application;
  const resource = closed(
    await protectedServer({ issuers: [issuer], introspect, scopes: ['read'] }),
  );
  const provider: IdentityProvider = { issuer: identity.issuer, clientId: 'desktop' };
  return { identity, application, resource, clients, provider };
}

class Kept {
  held: Identity | undefined;
  readonly steps: AuthStep[] = [];

  options(provider: IdentityProvider, now = Date.now, lockFolder?: string): IdentityOptions {
    return {
      provider,
      lockFolder,
      secret: identitySecret,
      store: {
        identity: async () => this.held,
        rereadIdentity: async () => this.held,
        saveIdentity: async (issuer, identity) => {
          expect(issuer).toBe(provider.issuer);
          this.held = identity;
        },
      },
      fetch,
      now,
      signal: new AbortController().signal,
      step: (step) => void this.steps.push(step),
    };
  }
}

/** The browser's flow, with somebody who is at home at the identity provider. */
function browserOf(
  at: TestAuthorizationServer,
  change: (tokens: OAuthTokens) => OAuthTokens = (tokens) => tokens,
) {
  return async ({ server, authorizationServer: found, nonce }: IdentitySignIn) => {
    const grant = await browserSignIn({
      server,
      discovered: { authorizationServer: found },
      challenge: {},
      secret: async () => identitySecret,
      known: undefined,
      language: 'en',
      openBrowser: async (url) => void (await at.followAuthorization(url)),
      onWaiting: () => undefined,
      nonce,
      fetch,
      step: () => undefined,
      signal: new AbortController().signal,
      now: Date.now,
    });
    return change(grant.tokens);
  };
}

function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-identity-'));
  closed({ close: async () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

async function failureOf(asked: Promise<unknown>): Promise<unknown> {
  const failure = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  return failure instanceof AppFailure ? failure.error : failure;
}

async function accessTo(
  url: string,
  identity: Identity,
  part: Partial<CrossAppOptions> = {},
  steps: AuthStep[] = [],
) {
  const server = { name: 'app', url, oauth: { grant: 'cross-app' as const } };
  const step = (one: AuthStep) => void steps.push(one);
  const common = { server, fetch, step, now: Date.now, signal: new AbortController().signal };
  const discovered = await discover({ ...common, challenge: {} });
  return crossAppGrant({
    ...common,
    discovered,
    client: { clientId: 'desktop-at-app', clientSecret: appSecret, source: 'configured' },
    identity,
    identitySecret,
    scope: discovered.scopesSupported?.join(' '),
    ...part,
  });
}

function callServer(url: string, token: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'who_am_i', arguments: {} },
    }),
  });
}

describe('one sign-in at the identity provider', () => {
  it('opens several servers, with no further browser', async () => {
    const { identity, resource, application, provider } = await company();
    const kept = new Kept();
    await signInIdentity(kept.options(provider), browserOf(identity));
    expect(accountOf(kept.held?.idToken)).toEqual({ subject: 'person-1' });
    const other = closed(
      await protectedServer({
        issuers: [application.issuer],
        introspect: application.introspect,
        scopes: ['write'],
      }),
    );
    const seen = identity.requests.length;

    for (const [server, scope] of [
      [resource, 'read'],
      [other, 'write'],
    ] as const) {
      const steps: AuthStep[] = [];
      const held = await currentIdentity(kept.options(provider));
      const grant = await accessTo(server.url, held, {}, steps);
      expect(grant.tokens).toMatchObject({ tokenType: 'Bearer', scope });
      expect(grant.tokens).not.toHaveProperty('refreshToken');
      const answer = await callServer(server.url, grant.tokens.accessToken);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('person-1');
      const asked = steps.filter(({ kind }) => kind === 'exchange' || kind === 'token');
      expect(asked).toMatchObject([
        { kind: 'exchange', url: `${identity.issuer}/token`, verdict: 'ok' },
        { kind: 'token', url: `${application.issuer}/token`, verdict: 'ok' },
      ]);
      const secrets = [held.idToken, grant.tokens.accessToken, identitySecret, appSecret];
      for (const secret of secrets) expect(JSON.stringify(steps)).not.toContain(secret);
    }
    const since = identity.requests.slice(seen).map(({ path }) => path);
    expect(since.filter((path) => path !== '/jwks')).toEqual(['/token', '/token']);
  });

  it('gives a token for one server only', async () => {
    const { identity, resource, application, provider } = await company();
    const kept = new Kept();
    const held = await signInIdentity(kept.options(provider), browserOf(identity));
    const { issuer, introspect } = application;
    const other = closed(await protectedServer({ issuers: [issuer], introspect }));
    const { tokens } = await accessTo(resource.url, held);
    expect((await callServer(other.url, tokens.accessToken)).status).toBe(401);
  });

  it('is wanted before anything else, by name', async () => {
    const { provider } = await company();
    const failure = await failureOf(currentIdentity(new Kept().options(provider)));
    const params = { issuer: provider.issuer };
    expect(failure).toMatchObject({ code: 'auth/identity-sign-in', params });
  });

  it('is wanted again when it has expired, and for another client', async () => {
    const { identity, provider } = await company();
    const kept = new Kept();
    const held = await signInIdentity(kept.options(provider), browserOf(identity));
    const at = (now: number) => failureOf(currentIdentity(kept.options(provider, () => now)));
    expect(await at(held.expiresAt - 61_000)).toBeUndefined();
    expect(await at(held.expiresAt - 60_000)).toMatchObject({ code: 'auth/identity-sign-in' });
    const renamed = { ...provider, clientId: 'another' };
    const failure = await failureOf(currentIdentity(kept.options(renamed)));
    expect(failure).toMatchObject({ code: 'auth/identity-sign-in' });
  });

  it('is renewed without a browser where the provider gave a refresh token', async () => {
    const { identity, resource, provider } = await company({ refreshTokens: 'always' });
    const kept = new Kept();
    const held = await signInIdentity(kept.options(provider), browserOf(identity));
    const folder = closedFolder();
    let now = held.expiresAt - 1000;
    const later = kept.options(provider, () => now, folder);
    // Two servers at once: the refresh token can be used once only.
    const both = await Promise.allSettled([currentIdentity(later), currentIdentity(later)]);
    const [one] = both;
    expect(both).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
    if (one.status === 'rejected') throw one.reason;
    const renewed = one.value;
    expect(renewed.refreshToken).not.toBe(held.refreshToken);
    expect(kept.held?.idToken).toBeDefined();
    await accessTo(resource.url, renewed);
    now = (kept.held?.expiresAt ?? 0) - 1000;

    identity.expireRefreshTokens();
    const failure = await failureOf(currentIdentity(later));
    expect(failure).toMatchObject({ code: 'auth/identity-sign-in' });
  });

  it.each<[string, (tokens: OAuthTokens) => OAuthTokens, RegExp]>([
    ['is missing', ({ idToken: _unused, ...rest }) => rest, /no JWT/],
    [
      'is of another',
      (tokens) => ({ ...tokens, idToken: unsigned({ iss: 'https://x' }) }),
      /issuer/,
    ],
  ])('is not kept where the id token %s', async (_name, change, why) => {
    const { identity, provider } = await company();
    const kept = new Kept();
    const signingIn = signInIdentity(kept.options(provider), browserOf(identity, change));
    const params = { issuer: identity.issuer, why: expect.stringMatching(why) };
    expect(await failureOf(signingIn)).toMatchObject({ code: 'auth/bad-id-token', params });
    expect(kept.held).toBeUndefined();
  });

  it('is not kept where the id token answers another sign-in', async () => {
    const { identity, provider } = await company();
    const kept = new Kept();
    const replayed = browserOf(identity);
    const signingIn = signInIdentity(kept.options(provider), (request) =>
      replayed({ ...request, nonce: 'of another sign-in' }),
    );
    expect(await failureOf(signingIn)).toMatchObject({
      code: 'auth/bad-id-token',
      params: { why: 'it belongs to another sign-in' },
    });
  });

  it('where there is no identity provider fails by name', async () => {
    const { resource } = await company();
    const provider = { issuer: resource.origin, clientId: 'desktop' };
    const signingIn = signInIdentity(new Kept().options(provider), () => {
      throw new Error('no browser was to be opened');
    });
    expect(await failureOf(signingIn)).toMatchObject({
      code: 'auth/no-identity-provider',
      params: { issuer: resource.origin },
    });
  });
});

describe('cross-app access that is refused', () => {
  it('by the identity provider says so', async () => {
    const { identity, resource, provider, clients } = await company();
    const held = await signInIdentity(new Kept().options(provider), browserOf(identity));
    clients.clear();
    const { host } = new URL(identity.issuer);
    expect(await failureOf(accessTo(resource.url, held))).toMatchObject({
      code: 'auth/cross-app-refused',
      params: {
        party: 'identity-provider',
        cause: 'auth/party-identity-provider',
        host,
        error: 'invalid_target',
      },
    });
  });

  it.each([
    ['an id token that nobody signed', 'invalid_grant'],
    ['a secret that is wrong', 'invalid_client'],
  ])('by the identity provider for %s says so', async (what, error) => {
    const { identity, resource, provider } = await company();
    const held = await signInIdentity(new Kept().options(provider), browserOf(identity));
    const isForged = error === 'invalid_grant';
    const forged = { ...held, idToken: unsigned({ iss: identity.issuer, aud: 'desktop' }) };
    const part = isForged ? {} : { identitySecret: 'wrong' };
    const failure = await failureOf(accessTo(resource.url, isForged ? forged : held, part));
    expect(failure, what).toMatchObject({ params: { party: 'identity-provider', error } });
  });

  it("by the server's authorization server says so", async () => {
    const { identity, application, resource, provider, clients } = await company();
    const held = await signInIdentity(new Kept().options(provider), browserOf(identity));
    clients.set(application.issuer, 'somebody-else');
    const { host } = new URL(application.issuer);
    const failure = await failureOf(accessTo(resource.url, held));
    expect(failure).toMatchObject({
      code: 'auth/cross-app-refused',
      params: { party: 'authorization-server', host, error: 'invalid_grant' },
    });
    expect(JSON.stringify(failure)).not.toMatch(/eyJ/);
  });
});

/** A JWT that nobody signed. */
function unsigned(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: 'x', exp: 4_000_000_000, ...claims })}.`;
}
