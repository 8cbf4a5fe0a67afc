import { afterEach, describe, expect, it } from 'vitest';
import type { AuthStep } from '../../../src/shared/auth.ts';
import { AppFailure } from '../../../src/shared/errors.ts';
import { DpopProofs } from '../../../src/main/auth/client/dpop.ts';
import type { OAuthClient } from '../../../src/main/auth/oauth.ts';
import type { TokenRequest } from '../../../src/main/auth/tokens/tokenEndpoint.ts';
import { oauthErrorOf, requestTokens } from '../../../src/main/auth/tokens/tokenRequest.ts';
import { sendJson, serve } from './loopback.ts';
import type { Answerer, Loopback } from './loopback.ts';

const secrets = {
  code: 'code-8f3a1c9d2b',
  code_verifier: 'verifier-0f9e8d7c6b5a',
  refresh_token: 'refresh-55aa66bb77cc',
  client_secret: 'client-secret-11dd22',
};

const open: Loopback[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function endpoint(answer: Answerer): Promise<Loopback> {
  const server = await serve(answer);
  open.push(server);
  return server;
}

type Asked = {
  readonly steps: readonly AuthStep[];
  readonly outcome: Awaited<ReturnType<typeof requestTokens>> | undefined;
  readonly failure: unknown;
};

async function ask(url: string, part: Partial<TokenRequest> = {}): Promise<Asked> {
  const steps: AuthStep[] = [];
  const client: OAuthClient = { clientId: 'me', source: 'registered', authMethod: 'none' };
  let failure: unknown;
  const outcome = await requestTokens({
    authorizationServer: {
      issuer: url,
      tokenEndpoint: `${url}/token?tenant=secret-tenant`,
      promisesIss: false,
      takesMetadataDocuments: false,
    },
    client,
    parameters: { grant_type: 'authorization_code', ...secretParameters() },
    fetch,
    now: () => 1_000_000,
    kind: 'token',
    step: (step) => steps.push(step),
    ...part,
  }).catch((error: unknown) => {
    failure = error instanceof AppFailure ? error.error : error;
    return undefined;
  });
  return { steps, outcome, failure };
}

function secretParameters() {
  const { code, code_verifier } = secrets;
  return { code, code_verifier };
}

const tokens = { access_token: 'at-1', token_type: 'Bearer' };

describe('a token response', () => {
  it.each([
    ['the usual one', { ...tokens, expires_in: 60 }, { expiresAt: 1_060_000 }],
    ['in another case', { ...tokens, token_type: 'BEARER' }, {}],
    ['without a type', { access_token: 'at-1' }, {}],
    ['without an expiry', tokens, { expiresAt: undefined }],
    ['with an expiry as text', { ...tokens, expires_in: '3600' }, { expiresAt: 4_600_000 }],
    ['with an expiry of null', { ...tokens, expires_in: null }, { expiresAt: undefined }],
    ['with an expiry that is words', { ...tokens, expires_in: 'soon' }, { expiresAt: undefined }],
    ['with an expiry in the past', { ...tokens, expires_in: -5 }, { expiresAt: 1_000_000 }],
    [
      'with all there is',
      { ...tokens, refresh_token: 'rt', scope: 'a b', id_token: 'x.y.z', extra: {} },
      { refreshToken: 'rt', scope: 'a b', idToken: 'x.y.z' },
    ],
    [
      'with extras that are too long',
      { ...tokens, refresh_token: 'x'.repeat(70_000), id_token: 'x'.repeat(70_000) },
      { refreshToken: undefined, idToken: undefined },
    ],
    [
      'with extras of wrong kinds',
      { ...tokens, scope: ['a'], refresh_token: null },
      { scope: undefined, refreshToken: undefined },
    ],
  ])('%s is taken', async (_name, body, expected) => {
    const server = await endpoint((response) => sendJson(response, body));
    const { outcome, failure, steps } = await ask(server.url);
    expect(failure).toBeUndefined();
    const { accessToken, tokenType, obtainedAt, ...rest } = outcome ?? {};
    expect({ accessToken, tokenType, obtainedAt }).toEqual({
      accessToken: 'at-1',
      tokenType: 'Bearer',
      obtainedAt: 1_000_000,
    });
    expect(rest).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    for (const [name, value] of Object.entries(expected)) {
      if (value === undefined) expect(rest).not.toHaveProperty(name);
    }
    const url = `${server.url}/token`;
    expect(steps).toMatchObject([{ kind: 'token', url, status: 200, verdict: 'ok' }]);
  });

  it('answers one form post that names the resource', async () => {
    const server = await endpoint((response) => sendJson(response, tokens));
    await ask(server.url, { resource: 'https://mcp.example.com/mcp' });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      path: '/token?tenant=secret-tenant',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      form: {
        grant_type: 'authorization_code',
        client_id: 'me',
        code: secrets.code,
        resource: 'https://mcp.example.com/mcp',
      },
    });
  });
});

/** Says `text` with a status and a type. */
const saying =
  (status: number, text: string, type = 'text/html'): Answerer =>
  (response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(text);
  };

describe('a token endpoint that fails', () => {
  it.each<[string, Answerer, string, RegExp]>([
    ['answers 500', saying(500, 'oops'), 'auth/bad-answer', /status 500/],
    ['answers 404 with a page', saying(404, '<html>'), 'auth/bad-answer', /status 404/],
    ['answers with a page', saying(200, '<!DOCTYPE html><p>Hi'), 'auth/bad-answer', /a web page/],
    ['answers with nothing', saying(200, ''), 'auth/bad-answer', /empty/],
    ['answers with a form', saying(200, 'access_token=at-1'), 'auth/bad-answer', /no JSON/],
    ['gives no token', saying(200, '{}'), 'auth/bad-answer', /no access token/],
    [
      'gives a token that no header holds',
      (response) => sendJson(response, { access_token: 'x'.repeat(70_000) }),
      'auth/bad-answer',
      /no access token/,
    ],
    ['gives a list', saying(200, '[]'), 'auth/bad-answer', /no access token/],
    [
      'gives a token with a line in it',
      saying(200, '{"access_token":"a\\r\\nX: y"}'),
      'auth/bad-answer',
      /no access token/,
    ],
    [
      'gives a token of another kind',
      saying(200, '{"access_token":"a","token_type":"mac"}'),
      'auth/bad-answer',
      /a kind/,
    ],
    [
      'binds a token to no key of ours',
      saying(200, '{"access_token":"a","token_type":"DPoP"}'),
      'auth/bad-answer',
      /never shown/,
    ],
    ['breaks off', (response) => response.destroy(), 'auth/unreachable', /./],
  ])('because it %s says so', async (_name, answer, code, why) => {
    const server = await endpoint(answer);
    const { failure, steps, outcome } = await ask(server.url);
    expect(outcome).toBeUndefined();
    const host = new URL(server.url).host;
    expect(failure).toMatchObject({ code, params: { host, why: expect.stringMatching(why) } });
    expect(steps).toMatchObject([{ kind: 'token', verdict: 'refused' }]);
    expect(server.received).toHaveLength(1);
  });

  it('with 10 MB is read no further than 1 MiB', async () => {
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    const server = await endpoint((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.on('close', () => isClosed());
      const chunk = 'x'.repeat(64 * 1024);
      const more = (left: number): void => {
        if (left === 0) response.end();
        else response.write(chunk, () => more(left - 1));
      };
      more(160);
    });
    const { failure } = await ask(server.url);
    expect(failure).toMatchObject({
      code: 'auth/bad-answer',
      params: { why: expect.stringMatching(/1 MiB/) },
    });
    await closed;
  });

  it.each([301, 302, 307, 308])('with a redirect (%d) is not followed', async (status) => {
    const thief = await endpoint((response) => sendJson(response, tokens));
    const server = await endpoint((response) => {
      response.writeHead(status, { location: `${thief.url}/token` });
      response.end();
    });
    const { failure } = await ask(server.url);
    expect(failure).toMatchObject({
      code: 'auth/bad-answer',
      params: { why: expect.stringMatching(/another address/) },
    });
    expect(thief.received).toHaveLength(0);
  });

  it.each<[string, Answerer]>([
    ['before its head', () => undefined],
    ['after its head', (response) => void response.writeHead(200).write('{')],
  ])('because it hangs %s is given up at the limit', async (_name, answer) => {
    const server = await endpoint(answer);
    const { failure } = await ask(server.url, { limitMs: 50 });
    expect(failure).toMatchObject({
      code: 'auth/unreachable',
      params: { why: 'it does not answer within 0.05 s' },
    });
  });

  it('ends at once when it is called off, with the reason of that', async () => {
    const abort = new AbortController();
    const server = await endpoint(() => abort.abort(new Error('enough')));
    const { failure, steps } = await ask(server.url, { signal: abort.signal });
    expect(failure).toEqual(new Error('enough'));
    expect(steps).toMatchObject([{ verdict: 'refused', detail: { code: 'auth/step-called-off' } }]);
  });

  it('where nobody listens says so', async () => {
    const server = await serve(() => undefined);
    await server.close();
    const { failure } = await ask(server.url);
    expect(failure).toMatchObject({ code: 'auth/unreachable', params: { why: 'ECONNREFUSED' } });
  });

  it('is sent nothing where it is neither https nor on this machine', async () => {
    const { failure } = await ask('http://auth.example.com', {
      fetch: () => Promise.reject(new Error('was asked')),
    });
    const url = 'http://auth.example.com/token';
    expect(failure).toMatchObject({ code: 'auth/insecure-endpoint', params: { url } });
  });
});

describe('a token endpoint on this machine', () => {
  it('is asked for no server elsewhere, which can not reach it itself', async () => {
    const server = await endpoint((response) => sendJson(response, tokens));
    const { failure } = await ask(server.url, {
      authorizationServer: {
        issuer: 'https://auth.example.com',
        tokenEndpoint: `${server.url}/token`,
        promisesIss: false,
        takesMetadataDocuments: false,
      },
    });
    const params = { url: `${server.url}/token` };
    expect(failure).toMatchObject({ code: 'auth/points-here', params });
    expect(server.received).toEqual([]);
  });
});

describe('an OAuth error response', () => {
  it.each([400, 401, 403, 500, 200])('with status %d keeps its name', async (status) => {
    const body = { error: 'invalid_grant', error_description: 'The code has expired' };
    const server = await endpoint((response) => sendJson(response, body, status));
    const { failure } = await ask(server.url);
    const { host } = new URL(server.url);
    const params = { host, error: 'invalid_grant', description: 'The code has expired' };
    expect(failure).toMatchObject({ code: 'auth/oauth-error', params });
    expect(oauthErrorOf(new AppFailure(failure as AppFailure['error']))).toBe('invalid_grant');
  });

  it('without a description is put in plain words', async () => {
    const server = await endpoint((response) =>
      sendJson(response, { error: 'invalid_client' }, 401),
    );
    const { failure } = await ask(server.url);
    expect(failure).toMatchObject({
      params: { description: expect.stringMatching(/does not know/) },
    });
  });

  it('is cut and cleaned', async () => {
    const body = { error: 'x'.repeat(500), error_description: `\u202E${'y'.repeat(5000)}` };
    const server = await endpoint((response) => sendJson(response, body, 400));
    const { failure } = await ask(server.url);
    const params = { error: `${'x'.repeat(99)}…`, description: `${'y'.repeat(299)}…` };
    expect(failure).toMatchObject({ params });
  });

  it('repeats no secret, nor the beginning of one', async () => {
    const server = await endpoint((response, { form }) =>
      sendJson(
        response,
        {
          error: 'invalid_grant',
          error_description:
            `code ${form['code']}, verifier ${form['code_verifier']?.slice(0, 14)}..., ` +
            `secret ${form['client_secret']}, refresh ${form['refresh_token']}, ` +
            `assertion eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.abc`,
        },
        400,
      ),
    );
    const { failure, steps } = await ask(server.url, {
      client: {
        clientId: 'me',
        clientSecret: secrets.client_secret,
        source: 'configured',
        authMethod: 'client_secret_post',
      },
      parameters: {
        grant_type: 'refresh_token',
        ...secretParameters(),
        refresh_token: secrets.refresh_token,
      },
    });
    const description = 'code …, verifier …..., secret …, refresh …, assertion …';
    expect(failure).toMatchObject({ params: { description } });
    const seen = JSON.stringify([failure, steps]);
    for (const secret of Object.values(secrets)) expect(seen).not.toContain(secret.slice(0, 12));
    expect(seen).not.toContain('secret-tenant');
  });

  it('is no failure of another kind', () => {
    expect(oauthErrorOf(new Error('invalid_grant'))).toBeUndefined();
    const other = { code: 'auth/unreachable', message: '', params: { error: 'invalid_grant' } };
    expect(oauthErrorOf(new AppFailure(other))).toBeUndefined();
  });
});

describe('a token endpoint that wants a DPoP nonce', () => {
  const wants = { error: 'use_dpop_nonce' };

  it('is asked again once, with another proof that has it', async () => {
    const dpop = await DpopProofs.from();
    const server = await endpoint((response, { headers }) => {
      const nonce = claimOf(headers['dpop'], 'nonce');
      const fresh = { 'dpop-nonce': 'n-1' };
      if (nonce === 'n-1') sendJson(response, { ...tokens, token_type: 'dpop' });
      else sendJson(response, wants, 400, fresh);
    });
    const { outcome } = await ask(server.url, { dpop });
    expect(outcome).toMatchObject({ tokenType: 'DPoP' });
    const jtis = server.received.map(({ headers }) => claimOf(headers['dpop'], 'jti'));
    expect(new Set(jtis).size).toBe(2);
    expect(claimOf(server.received[0]?.headers['dpop'], 'htu')).toBe(`${server.url}/token`);
  });

  it('for ever is given up after the second time', async () => {
    const dpop = await DpopProofs.from();
    let count = 0;
    const server = await endpoint((response) =>
      sendJson(response, wants, 400, { 'dpop-nonce': `n-${(count += 1)}` }),
    );
    const { failure } = await ask(server.url, { dpop });
    expect(failure).toMatchObject({
      code: 'auth/oauth-error',
      params: { error: 'use_dpop_nonce' },
    });
    expect(server.received).toHaveLength(2);
  });

  it('but gives none is not asked again', async () => {
    const dpop = await DpopProofs.from();
    const server = await endpoint((response) => sendJson(response, wants, 400));
    await ask(server.url, { dpop });
    expect(server.received).toHaveLength(1);
  });
});

function claimOf(jwt: string | string[] | undefined, claim: string): unknown {
  const payload = String(jwt).split('.')[1] ?? '';
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return (claims as Record<string, unknown>)[claim];
}
