import { describe, expect, it } from 'vitest';
import { followAuthorization } from '../../servers/headlessBrowser.ts';
import { failureOf } from '../../servers/supervision.ts';
import { app, entry } from './appWorld.ts';
import { peers } from './peers.ts';

const tokenPath = '/token';

describe('signing in', () => {
  it('is what a server that wants to know who we are waits for; it connects after it', async () => {
    const { resource } = await peers();
    const docs = app([entry('docs', { url: resource.url })]);

    expect(await failureOf(docs.connect('docs'))).toMatchObject({
      code: 'server/needs-auth',
      action: 'sign-in',
    });
    expect(docs.state('docs')).toMatchObject({ kind: 'needs-auth', cause: { action: 'sign-in' } });
    expect(docs.opened).toEqual([]);

    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    expect(await docs.call('docs')).toBe('person-1');
    expect(docs.opened).toHaveLength(1);
    expect(await docs.view('docs')).toMatchObject({
      means: 'authorization_code',
      flow: { kind: 'idle' },
      signedIn: { scopes: ['mcp:use'], renews: true, clientSource: 'registered' },
    });
  });

  it('is not asked for again by a restart', async () => {
    const { resource } = await peers();
    const docs = app([entry('docs', { url: resource.url })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    await docs.supervisor.stop('docs');
    await docs.connect('docs');
    expect(docs.opened).toHaveLength(1);
  });

  it('keeps two entries for one URL apart as two accounts', async () => {
    const { resource, authorizationServer } = await peers();
    const docs = app([entry('work', { url: resource.url }), entry('home', { url: resource.url })]);
    await docs.signIn('work');
    authorizationServer.person.account = 'person-2';
    await docs.signIn('home');
    await docs.untilState('work', 'connected');
    await docs.untilState('home', 'connected');
    expect(await docs.call('work')).toBe('person-1');
    expect(await docs.call('home')).toBe('person-2');
  });

  it('shows its page again when asked twice, and restarts nothing for it', async () => {
    const { resource } = await peers();
    const docs = app([entry('docs', { url: resource.url })]);
    docs.browser.visit = async () => undefined;
    const first = docs.signIn('docs');
    const { url } = await docs.untilFlow('docs', 'waiting');
    const second = docs.signIn('docs');
    const third = docs.signIn('docs');
    await expect.poll(() => docs.opened).toEqual([url, url, url]);
    await followAuthorization(url);
    await Promise.all([first, second, third]);
    await docs.untilState('docs', 'connected');
    expect(docs.supervisor.list()[0]?.restartCount).toBe(0);
    expect(docs.supervisor.detail('docs').history.map(({ state }) => state.kind)).toEqual([
      'signing-in',
      'starting',
      'connected',
    ]);
  });
});

describe('tokens that are held', () => {
  it('are renewed silently when they expired', async () => {
    const { resource, authorizationServer } = await peers();
    let ahead = 0;
    const docs = app([entry('docs', { url: resource.url })], { now: () => Date.now() + ahead });
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    const before = (await docs.grant('docs'))?.tokens.accessToken;
    authorizationServer.expireAccessTokens();
    ahead = 3_600_001;
    const from = resource.seen.length;
    expect(await docs.call('docs')).toBe('person-1');
    expect((await docs.grant('docs'))?.tokens.accessToken).not.toBe(before);
    // Renewed before it was sent: nothing was refused.
    expect(resource.seen.slice(from).map(({ status }) => status)).not.toContain(401);
    expect(docs.opened).toHaveLength(1);
    expect(docs.questions.list()).toEqual([]);
  });

  it('are renewed once, and the call sent again once, when the server refuses them', async () => {
    const { resource, authorizationServer } = await peers();
    const docs = app([entry('docs', { url: resource.url })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    authorizationServer.expireAccessTokens();
    const from = resource.seen.length;
    const asked = authorizationServer.requests.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => docs.call('docs')));
    expect(new Set(answers)).toEqual(new Set(['person-1']));
    const calls = resource.seen.slice(from).filter(({ rpc }) => rpc === 'tools/call');
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(10);
    const tokenRequests = authorizationServer.requests
      .slice(asked)
      .filter(({ path }) => path === tokenPath);
    expect(tokenRequests).toHaveLength(1);
    expect(docs.state('docs')?.kind).toBe('connected');
    expect(docs.questions.list()).toEqual([]);
  });

  it('ask the person in the chat when they are over, and the call goes on after it', async () => {
    const { resource, authorizationServer } = await peers();
    const docs = app([entry('docs', { url: resource.url })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    authorizationServer.expireAccessTokens();
    authorizationServer.expireRefreshTokens();
    const answer = docs.call('docs');
    expect(await docs.untilAsked()).toMatchObject({
      kind: 'sign-in',
      server: 'docs',
      reason: 'stale',
    });
    expect(await docs.untilState('docs', 'needs-auth')).toMatchObject({
      cause: { code: 'server/needs-auth', action: 'sign-in' },
    });
    expect(await docs.grant('docs')).toBeUndefined();
    await docs.signIn('docs');
    expect(await answer).toBe('person-1');
    expect(docs.opened).toHaveLength(2);
  });

  it('that are new and refused all the same mean a sign-in, after one renewal', async () => {
    const { resource, authorizationServer } = await peers();
    const docs = app([entry('docs', { url: resource.url })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    const { introspect } = authorizationServer;
    // It takes nothing any more, whatever it is.
    const grantsBefore = await docs.grant('docs');
    resource.refused.add(grantsBefore?.tokens.accessToken ?? '');
    resource.strictness.refusesAll = true;
    const asked = authorizationServer.requests.length;
    const failure = failureOf(docs.supervisor.call('docs', 'who_am_i', {}, { signal: signal() }));
    expect(await failure).toMatchObject({ code: 'server/needs-auth', params: { stale: 'true' } });
    const renewals = authorizationServer.requests
      .slice(asked)
      .filter(({ path }) => path === tokenPath);
    expect(renewals).toHaveLength(1);
    expect(await introspect((await docs.grant('docs'))?.tokens.accessToken ?? '')).toBeDefined();
    resource.strictness.refusesAll = false;
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
  });

  it('do not follow an entry to another URL', async () => {
    const first = await peers();
    const second = await peers();
    const docs = app([entry('docs', { url: first.resource.url })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    docs.supervisor.reconcile([entry('docs', { url: second.resource.url })]);
    await docs.untilState('docs', 'needs-auth');
    expect(second.resource.presented).toEqual([]);
    expect(second.resource.seen).not.toEqual([]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
  });
});

function signal(): AbortSignal {
  return new AbortController().signal;
}

describe('a renewal that no network lets through', () => {
  it('is no matter of signing in: it is tried again, and connects when the network is back', async () => {
    const { resource, authorizationServer } = await peers();
    let ahead = 0;
    const network = { isUp: true };
    const docs = app([entry('docs', { url: resource.url })], {
      now: () => Date.now() + ahead,
      fetch: async (...request) => {
        if (network.isUp) return fetch(...request);
        throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') });
      },
    });
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    await docs.supervisor.stop('docs');
    authorizationServer.expireAccessTokens();
    ahead = 3_600_001;
    network.isUp = false;
    docs.supervisor.start('docs', 'launch');
    expect(await docs.untilState('docs', 'backoff')).toMatchObject({
      cause: { code: 'auth/unreachable' },
    });
    network.isUp = true;
    docs.supervisor.retryWaiting();
    await docs.untilState('docs', 'connected');
    expect(docs.opened).toHaveLength(1);
  });
});
