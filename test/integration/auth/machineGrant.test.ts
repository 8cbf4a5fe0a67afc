import { generateKeyPairSync } from 'node:crypto';
import { exportJWK } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import type { AuthStep, OAuthConfig } from '../../../src/shared/auth.ts';
import { AppFailure } from '../../../src/shared/errors.ts';
import { discover } from '../../../src/main/auth/discovery/discovery.ts';
import { DpopProofs } from '../../../src/main/auth/client/dpop.ts';
import { machineGrant } from '../../../src/main/auth/machineGrant.ts';
import type { MachineGrantOptions } from '../../../src/main/auth/machineGrant.ts';
import type { Grant } from '../../../src/main/auth/oauth.ts';
import { revokeGrant } from '../../../src/main/auth/tokens/revoke.ts';
import { authorizationServer } from '../../servers/authorizationServer.ts';
import { protectedServer } from '../../servers/protectedServer.ts';
import { sendJson, serve } from './loopback.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
// Every character that RFC 6749 appendix A.2 allows and that a form has to encode.
const secret = 's+ecret/of the:m&chine=%20~"';

type Closable = { readonly close: () => Promise<void> };
const open: Closable[] = [];
afterEach(async () => {
  for (const server of open.splice(0).reverse()) await server.close();
});

function closed<T extends Closable>(server: T): T {
  open.push(server);
  return server;
}

/** One client for each way to prove who it is, and a resource that takes their tokens. */
async function machines(options: { dpopNonce?: boolean } = {}) {
  const common = {
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  };
  const jwk = { ...(await exportJWK(pair.publicKey)), alg: 'ES256', use: 'sig' };
  const issuer = closed(
    await authorizationServer({
      scopes: ['read', 'write'],
      ...options,
      clients: [
        { ...common, client_id: 'basic:1', client_secret: secret },
        {
          ...common,
          client_id: 'post',
          client_secret: secret,
          token_endpoint_auth_method: 'client_secret_post',
        },
        {
          ...common,
          client_id: 'key',
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: 'ES256',
          jwks: { keys: [jwk] },
        },
      ],
    }),
  );
  const resource = closed(
    await protectedServer({
      issuers: [issuer.issuer],
      introspect: issuer.introspect,
      scopes: ['read'],
      ...(options.dpopNonce && { dpop: true, dpopNonce: 'nonce-of-the-resource' }),
    }),
  );
  return { issuer, resource };
}

async function grantFor(
  url: string,
  oauth: OAuthConfig,
  part: Partial<MachineGrantOptions> = {},
): Promise<{ grant: Grant | undefined; failure: unknown; steps: AuthStep[] }> {
  const steps: AuthStep[] = [];
  const server = { name: 'machine', url, oauth };
  const step = (one: AuthStep) => void steps.push(one);
  const common = { server, fetch, step, now: Date.now, signal: new AbortController().signal };
  let failure: unknown;
  const grant = await discover({ ...common, challenge: {} })
    .then((discovered) =>
      machineGrant({
        ...common,
        discovered,
        scope: discovered.scopesSupported?.join(' '),
        secret: async () => undefined,
        readTextFile: () => Promise.reject(new Error('no file was to be read')),
        ...part,
      }),
    )
    .catch((error: unknown) => {
      failure = error instanceof AppFailure ? error.error : error;
      return undefined;
    });
  return { grant, failure, steps };
}

/** Asks the MCP server for its tools, as far as authorization goes. */
function callServer(url: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
}

const bearer = (grant: Grant | undefined) => ({
  Authorization: `Bearer ${grant?.tokens.accessToken}`,
});

describe('client credentials at a real authorization server', () => {
  it.each<[string, OAuthConfig, string | undefined]>([
    ['basic, with what has to be encoded', { clientId: 'basic:1' }, secret],
    ['post', { clientId: 'post', tokenEndpointAuthMethod: 'client_secret_post' }, secret],
    ['a private key', { clientId: 'key', privateKeyFile: '~/key.pem' }, undefined],
  ])('by %s give a token that the server takes', async (_name, oauth, clientSecret) => {
    const { resource } = await machines();
    const { grant, failure, steps } = await grantFor(
      resource.url,
      { grant: 'client_credentials', ...oauth },
      {
        secret: async () => clientSecret,
        readTextFile: async (path) => {
          expect(path).toBe('~/key.pem');
          return pem;
        },
      },
    );
    expect(failure).toBeUndefined();
    expect(grant).toMatchObject({ serverUrl: resource.url, resource: resource.url });
    expect(grant?.tokens).toMatchObject({ tokenType: 'Bearer', scope: 'read' });
    expect(grant?.tokens.expiresAt).toBeGreaterThan(Date.now());
    expect(steps.at(-1)).toMatchObject({ kind: 'token', status: 200, verdict: 'ok' });
    expect((await callServer(resource.url, bearer(grant))).status).toBe(200);
  });

  it('are bound to our key where that is wanted, with both nonces', async () => {
    const { resource } = await machines({ dpopNonce: true });
    const dpop = await DpopProofs.from();
    const { grant } = await grantFor(
      resource.url,
      { grant: 'client_credentials', clientId: 'basic:1' },
      { secret: async () => secret, dpop },
    );
    expect(grant).toMatchObject({ tokens: { tokenType: 'DPoP' }, dpopKey: dpop.jwk() });
    const token = grant?.tokens.accessToken ?? '';

    const proofs = await DpopProofs.from(grant?.dpopKey);
    const ask = async () => {
      const response = await callServer(
        resource.url,
        await proofs.headers('POST', resource.url, token),
      );
      proofs.observe(response, resource.url);
      return response;
    };
    const first = await ask();
    expect(proofs.isNonceChallenge(first)).toBe(true);
    const second = await ask();
    expect(second.status).toBe(200);

    const another = await DpopProofs.from();
    another.observe(first, resource.url);
    const stolen = await another.headers('POST', resource.url, token);
    expect((await callServer(resource.url, stolen)).status).toBe(401);
    expect((await callServer(resource.url, bearer(grant))).status).toBe(401);
  });

  it('with a wrong secret are refused by name', async () => {
    const { resource, issuer } = await machines();
    const { failure } = await grantFor(
      resource.url,
      { grant: 'client_credentials', clientId: 'basic:1' },
      { secret: async () => 'another' },
    );
    const host = new URL(issuer.issuer).host;
    const params = { host, error: 'invalid_client', description: expect.any(String) };
    expect(failure).toMatchObject({ code: 'auth/oauth-error', params });
  });

  it('are not asked for without an id, a secret or the file of the key', async () => {
    const { resource, issuer } = await machines();
    const asked = () => issuer.requests.filter(({ path }) => path === '/token');
    const grant = 'client_credentials';
    const nameless = await grantFor(resource.url, { grant });
    expect(nameless.failure).toMatchObject({ code: 'auth/needs-client-id' });
    const secretless = await grantFor(resource.url, { grant, clientId: 'basic:1' });
    expect(secretless.failure).toMatchObject({ code: 'auth/needs-secret' });
    const keyless = await grantFor(
      resource.url,
      { grant, clientId: 'key', privateKeyFile: '/nowhere.pem' },
      { readTextFile: () => Promise.reject(Object.assign(new Error(), { code: 'ENOENT' })) },
    );
    const params = { file: '/nowhere.pem', why: 'there is no such file' };
    expect(keyless.failure).toMatchObject({ code: 'auth/secret-file', params });
    expect(asked()).toEqual([]);
  });

  it('are revoked there when they are done with', async () => {
    const { resource, issuer } = await machines();
    const { grant } = await grantFor(
      resource.url,
      { grant: 'client_credentials', clientId: 'basic:1' },
      { secret: async () => secret },
    );
    if (grant === undefined) throw new Error('there is a grant');
    const steps: AuthStep[] = [];
    const step = (one: AuthStep) => void steps.push(one);
    expect(await revokeGrant({ grant, fetch, now: Date.now, step })).toBe(true);
    expect(await issuer.introspect(grant.tokens.accessToken)).toBeUndefined();
    expect(steps).toMatchObject([{ kind: 'revocation', status: 200, verdict: 'ok' }]);
  });
});

describe('the assertion of a workload', () => {
  const assertion = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ3In0.c2lnbmF0dXJl';

  /** An authorization server that takes assertions as `refusal` says, and a resource of it. */
  async function workload(refusal?: { error: string }) {
    const issuer = closed(
      await serve((response, { path }) => {
        if (path.startsWith('/.well-known/')) {
          sendJson(response, { issuer: issuer.url, token_endpoint: `${issuer.url}/token` });
        } else if (refusal) sendJson(response, refusal, 400);
        else {
          const refresh_token = 'not-for-us';
          sendJson(response, { access_token: 'at', token_type: 'Bearer', refresh_token });
        }
      }),
    );
    const introspect = async () => undefined;
    const resource = closed(await protectedServer({ issuers: [issuer.url], introspect }));
    const asked = () => issuer.received.filter(({ path }) => path === '/token');
    return { resource, asked };
  }

  const oauth: OAuthConfig = { grant: 'jwt-bearer', assertionFile: '/run/token', scope: 'a b' };

  it('is read for each request, and shown once, without another proof', async () => {
    const { resource, asked } = await workload();
    let reads = 0;
    const readTextFile = async () => `${assertion}${(reads += 1)}\n`;
    const { grant } = await grantFor(resource.url, oauth, { readTextFile });
    await grantFor(resource.url, oauth, { readTextFile });
    const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const form = { grant_type: grantType, scope: 'a b', resource: resource.url };
    expect(asked().map((request) => request.form)).toEqual([
      { ...form, assertion: `${assertion}1` },
      { ...form, assertion: `${assertion}2` },
    ]);
    expect(asked()[0]?.headers).not.toHaveProperty('authorization');
    expect(grant?.tokens).not.toHaveProperty('refreshToken');
  });

  it('goes with the id and the secret of a client where there are such', async () => {
    const { resource, asked } = await workload();
    const readTextFile = async () => assertion;
    await grantFor(resource.url, { ...oauth, clientId: 'me' }, { readTextFile });
    await grantFor(
      resource.url,
      { ...oauth, clientId: 'me' },
      { readTextFile, secret: async () => 'hush' },
    );
    expect(asked()[0]?.form).toMatchObject({ client_id: 'me' });
    expect(asked()[1]?.headers['authorization']).toBe(`Basic ${btoa('me:hush')}`);
  });

  it.each(['invalid_grant', 'invalid_scope', 'unauthorized_client'])(
    'that is refused (%s) is neither shown again nor replaced',
    async (error) => {
      const { resource, asked } = await workload({ error });
      const readTextFile = async () => assertion;
      const { failure, steps } = await grantFor(resource.url, oauth, { readTextFile });
      expect(failure).toMatchObject({ code: 'auth/oauth-error', params: { error } });
      expect(asked()).toHaveLength(1);
      expect(JSON.stringify([failure, steps])).not.toContain(assertion);
    },
  );

  it.each([
    ['is empty', ' \n', 'it is empty'],
    ['holds something else', 'root:x:0:0:root:/root:/bin/sh', 'it holds no JWT'],
    ['holds more than one', `${assertion}\n${assertion}`, 'it holds no JWT'],
  ])('is not sent where its file %s', async (_name, text, why) => {
    const { resource, asked } = await workload();
    const { failure } = await grantFor(resource.url, oauth, { readTextFile: async () => text });
    const params = { file: '/run/token', why };
    expect(failure).toMatchObject({ code: 'auth/secret-file', params });
    expect(asked()).toEqual([]);
    expect(JSON.stringify(failure)).not.toContain('root:x');
  });
});
