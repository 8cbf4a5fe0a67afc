import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browse, followAuthorization } from '../../servers/headlessBrowser.ts';
import { failureOf } from '../../servers/supervision.ts';
import { app, entry } from './appWorld.ts';
import { peers } from './peers.ts';

/** Someone who is signed in, whose server is stopped, and what their tokens were. */
async function signedIn(set: object = {}) {
  const { resource, authorizationServer } = await peers();
  const docs = app([entry('docs', { url: resource.url, ...set })]);
  await docs.signIn('docs');
  await docs.untilState('docs', 'connected');
  await docs.supervisor.stop('docs');
  const held = (await docs.grant('docs'))?.tokens;
  /** Nothing was lost: they are there, and it connects by them. */
  const isKept = async () => {
    expect((await docs.grant('docs'))?.tokens).toEqual(held);
    await docs.connect('docs');
    expect(await docs.call('docs')).toBe('person-1');
  };
  return { resource, authorizationServer, docs, isKept };
}

describe('a sign-in that comes to nothing', () => {
  it('when it is cancelled says so, and keeps what was held', async () => {
    const { docs, isKept } = await signedIn();
    docs.browser.visit = async () => undefined;
    const failure = failureOf(docs.signIn('docs'));
    await docs.untilFlow('docs', 'waiting');
    expect(docs.state('docs')?.kind).toBe('signing-in');
    docs.authorization.cancel('docs');
    expect(await failure).toMatchObject({ code: 'auth/cancelled', action: 'sign-in' });
    expect(docs.state('docs')).toMatchObject({
      kind: 'needs-auth',
      cause: { code: 'auth/cancelled' },
    });
    expect((await docs.view('docs')).flow).toMatchObject({
      kind: 'failed',
      cause: { code: 'auth/cancelled' },
    });
    await isKept();
  });

  it('when it is cancelled before the browser says the same', async () => {
    const { docs, isKept } = await signedIn();
    const failure = failureOf(docs.signIn('docs'));
    docs.authorization.cancel('docs');
    expect(await failure).toMatchObject({ code: 'auth/cancelled' });
    expect(docs.state('docs')).toMatchObject({ cause: { code: 'auth/cancelled' } });
    await isKept();
  });

  it('when the person does not allow it says by whom, and keeps what was held', async () => {
    const { docs, authorizationServer, isKept } = await signedIn();
    authorizationServer.person.allows = false;
    expect(await failureOf(docs.signIn('docs'))).toMatchObject({ code: 'auth/denied' });
    expect(docs.state('docs')).toMatchObject({
      kind: 'needs-auth',
      cause: { code: 'auth/denied' },
    });
    await isKept();
  });

  it('when no answer comes in time says so, and keeps what was held', async () => {
    const { resource } = await peers();
    const docs = app([entry('docs', { url: resource.url })], { signInLimitMs: 400 });
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    await docs.supervisor.stop('docs');
    docs.browser.visit = async () => undefined;
    expect(await failureOf(docs.signIn('docs'))).toMatchObject({
      code: 'auth/timed-out',
      action: 'sign-in',
    });
    expect(docs.state('docs')).toMatchObject({
      kind: 'needs-auth',
      cause: { code: 'auth/timed-out' },
    });
    await docs.connect('docs');
    expect(await docs.call('docs')).toBe('person-1');
  });

  it('when its port is in use says which, and keeps what was held', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void blocker.close());
    const { port } = blocker.address() as AddressInfo;
    const { resource } = await peers();
    const docs = app([entry('docs', { url: resource.url, oauth: { callbackPort: port } })]);
    expect(await failureOf(docs.signIn('docs'))).toMatchObject({
      code: 'auth/port-in-use',
      params: { port },
    });
    expect(docs.state('docs')).toMatchObject({
      kind: 'needs-auth',
      cause: { code: 'auth/port-in-use' },
    });
    await new Promise((resolve) => blocker.close(resolve));
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
  });

  it('leaves a server that is connected connected', async () => {
    const { docs } = await signedIn();
    await docs.connect('docs');
    docs.browser.visit = async () => undefined;
    const failure = failureOf(docs.signIn('docs'));
    await docs.untilFlow('docs', 'waiting');
    docs.authorization.cancel('docs');
    await failure;
    expect(docs.state('docs')?.kind).toBe('connected');
    expect(await docs.call('docs')).toBe('person-1');
  });

  it('because its server was removed, or is another one now, ends with it', async () => {
    const { resource } = await peers();
    const other = await peers();
    const docs = app([entry('docs', { url: resource.url }), entry('notes', { url: resource.url })]);
    docs.browser.visit = async () => undefined;
    const failures = [failureOf(docs.signIn('docs')), failureOf(docs.signIn('notes'))];
    await Promise.all([docs.untilFlow('docs', 'waiting'), docs.untilFlow('notes', 'waiting')]);
    const now = [entry('notes', { url: other.resource.url })];
    docs.supervisor.reconcile(now);
    docs.authorization.reconcile(now);
    for (const failure of failures) {
      expect(await failure).toMatchObject({ code: 'auth/cancelled' });
    }
    expect(await docs.store.grant({ name: 'docs', url: resource.url, oauth: {} })).toBeUndefined();
    expect(docs.supervisor.list().map(({ name }) => name)).toEqual(['notes']);
  });

  it('because the app ends leaves no port open', async () => {
    const { resource } = await peers();
    const docs = app([entry('docs', { url: resource.url })]);
    docs.browser.visit = async () => undefined;
    const failure = failureOf(docs.signIn('docs'));
    const { redirectUri } = await docs.untilFlow('docs', 'waiting');
    await docs.authorization.stop();
    expect(await failure).toMatchObject({ code: 'auth/cancelled' });
    await expect(fetch(redirectUri)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
});

describe('a browser elsewhere', () => {
  it('gives its last address by hand', async () => {
    const { resource } = await peers();
    const docs = app([entry('docs', { url: resource.url })]);
    docs.browser.visit = async () => undefined;
    const done = docs.signIn('docs');
    const { url } = await docs.untilFlow('docs', 'waiting');
    const { url: ended } = await browse(url, { stopBefore: true });
    expect(() => docs.authorization.paste('docs', 'https://elsewhere.example/?code=1')).toThrow();
    docs.authorization.paste('docs', ended);
    await done;
    await docs.untilState('docs', 'connected');
    expect(await failureOf(followAuthorization(url))).toBeInstanceOf(Error);
  });
});

describe('a server that takes no registrations', () => {
  it('waits for an id that a person registered, and signs in with that', async () => {
    const { resource, authorizationServer } = await peers({
      authorization: {
        registration: false,
        clients: [
          {
            client_id: 'by-hand',
            token_endpoint_auth_method: 'none',
            redirect_uris: ['http://127.0.0.1/callback'],
            grant_types: ['authorization_code', 'refresh_token'],
            application_type: 'native',
          },
        ],
      },
    });
    const docs = app([entry('docs', { url: resource.url })]);
    expect(await failureOf(docs.signIn('docs'))).toMatchObject({ code: 'auth/needs-client' });
    expect(docs.state('docs')).toMatchObject({
      kind: 'needs-auth',
      cause: { code: 'auth/needs-client' },
    });
    const { redirectUri, issuer } = await docs.untilFlow('docs', 'needs-client');
    expect(issuer).toBe(authorizationServer.issuer);
    await docs.authorization.setClient(docs.supervisor.definition('docs'), 'by-hand');
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    expect(new URL(docs.opened[0] ?? '').searchParams.get('redirect_uri')).toBe(redirectUri);
    expect((await docs.view('docs')).signedIn).toMatchObject({
      clientId: 'by-hand',
      clientSource: 'entered',
    });
  });
});

describe('signing in as somebody else', () => {
  it('asks for the name again, also where the server refused a token in between', async () => {
    const { docs, authorizationServer } = await signedIn();
    await docs.connect('docs');
    authorizationServer.expireAccessTokens();
    expect(await docs.call('docs')).toBe('person-1');
    authorizationServer.person.account = 'person-2';
    await docs.signIn('docs');
    await docs.connect('docs');
    const prompts = docs.opened.map((url) => new URL(url).searchParams.get('prompt'));
    expect(prompts[0]).not.toMatch(/login/);
    expect(prompts[1]).toMatch(/login|select_account/);
    expect(await docs.call('docs')).toBe('person-2');
  });
});

describe('signing out', () => {
  it('revokes the tokens, forgets the registration, and the next connect wants a sign-in', async () => {
    const { docs, authorizationServer } = await signedIn();
    const grant = await docs.grant('docs');
    const registered = await docs.store.client({ name: 'docs' }, authorizationServer.issuer);
    expect(registered?.source).toBe('registered');
    await docs.authorization.signOut(docs.supervisor.definition('docs'));
    expect(await docs.grant('docs')).toBeUndefined();
    expect(await docs.store.client({ name: 'docs' }, authorizationServer.issuer)).toBeUndefined();
    expect(await authorizationServer.introspect(grant?.tokens.accessToken ?? '')).toBeUndefined();
    expect(
      await authorizationServer.provider.RefreshToken.find(grant?.tokens.refreshToken ?? ''),
    ).toBeUndefined();
    expect(await failureOf(docs.connect('docs'))).toMatchObject({ code: 'server/needs-auth' });
    expect(await docs.view('docs')).not.toHaveProperty('signedIn');
  });

  it('revokes what a renewal that was under way brought', async () => {
    const { resource, authorizationServer } = await peers();
    let ahead = 0;
    let onRenewal = (): void => undefined;
    const renewing = new Promise<void>((resolve) => (onRenewal = resolve));
    const docs = app([entry('docs', { url: resource.url })], {
      now: () => Date.now() + ahead,
      fetch: async (input, init) => {
        const { body } = init ?? {};
        if (typeof body === 'string' && body.includes('grant_type=refresh_token')) onRenewal();
        return fetch(input, init);
      },
    });
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    ahead = 3_600_001;
    const { signal } = new AbortController();
    const call = failureOf(docs.supervisor.call('docs', 'who_am_i', {}, { signal }));
    await renewing;
    await docs.authorization.signOut(docs.supervisor.definition('docs'));
    await call;
    expect(await docs.grant('docs')).toBeUndefined();
    expect(authorizationServer.liveTokens()).toEqual([]);
  });

  it('while a sign-in waits ends that one, and nothing comes of it', async () => {
    const { docs } = await signedIn();
    docs.browser.visit = async () => undefined;
    const failure = failureOf(docs.signIn('docs'));
    const { url } = await docs.untilFlow('docs', 'waiting');
    await docs.authorization.signOut(docs.supervisor.definition('docs'));
    expect(await failure).toMatchObject({ code: 'auth/cancelled' });
    await followAuthorization(url).catch(() => undefined);
    expect(await docs.grant('docs')).toBeUndefined();
    expect((await docs.view('docs')).flow).toEqual({ kind: 'idle' });
  });
});

describe('a server that moved to another authorization server', () => {
  it('is registered with anew, and what the old one gave is forgotten', async () => {
    const first = await peers();
    const second = await peers();
    const issuers = [first.authorizationServer.issuer];
    const moving = await peers({
      resource: {
        issuers,
        introspect: async (token) =>
          issuers[0] === first.authorizationServer.issuer
            ? first.authorizationServer.introspect(token)
            : second.authorizationServer.introspect(token),
      },
    });
    const docs = app([entry('docs', { url: moving.resource.url })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    const old = await docs.grant('docs');
    issuers[0] = second.authorizationServer.issuer;
    expect(
      await failureOf(
        docs.supervisor.call('docs', 'who_am_i', {}, { signal: new AbortController().signal }),
      ),
    ).toMatchObject({ code: 'server/needs-auth' });
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    const now = await docs.grant('docs');
    expect(now?.authorizationServer.issuer).toBe(second.authorizationServer.issuer);
    expect(now?.client.clientId).not.toBe(old?.client.clientId);
    expect(
      await docs.store.client({ name: 'docs' }, first.authorizationServer.issuer),
    ).toBeUndefined();
    expect(await docs.call('docs')).toBe('person-1');
  });
});
