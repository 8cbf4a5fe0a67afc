import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { followAuthorization } from '../../servers/headlessBrowser.ts';
import { jwtBearer, takesGrantsOf } from '../../servers/crossAppGrants.ts';
import { failureOf, noSignal } from '../../servers/supervision.ts';
import { app, entry } from './appWorld.ts';
import { peers } from './peers.ts';
import { countedServer } from './countedServer.ts';
import { company } from './crossAppWorld.ts';

const secret = 'secret-of-the-machine';
const client = {
  client_id: 'machine',
  client_secret: secret,
  redirect_uris: [],
  response_types: [],
  grant_types: ['client_credentials'],
};

/** A server for machines, and what its entry says. */
async function machine() {
  const world = await peers({ authorization: { clients: [client] } });
  const oauth = {
    grant: 'client_credentials',
    clientId: 'machine',
    clientSecretVariable: 'MACHINE_SECRET',
  };
  const variables = new Map([['MACHINE_SECRET', secret]]);
  const docs = app([entry('docs', { url: world.resource.url, oauth })], {
    variable: (name) => variables.get(name),
  });
  const tokenRequests = () =>
    world.authorizationServer.requests.filter(({ path }) => path === '/token').length;
  return { ...world, docs, variables, tokenRequests };
}

describe('client credentials', () => {
  it('connect without any person, by one token for all that asks at once', async () => {
    const { docs, tokenRequests, resource } = await machine();
    await docs.connect('docs');
    await Promise.all(Array.from({ length: 8 }, () => docs.call('docs')));
    expect(tokenRequests()).toBe(1);
    expect(docs.opened).toEqual([]);
    expect(docs.questions.list()).toEqual([]);
    expect(resource.seen.filter(({ rpc }) => rpc === 'tools/call')).toHaveLength(8);
  });

  it('get a new token where one is refused, by one request for all calls', async () => {
    const { docs, authorizationServer, tokenRequests } = await machine();
    await docs.connect('docs');
    authorizationServer.expireAccessTokens();
    await Promise.all(Array.from({ length: 8 }, () => docs.call('docs')));
    expect(tokenRequests()).toBe(2);
    expect(docs.state('docs')?.kind).toBe('connected');
  });

  it('that are wrong are told once, and not tried again and again', async () => {
    const { docs, variables, tokenRequests } = await machine();
    variables.set('MACHINE_SECRET', 'another-secret-of-it');
    expect(await failureOf(docs.connect('docs'))).toMatchObject({
      code: 'auth/oauth-error',
      params: { error: 'invalid_client' },
    });
    expect(docs.state('docs')).toMatchObject({
      kind: 'needs-auth',
      cause: { code: 'auth/oauth-error' },
    });
    expect(tokenRequests()).toBe(1);
    variables.set('MACHINE_SECRET', secret);
    await docs.connect('docs');
    expect(await docs.call('docs')).toBe('nobody');
  });

  it('that went wrong since fail all calls of one moment by one request', async () => {
    const { docs, authorizationServer, variables, tokenRequests } = await machine();
    await docs.connect('docs');
    authorizationServer.expireAccessTokens();
    variables.set('MACHINE_SECRET', 'another-secret-of-it');
    const call = () => docs.supervisor.call('docs', 'who_am_i', {}, { signal: noSignal });
    const failures = await Promise.all(Array.from({ length: 8 }, () => failureOf(call())));
    for (const failure of failures) expect(failure).toMatchObject({ code: 'auth/oauth-error' });
    expect(tokenRequests()).toBeLessThanOrEqual(3);
    variables.set('MACHINE_SECRET', secret);
    expect(await docs.call('docs')).toBe('nobody');
  });

  it('whose new token the server refuses are no matter of signing in', async () => {
    const { docs, resource, tokenRequests } = await machine();
    resource.strictness.refusesAll = true;
    expect(await failureOf(docs.chat.connect('docs', noSignal))).toMatchObject({
      code: 'auth/oauth-error',
      params: { error: 'invalid_token' },
      action: 'retry',
    });
    expect(docs.questions.list()).toEqual([]);
    expect(tokenRequests()).toBe(1);
  });

  it('get more by themselves where a call needs it', async () => {
    const { docs, tokenRequests } = await machine();
    await docs.connect('docs');
    expect(await docs.call('docs', 'administer')).toBe('administered');
    expect(tokenRequests()).toBe(2);
    expect(docs.questions.list()).toEqual([]);
  });
});

describe('the assertion of a workload', () => {
  it('connects without any person, read anew for each token', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-workload-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'workload.jwt');
    const { identity, sign } = await company([]);
    const world = await peers({
      authorization: {
        clients: [
          {
            client_id: 'workload',
            token_endpoint_auth_method: 'none',
            redirect_uris: [],
            response_types: [],
            grant_types: [jwtBearer],
          },
        ],
        prepare: takesGrantsOf(identity.issuer, ['mcp:use']),
      },
    });
    const write = async () =>
      writeFileSync(
        file,
        await sign({
          issuer: identity.issuer,
          subject: 'workload-1',
          audience: world.authorizationServer.issuer,
          clientId: 'workload',
          resource: world.resource.url,
          scope: 'mcp:use',
        }),
      );
    const oauth = { grant: 'jwt-bearer', clientId: 'workload', assertionFile: file };
    const docs = app([entry('docs', { url: world.resource.url, oauth })]);
    await write();
    await docs.connect('docs');
    expect(await docs.call('docs')).toBe('workload-1');
    world.authorizationServer.expireAccessTokens();
    await write();
    expect(await docs.call('docs')).toBe('workload-1');
    expect(docs.opened).toEqual([]);
  });
});

describe('a program that gives the headers', () => {
  const program = new URL('../../fixtures/helpers/helper.mjs', import.meta.url).pathname;

  it('is run once, and again where the server refuses what it gave', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-helper-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const note = join(folder, 'runs');
    const good = new Set(['1']);
    const server = await countedServer(good);
    const docs = app([
      entry('docs', {
        url: server.url,
        headersHelper: [process.execPath, program, 'count', note],
      }),
    ]);
    await docs.connect('docs');
    await docs.call('docs');
    const runs = () => docs.steps.filter(({ kind }) => kind === 'headers-helper').length;
    expect(runs()).toBe(1);
    good.clear();
    good.add('2');
    await docs.call('docs');
    expect(runs()).toBe(2);
    good.clear();
    expect(
      await failureOf(docs.supervisor.call('docs', 'who_am_i', {}, { signal: noSignal })),
    ).toMatchObject({ code: 'auth/headers-refused', action: 'edit-server' });
    expect(docs.opened).toEqual([]);
  });
});

describe('cross-app access', () => {
  it('needs one sign-in at the identity provider, and then no browser for any server', async () => {
    const { applications, ports, oauth } = await company(['files', 'mail']);
    const [files, mail] = applications;
    const docs = app(
      [
        entry('files', { url: files?.resource.url, oauth }),
        entry('mail', { url: mail?.resource.url, oauth }),
      ],
      ports,
    );
    for (const name of ['files', 'mail']) {
      expect(await failureOf(docs.connect(name))).toMatchObject({
        code: 'auth/identity-sign-in',
        action: 'sign-in',
      });
      expect(docs.state(name)).toMatchObject({
        kind: 'needs-auth',
        cause: { code: 'auth/identity-sign-in' },
      });
    }
    expect(docs.opened).toEqual([]);
    await docs.signIn('files');
    await docs.untilState('files', 'connected');
    // By itself: the person is known now.
    await docs.untilState('mail', 'connected');
    expect(docs.opened).toHaveLength(1);
    expect(await docs.call('files')).toBe('person-1');
    expect(await docs.call('mail')).toBe('person-1');
    files?.issuer.expireAccessTokens();
    expect(await docs.call('files')).toBe('person-1');
    expect(docs.opened).toHaveLength(1);
  });

  it('is asked for in the chat, and the call goes on after it', async () => {
    const { applications, ports, oauth } = await company(['files']);
    const docs = app([entry('files', { url: applications[0]?.resource.url, oauth })], ports);
    const connected = docs.chat.connect('files', noSignal);
    expect(await docs.untilAsked()).toMatchObject({ kind: 'sign-in', server: 'files' });
    await docs.signIn('files');
    await connected;
    expect(await docs.call('files')).toBe('person-1');
  });

  it('says that it was the server that refuses a token got anew', async () => {
    const { applications, ports, oauth } = await company(['files']);
    const [files] = applications;
    const docs = app([entry('files', { url: files?.resource.url, oauth })], ports);
    await docs.signIn('files');
    await docs.untilState('files', 'connected');
    await docs.supervisor.stop('files');
    if (files) files.resource.strictness.refusesAll = true;
    expect(await failureOf(docs.chat.connect('files', noSignal))).toMatchObject({
      code: 'auth/cross-app-refused',
      params: { party: 'server', error: 'invalid_token' },
    });
    expect(docs.state('files')?.kind).toBe('needs-auth');
  });

  it('shows its page to a person who asks for it, not to requests that wait for it', async () => {
    const { applications, ports, oauth } = await company(['files']);
    const docs = app([entry('files', { url: applications[0]?.resource.url, oauth })], ports);
    docs.browser.visit = async () => undefined;
    const done = docs.signIn('files');
    const { url } = await docs.untilFlow('files', 'waiting');
    const connects = [docs.connect('files'), docs.connect('files')];
    const [tried] = await Promise.all([
      docs.until(() => (docs.state('files')?.kind === 'starting' ? true : undefined)),
      followAuthorization(url),
    ]);
    expect(tried).toBe(true);
    await Promise.all([done, ...connects]);
    expect(docs.opened).toEqual([url]);
  });
});
