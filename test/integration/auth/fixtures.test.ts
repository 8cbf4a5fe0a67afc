import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { authorizationServer } from '../../servers/authorizationServer.ts';
import type { AuthorizationServerOptions } from '../../servers/authorizationServer.ts';
import { browse } from '../../servers/headlessBrowser.ts';
import { protectedServer } from '../../servers/protectedServer.ts';
import type { ProtectedServerOptions } from '../../servers/protectedServer.ts';

const redirectUri = 'http://127.0.0.1:1/callback';

async function world(
  options: AuthorizationServerOptions = {},
  more: Partial<ProtectedServerOptions> = {},
) {
  const authorization = await authorizationServer({ scopes: ['mcp:use', 'mcp:admin'], ...options });
  onTestFinished(authorization.close);
  const resource = await protectedServer({
    issuers: [authorization.issuer],
    introspect: authorization.introspect,
    scopes: ['mcp:use'],
    adminScope: 'mcp:admin',
    ...more,
  });
  onTestFinished(resource.close);
  return { authorization, resource };
}

type World = Awaited<ReturnType<typeof world>>;

async function register({ authorization }: World): Promise<string> {
  const response = await fetch(`${authorization.issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: [redirectUri],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    }),
  });
  expect(response.status).toBe(201);
  return String(((await response.json()) as { client_id: string }).client_id);
}

async function codeFor(w: World, clientId: string, scope: string) {
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL(`${w.authorization.issuer}/auth`);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: 'state',
    resource: w.resource.url,
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const { url: ended } = await browse(url.href, { stopBefore: true });
  return { verifier, answer: new URL(ended).searchParams };
}

async function tokensOf(w: World, parameters: Record<string, string>) {
  const response = await fetch(`${w.authorization.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({ resource: w.resource.url, ...parameters }),
  });
  return (await response.json()) as Record<string, string>;
}

async function signIn(w: World, scope = 'openid offline_access mcp:use') {
  const client_id = await register(w);
  const { verifier, answer } = await codeFor(w, client_id, scope);
  const tokens = await tokensOf(w, {
    grant_type: 'authorization_code',
    client_id,
    code: answer.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  return { client_id, answer, tokens };
}

const call = (w: World, tool: string, token?: string) =>
  fetch(w.resource.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: {} },
    }),
  });

describe('the authorization and resource servers of the tests', () => {
  it('let a person through who signs in, and know who it is', async () => {
    const w = await world();
    const { answer, tokens } = await signIn(w);
    expect(answer.get('iss')).toBe(w.authorization.issuer);
    expect(answer.get('state')).toBe('state');
    const response = await call(w, 'who_am_i', tokens['access_token']);
    expect(await response.json()).toMatchObject({ result: { content: [{ text: 'person-1' }] } });
    expect(tokens['scope']).toBe('mcp:use');
  });

  it('refuse a call without a token and say where to get one', async () => {
    const w = await world();
    const response = await call(w, 'who_am_i');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain(
      `resource_metadata="${w.resource.metadataUrl}"`,
    );
  });

  it('ask for the scope that one tool needs', async () => {
    const w = await world();
    const { tokens } = await signIn(w);
    const response = await call(w, 'administer', tokens['access_token']);
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toContain('scope="mcp:use mcp:admin"');
  });

  it('rotate refresh tokens, and end the whole grant when an old one comes back', async () => {
    const w = await world();
    const { client_id, tokens } = await signIn(w);
    const refresh = (token: string | undefined) =>
      tokensOf(w, { grant_type: 'refresh_token', client_id, refresh_token: token ?? '' });
    const second = await refresh(tokens['refresh_token']);
    expect(second['refresh_token']).not.toBe(tokens['refresh_token']);
    expect((await call(w, 'who_am_i', second['access_token'])).status).toBe(200);
    expect(await refresh(tokens['refresh_token'])).toMatchObject({ error: 'invalid_grant' });
    expect((await call(w, 'who_am_i', second['access_token'])).status).toBe(401);
  });

  it('refuse a token that expired or is for another server', async () => {
    const w = await world();
    const { tokens } = await signIn(w);
    const other = await protectedServer({
      issuers: [w.authorization.issuer],
      introspect: w.authorization.introspect,
    });
    onTestFinished(other.close);
    const there = await call({ ...w, resource: other }, 'who_am_i', tokens['access_token']);
    expect(there.status).toBe(401);
    w.authorization.expireAccessTokens();
    expect((await call(w, 'who_am_i', tokens['access_token'])).status).toBe(401);
  });

  it('say that the person refused', async () => {
    const w = await world();
    w.authorization.person.allows = false;
    const { answer } = await codeFor(w, await register(w), 'mcp:use');
    expect(answer.get('error')).toBe('access_denied');
  });
});
