import { describe, expect, it, onTestFinished } from 'vitest';
import { failureOf } from '../../servers/supervision.ts';
import { authorizationServer } from '../../servers/authorizationServer.ts';
import { app, entry } from './appWorld.ts';
import { guardedServer } from './guardedServer.ts';

async function guarded() {
  const issuer = await authorizationServer({ scopes: ['mcp:use'] });
  onTestFinished(issuer.close);
  const server = await guardedServer({ issuer: issuer.issuer, introspect: issuer.introspect });
  return { issuer, server };
}

const kinds = ['sse', 'ws'] as const;

describe.each(kinds)('a server over %s', (type) => {
  it('wants a sign-in, and carries its token on everything after it', async () => {
    const { server } = await guarded();
    const docs = app([entry('docs', { type, url: server[type] })]);
    expect(await failureOf(docs.connect('docs'))).toMatchObject({
      code: 'server/needs-auth',
      action: 'sign-in',
    });
    expect(docs.state('docs')?.kind).toBe('needs-auth');
    expect(server.passed).toEqual([]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    expect(await docs.call('docs')).toBe('person-1');
    expect(new Set(server.passed)).toEqual(
      new Set(type === 'ws' ? ['GET /ws'] : ['GET /sse', 'POST /messages']),
    );
  });

  it('gets a renewed token where it refuses one at the start, with no question asked', async () => {
    const { server, issuer } = await guarded();
    const docs = app([entry('docs', { type, url: server[type] })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    await docs.supervisor.stop('docs');
    issuer.expireAccessTokens();
    await docs.connect('docs');
    expect(await docs.call('docs')).toBe('person-1');
    expect(docs.opened).toHaveLength(1);
  });

  it('wants a sign-in where it refuses a renewed one too', async () => {
    const { server } = await guarded();
    const docs = app([entry('docs', { type, url: server[type] })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    await docs.supervisor.stop('docs');
    server.strictness.refusesAll = true;
    expect(await failureOf(docs.connect('docs'))).toMatchObject({
      code: 'server/needs-auth',
      params: { stale: 'true' },
      action: 'sign-in',
    });
    expect(docs.state('docs')).toMatchObject({
      kind: 'needs-auth',
      cause: { action: 'sign-in' },
    });
    server.strictness.refusesAll = false;
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
  });
});

describe('a server over sse that refuses a message', () => {
  it('gets a renewed token with it, and the question where there is none', async () => {
    const { server, issuer } = await guarded();
    const docs = app([entry('docs', { type: 'sse', url: server.sse })]);
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    issuer.expireAccessTokens();
    expect(await docs.call('docs')).toBe('person-1');
    issuer.expireAccessTokens();
    issuer.expireRefreshTokens();
    const answer = docs.call('docs');
    expect(await docs.untilAsked()).toMatchObject({ kind: 'sign-in', reason: 'stale' });
    await docs.signIn('docs');
    expect(await answer).toBe('person-1');
  });
});

describe('a server over ws that is started anew', () => {
  it('is reconnected by a renewed token', async () => {
    const { server, issuer } = await guarded();
    const docs = app([entry('docs', { type: 'ws', url: server.ws })]);
    await docs.signIn('docs');
    const { since } = await docs.untilState('docs', 'connected');
    issuer.expireAccessTokens();
    server.drop();
    await docs.until(() => {
      const state = docs.state('docs');
      return state?.kind === 'connected' && state.since !== since ? state : undefined;
    });
    expect(await docs.call('docs')).toBe('person-1');
    expect(docs.opened).toHaveLength(1);
  });
});
