import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuthStep, OAuthConfig } from '../../../src/shared/auth.ts';
import { discover } from '../../../src/main/auth/discovery/discovery.ts';
import type { Challenge } from '../../../src/main/auth/oauth.ts';
import { createWebFetch } from '../../../src/main/platform/webFetch.ts';
import { sendJson, serve } from './loopback.ts';

type Answer = object | ((response: ServerResponse) => void);

/** One host that is resource and authorization server; a path without an answer is a 404. */
async function host(answersOf: (url: string) => Readonly<Record<string, Answer>>) {
  let answers: ReadonlyMap<string, Answer> = new Map();
  const server = await serve((response, { path }) => {
    const answer = answers.get(path);
    if (typeof answer === 'function') (answer as (to: ServerResponse) => void)(response);
    else if (answer === undefined) sendJson(response, { error: 'not found' }, 404);
    else sendJson(response, answer);
  });
  onTestFinished(server.close);
  answers = new Map(Object.entries(answersOf(server.url)));
  const steps: AuthStep[] = [];
  const find = (
    options: {
      path?: string;
      challenge?: Challenge;
      oauth?: OAuthConfig;
      signal?: AbortSignal;
    } = {},
  ) =>
    discover({
      server: {
        name: 'test',
        url: `${server.url}${options.path ?? '/mcp'}`,
        oauth: options.oauth ?? {},
      },
      challenge: options.challenge ?? {},
      fetch: createWebFetch(),
      step: (step) => void steps.push(step),
      signal: options.signal ?? new AbortController().signal,
      now: Date.now,
    });
  return { url: server.url, find, steps, asked: () => server.received.map(({ path }) => path) };
}

const resourceAt = '/.well-known/oauth-protected-resource';
const serverAt = '/.well-known/oauth-authorization-server';
const oidcAt = '/.well-known/openid-configuration';

const metadata = (issuer: string, members: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  code_challenge_methods_supported: ['S256'],
  ...members,
});
const resource = (url: string, members: object = {}) => ({
  resource: `${url}/mcp`,
  authorization_servers: [url],
  ...members,
});
const code = (value: string, params: object = {}) => ({
  error: { code: value, params: expect.objectContaining(params) },
});
const status = (value: number) => (response: ServerResponse) => sendJson(response, {}, value);
const redirect = (to: string) => (response: ServerResponse) =>
  response.writeHead(302, { location: to }).end();
const html = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome');

describe('finding out who authorizes', () => {
  it('asks first where the challenge says, and nowhere else when it is there', async () => {
    const at = await host((url) => ({
      '/custom.json': resource(url, { scopes_supported: ['a', 'b'] }),
      [serverAt]: metadata(url),
    }));
    const found = await at.find({ challenge: { resourceMetadataUrl: `${at.url}/custom.json` } });
    expect(found).toMatchObject({
      resource: `${at.url}/mcp`,
      scopesSupported: ['a', 'b'],
      authorizationServer: { issuer: at.url, codeChallengeMethods: ['S256'] },
    });
    expect(at.asked()).toEqual(['/custom.json', serverAt]);
    expect(at.steps).toEqual([
      expect.objectContaining({ kind: 'resource-metadata', status: 200, verdict: 'ok' }),
      expect.objectContaining({
        kind: 'server-metadata',
        url: `${at.url}${serverAt}`,
        verdict: 'ok',
      }),
    ]);
  });

  it('goes from the path to the root, and from RFC 8414 to OpenID Connect', async () => {
    const at = await host((url) => ({
      [resourceAt]: { resource: url, authorization_servers: [`${url}/tenant`] },
      [`/tenant${oidcAt}`]: metadata(`${url}/tenant`),
    }));
    const { authorizationServer } = await at.find();
    expect(authorizationServer.issuer).toBe(`${at.url}/tenant`);
    expect(at.asked()).toEqual([
      `${resourceAt}/mcp`,
      resourceAt,
      `${serverAt}/tenant`,
      `${oidcAt}/tenant`,
      `/tenant${oidcAt}`,
    ]);
    expect(at.steps.map(({ verdict }) => verdict)).toEqual([
      'absent',
      'ok',
      'absent',
      'absent',
      'ok',
    ]);
  });

  it('takes the server itself where no resource metadata names another', async () => {
    const at = await host((url) => ({ [serverAt]: metadata(url) }));
    const found = await at.find();
    expect(found.authorizationServer.issuer).toBe(at.url);
    expect(found.resource).toBeUndefined();
  });

  it('takes the endpoints of 2025-03-26 where there is no metadata, nor a page that is one', async () => {
    const at = await host(() => ({ [resourceAt]: html, [serverAt]: html, [oidcAt]: status(405) }));
    const { authorizationServer } = await at.find();
    expect(authorizationServer).toEqual({
      issuer: at.url,
      authorizationEndpoint: `${at.url}/authorize`,
      tokenEndpoint: `${at.url}/token`,
      registrationEndpoint: `${at.url}/register`,
      promisesIss: false,
      takesMetadataDocuments: false,
    });
    expect(at.steps.every(({ verdict }) => verdict === 'absent')).toBe(true);
  });

  it('takes what the entry names before all else, whatever else is broken', async () => {
    const at = await host((url) => ({
      [`${resourceAt}/mcp`]: status(500),
      [resourceAt]: status(500),
      [serverAt]: metadata('https://evil.example'),
      '/there.json': metadata(`${url}/issuer`),
    }));
    const oauth = { authServerMetadataUrl: `${at.url}/there.json` };
    const { authorizationServer } = await at.find({ oauth });
    expect(authorizationServer.issuer).toBe(`${at.url}/issuer`);
    await expect(
      at.find({ oauth: { authServerMetadataUrl: `${at.url}/gone.json` } }),
    ).rejects.toMatchObject(code('auth/no-metadata'));
  });

  it('goes by its own address where a proxy made the challenge name it by http', async () => {
    const at = await host((url) => ({
      [`${resourceAt}/mcp`]: resource(url),
      [serverAt]: metadata(url),
    }));
    const challenge = { resourceMetadataUrl: 'http://mcp.example/.well-known/x' };
    expect((await at.find({ challenge })).resource).toBe(`${at.url}/mcp`);
    expect(at.steps[0]).toMatchObject({ verdict: 'refused', url: challenge.resourceMetadataUrl });
  });

  it('follows up to three redirects', async () => {
    const at = await host((url) => ({
      [`${resourceAt}/mcp`]: redirect('/1'),
      '/1': redirect(`${url}/2`),
      '/2': redirect('3'),
      '/3': resource(url),
      [serverAt]: metadata(url),
    }));
    expect((await at.find()).resource).toBe(`${at.url}/mcp`);
  });
});

describe('metadata that is not to be trusted', () => {
  it.each([
    ['another server', 'https://evil.example/mcp'],
    ['another path', '/other'],
    ['a longer path', '/mcp/more'],
    ['a path that only begins alike', '/mc'],
  ])('is refused when its resource is %s', async (_what, other) => {
    const at = await host((url) => ({
      [`${resourceAt}/mcp`]: resource(url, { resource: new URL(other, url).href }),
      [serverAt]: metadata(url),
    }));
    await expect(at.find()).rejects.toMatchObject(
      code('auth/resource-mismatch', { resource: new URL(other, at.url).href }),
    );
    expect(at.asked()).toEqual([`${resourceAt}/mcp`]);
  });

  it('is refused when it names another issuer, and nothing else is tried', async () => {
    const at = await host((url) => ({
      [`${resourceAt}/mcp`]: resource(url),
      [serverAt]: metadata('https://evil.example'),
      [oidcAt]: metadata(url),
    }));
    await expect(at.find()).rejects.toMatchObject(
      code('auth/issuer-mismatch', { asked: at.url, named: 'https://evil.example' }),
    );
    expect(at.asked()).not.toContain(oidcAt);
    expect(at.steps.at(-1)).toMatchObject({ verdict: 'refused', status: 200 });
  });

  it('is refused when the named authorization server has none', async () => {
    const at = await host((url) => ({ [`${resourceAt}/mcp`]: resource(url) }));
    await expect(at.find()).rejects.toMatchObject(code('auth/no-metadata', { issuer: at.url }));
  });

  it.each([
    ['fails with 500', status(500), 'auth/bad-answer', { status: 500 }],
    ['fails with 503', status(503), 'auth/bad-answer', { status: 503 }],
    [
      'is no JSON',
      (r: ServerResponse) => r.end('{"resource": '),
      'auth/bad-answer',
      { cause: 'auth/why-not-json' },
    ],
    ['names no resource', {}, 'auth/bad-answer', { cause: 'auth/why-no-resource' }],
    [
      'has 10 MB',
      (r: ServerResponse) => r.end(Buffer.alloc(10_000_000, 32)),
      'auth/bad-answer',
      { cause: 'auth/why-too-big' },
    ],
    [
      'breaks off',
      (r: ServerResponse) => r.writeHead(200, { 'content-length': 9 }).destroy(),
      'auth/unreachable',
      {},
    ],
    [
      'points in a circle',
      redirect(`${resourceAt}/mcp`),
      'auth/bad-answer',
      { cause: 'auth/why-redirects' },
    ],
    [
      'points to a file',
      redirect('file:///etc/passwd'),
      'auth/bad-answer',
      { cause: 'auth/why-other-scheme' },
    ],
    [
      'points to another scheme',
      redirect('https://evil.example/'),
      'auth/bad-answer',
      { cause: 'auth/why-other-scheme' },
    ],
    [
      'points to plain http elsewhere',
      redirect('http://evil.example/'),
      'auth/insecure-endpoint',
      {},
    ],
    ['points nowhere', redirect('http://[/'), 'auth/bad-answer', { cause: 'auth/why-redirect' }],
  ])('is refused when it %s', async (_what, answer, expected, params) => {
    const at = await host(() => ({ [`${resourceAt}/mcp`]: answer }));
    await expect(at.find()).rejects.toMatchObject(code(expected, params));
    expect(at.steps.at(-1)).toMatchObject({ verdict: 'refused' });
  });

  it.each(['http://as.example', 'file:///etc', 'javascript:alert(1)', 'ldap://as.example'])(
    'does not make Patchbay ask %s',
    async (issuer) => {
      const at = await host((url) => ({
        [`${resourceAt}/mcp`]: resource(url, { authorization_servers: [issuer] }),
      }));
      await expect(at.find()).rejects.toMatchObject(code('auth/insecure-endpoint'));
      expect(at.asked()).toHaveLength(1);
    },
  );

  it('does not make Patchbay ask this machine for a server elsewhere', async () => {
    const at = await host((url) => ({ '/secret': resource(url) }));
    const asked: string[] = [];
    const found = discover({
      server: { name: 'test', url: 'https://mcp.example/mcp', oauth: {} },
      challenge: { resourceMetadataUrl: `${at.url}/secret` },
      fetch: async (url) => {
        const address = String(url as URL);
        asked.push(address);
        if (!address.includes('protected-resource')) return new Response(null, { status: 404 });
        const authorization_servers = [at.url];
        return Response.json({ resource: 'https://mcp.example/mcp', authorization_servers });
      },
      step: () => undefined,
      signal: new AbortController().signal,
      now: Date.now,
    });
    await expect(found).rejects.toMatchObject(code('auth/points-here', { url: `${at.url}/` }));
    expect(at.asked()).toEqual([]);
    expect(asked).toEqual(['https://mcp.example/.well-known/oauth-protected-resource/mcp']);
  });

  it('can be given up at any time', async () => {
    const abort = new AbortController();
    const at = await host(() => ({ [`${resourceAt}/mcp`]: () => abort.abort() }));
    const found = at.find({ signal: abort.signal });
    await expect(found).rejects.toMatchObject({ name: 'AbortError' });
    expect(at.steps.at(-1)).toMatchObject({
      verdict: 'refused',
      detail: { code: 'auth/step-called-off' },
    });
  });

  it('leaves no query in what is told of it', async () => {
    const at = await host(() => ({}));
    const challenge = { resourceMetadataUrl: `${at.url}/x?token=secret` };
    await at.find({ challenge });
    expect(at.asked()[0]).toBe('/x?token=secret');
    expect(JSON.stringify(at.steps)).not.toContain('secret');
  });
});
