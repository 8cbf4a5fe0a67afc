import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browse, followAuthorization } from '../../servers/headlessBrowser.ts';
import { failureOf } from '../../servers/supervision.ts';
import { app, entry, peers } from './appWorld.ts';

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
