import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ProtectedServerOptions } from '../../servers/protectedServer.ts';
import { protectedServer } from '../../servers/protectedServer.ts';
import { failureOf, noSignal } from '../../servers/supervision.ts';
import { app, entry } from './appWorld.ts';
import { hostileIssuer, sendJson } from './hostileIssuer.ts';
import type { Answer } from './hostileIssuer.ts';

/** What was thrown where nobody listened. */
const unheard: unknown[] = [];
const hear = (thrown: unknown) => void unheard.push(thrown);
beforeEach(() => {
  unheard.length = 0;
  process.on('unhandledRejection', hear);
  process.on('uncaughtException', hear);
});
afterEach(() => {
  process.off('unhandledRejection', hear);
  process.off('uncaughtException', hear);
  expect(unheard).toEqual([]);
});

/** A server whose authorization server is not to be trusted; its tokens begin with `access-`. */
async function world(resource: Partial<ProtectedServerOptions> = {}) {
  const hostile = await hostileIssuer();
  const server = await protectedServer({
    issuers: [hostile.issuer],
    introspect: async (token) =>
      token.startsWith('access-')
        ? {
            scopes: ['mcp:use'],
            audience: [server.url],
            clientId: 'us',
            account: 'me',
            thumbprint: undefined,
          }
        : undefined,
    scopes: ['mcp:use'],
    ...resource,
  });
  onTestFinished(server.close);
  let ahead = 0;
  const docs = app([entry('docs', { url: server.url })], { now: () => Date.now() + ahead });
  return { hostile, server, docs, later: (ms: number) => (ahead += ms) };
}

type World = Awaited<ReturnType<typeof world>>;

async function refused({ docs }: World, code: string | RegExp): Promise<void> {
  const failure = await failureOf(docs.signIn('docs'));
  const matches = typeof code === 'string' ? code : (expect.stringMatching(code) as string);
  expect(failure).toMatchObject({ code: matches });
  expect(docs.state('docs')).toMatchObject({ kind: 'needs-auth', cause: { code: matches } });
  expect((await docs.view('docs')).flow).toMatchObject({
    kind: 'failed',
    cause: { code: matches },
  });
}

describe('a page to sign in that no browser may be sent to', () => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,hello',
    '-P/tmp --new-window',
    '--help',
    'https://login.example/a b',
    'https://login.example/;touch%20x;$(id)',
    'https://login.example/`id`',
    'https://login.example/|calc',
    'https://login.example/"&calc"',
    'https://me:secret@login.example/',
    'http://login.example/authorize',
    'vscode://extension/install',
    '\\\\share\\program.exe',
    '',
  ])('%j is not opened', async (authorization_endpoint) => {
    const it = await world();
    it.hostile.says.metadata = { authorization_endpoint };
    await refused(it, /^auth\/(bad-authorization-url|bad-answer)$/);
    expect(it.docs.opened).toEqual([]);
  });
});

describe('metadata that is not what it should be', () => {
  it('of another issuer is refused before anything is sent', async () => {
    const it = await world();
    it.hostile.says.metadata = { issuer: 'https://login.example' };
    await refused(it, 'auth/issuer-mismatch');
    expect(it.docs.opened).toEqual([]);
    expect(it.hostile.tokenRequests).toEqual([]);
  });

  it('of a resource that is another server is refused', async () => {
    const it = await world({ metadataMembers: { resource: 'https://bank.example/mcp' } });
    await refused(it, 'auth/resource-mismatch');
    expect(it.docs.opened).toEqual([]);
  });

  it('without S256 is refused', async () => {
    const it = await world();
    it.hostile.says.metadata = { code_challenge_methods_supported: ['plain'] };
    await refused(it, 'auth/no-pkce');
    expect(it.docs.opened).toEqual([]);
  });

  it('with a token endpoint in the clear is sent no code', async () => {
    const it = await world();
    it.hostile.says.metadata = { token_endpoint: 'http://login.example/token' };
    await refused(it, /^auth\/(insecure-endpoint|bad-answer)$/);
    expect(it.hostile.tokenRequests).toEqual([]);
  });
});

describe('an answer that comes back to us', () => {
  it.each([
    ['of another issuer', { iss: 'https://login.example' }],
    ['without a code', { code: '' }],
    ['that is an error', { error: 'server_error', error_description: '\u202egnihton' }],
  ])('%s sends no code anywhere', async (_name, redirect) => {
    const it = await world();
    it.hostile.says.redirect = redirect;
    await refused(it, /^auth\/(wrong-issuer|bad-answer|oauth-error)$/);
    expect(it.hostile.tokenRequests).toEqual([]);
    const { flow } = await it.docs.view('docs');
    expect(JSON.stringify(flow)).not.toMatch(/\u202e/);
  });

  it('with the state of another flow is passed over, and the right one after it counts', async () => {
    const { docs, hostile } = await world();
    const { visit } = docs.browser;
    docs.browser.visit = async (url) => {
      hostile.says.redirect = { state: 'of-another-flow' };
      await visit(url);
      hostile.says.redirect = {};
      await visit(url);
    };
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
  });
});

const html: Answer = (response) =>
  void response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<h1>Welcome to the Wi-Fi</h1>');
const big: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(`{"access_token":"access-${'x'.repeat(10 * 1024 * 1024)}","token_type":"Bearer"}`);
};
const answers: readonly (readonly [string, Answer, RegExp])[] = [
  ['500', (response) => sendJson(response, 500, {}), /^auth\/bad-answer$/],
  ['HTML', html, /^auth\/bad-answer$/],
  [
    '200 with an error',
    (response) => sendJson(response, 200, { error: 'server_error' }),
    /^auth\/oauth-error$/,
  ],
  ['10 MB', big, /^auth\/bad-answer$/],
  ['nothing', (response) => void response.destroy(), /^auth\/unreachable$/],
  [
    'no token',
    (response) => sendJson(response, 200, { token_type: 'Bearer' }),
    /^auth\/bad-answer$/,
  ],
  [
    'a redirect',
    (response) => void response.writeHead(307, { location: 'https://login.example/' }).end(),
    /^auth\/bad-answer$/,
  ],
];

describe('a token endpoint', () => {
  it.each(answers)(
    'that answers a sign-in with %s ends it, and the next one goes well',
    async (_name, answer, code) => {
      const it = await world();
      it.hostile.says.token = answer;
      await refused(it, code);
      it.hostile.says.token = it.hostile.good;
      await it.docs.signIn('docs');
      await it.docs.untilState('docs', 'connected');
    },
  );

  it.each(answers)('that answers a renewal with %s loses nothing', async (_name, answer, code) => {
    const { docs, hostile, later } = await world();
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    const held = (await docs.grant('docs'))?.tokens;
    hostile.says.token = answer;
    const quiet = () => docs.supervisor.call('docs', 'who_am_i', {}, { signal: noSignal });
    // Due, but good for four minutes more.
    later(56 * 60_000);
    expect(await docs.call('docs')).toBe('me');
    expect((await docs.grant('docs'))?.tokens).toEqual(held);
    later(5 * 60_000);
    expect(await failureOf(quiet())).toMatchObject({ code: expect.stringMatching(code) as string });
    expect((await docs.grant('docs'))?.tokens).toEqual(held);
    expect(docs.state('docs')?.kind).toBe('connected');
    hostile.says.token = hostile.good;
    expect(await docs.call('docs')).toBe('me');
    expect(docs.opened).toHaveLength(1);
  });

  it('that gives tokens without an expiry is asked again only when one is refused', async () => {
    const { docs, hostile, server, later } = await world();
    const { good } = hostile;
    hostile.says.token = (response, form) => {
      const token = `access-${form.get('grant_type') ?? ''}-${hostile.tokenRequests.length}`;
      sendJson(response, 200, {
        access_token: token,
        refresh_token: 'refresh-1234',
        token_type: 'bearer',
      });
    };
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    later(365 * 24 * 3_600_000);
    expect(await docs.call('docs')).toBe('me');
    expect(hostile.tokenRequests).toHaveLength(1);
    server.refused.add((await docs.grant('docs'))?.tokens.accessToken ?? '');
    hostile.says.token = good;
    expect(await docs.call('docs')).toBe('me');
    expect(hostile.tokenRequests).toHaveLength(2);
  });
});
