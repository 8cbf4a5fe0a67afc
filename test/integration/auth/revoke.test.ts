import { afterEach, describe, expect, it } from 'vitest';
import type { AuthStep } from '../../../src/shared/auth.ts';
import type { Grant } from '../../../src/main/auth/oauth.ts';
import { revokeGrant } from '../../../src/main/auth/tokens/revoke.ts';
import type { RevokeOptions } from '../../../src/main/auth/tokens/revoke.ts';
import { serve } from './loopback.ts';
import type { Answerer, Loopback } from './loopback.ts';

const open: Loopback[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function place(answer: Answerer): Promise<Loopback> {
  const server = await serve(answer);
  open.push(server);
  return server;
}

const ok: Answerer = (response) => void response.writeHead(200).end();

function grant(revocationEndpoint: string | undefined, refreshToken?: string): Grant {
  return {
    serverUrl: 'https://mcp.example.com/mcp',
    authorizationServer: {
      issuer: 'http://127.0.0.1:1',
      tokenEndpoint: 'https://auth.example.com/token',
      revocationEndpoint,
      promisesIss: false,
      takesMetadataDocuments: false,
    },
    client: { clientId: 'me', clientSecret: 'hush-hush', source: 'registered' },
    tokens: {
      accessToken: 'access-token-1',
      tokenType: 'Bearer',
      obtainedAt: 0,
      ...(refreshToken !== undefined && { refreshToken }),
    },
  };
}

async function revoke(of: Grant, part: Partial<RevokeOptions> = {}) {
  const steps: AuthStep[] = [];
  const step = (one: AuthStep) => void steps.push(one);
  const isRevoked = await revokeGrant({ grant: of, fetch, now: Date.now, step, ...part });
  expect(JSON.stringify(steps)).not.toMatch(/(access|refresh)-token-1|hush-hush|tenant/);
  return { isRevoked, steps };
}

describe('revocation (RFC 7009)', () => {
  it('tells of the refresh token, then of the access token, as the client that has them', async () => {
    const server = await place(ok);
    const { isRevoked } = await revoke(grant(`${server.url}/revoke?tenant=1`, 'refresh-token-1'));
    expect(isRevoked).toBe(true);
    expect(server.received.map(({ form }) => form)).toEqual([
      { token: 'refresh-token-1', token_type_hint: 'refresh_token' },
      { token: 'access-token-1', token_type_hint: 'access_token' },
    ]);
    const [first] = server.received;
    expect(first?.headers['authorization']).toBe(`Basic ${btoa('me:hush-hush')}`);
  });

  it('tells of the access token alone where there is no other', async () => {
    const server = await place(ok);
    const { isRevoked, steps } = await revoke(grant(`${server.url}/revoke`));
    expect(isRevoked).toBe(true);
    expect(server.received).toHaveLength(1);
    const url = `${server.url}/revoke`;
    expect(steps).toMatchObject([{ kind: 'revocation', url, status: 200, verdict: 'ok' }]);
  });

  it('is left out where it is not offered', async () => {
    expect(await revoke(grant(undefined))).toEqual({ isRevoked: false, steps: [] });
  });

  it.each<[string, Answerer, limitMs?: number]>([
    ['fails', (response) => void response.writeHead(503).end()],
    ['points elsewhere', (response) => void response.writeHead(307, { location: '/' }).end()],
    ['breaks off', (response) => void response.destroy()],
    // Long enough for a request to arrive on a loaded machine.
    ['hangs', () => undefined, 1_000],
  ])('that %s is told, tried for both, and no more than that', async (_name, answer, limitMs) => {
    const server = await place(answer);
    const of = grant(`${server.url}/revoke`, 'refresh-token-1');
    const { isRevoked, steps } = await revoke(of, { limitMs });
    expect(isRevoked).toBe(false);
    expect(steps).toMatchObject([{ verdict: 'refused' }, { verdict: 'refused' }]);
    expect(server.received).toHaveLength(2);
  });

  it('sends nothing to this machine for a server elsewhere', async () => {
    const server = await place(ok);
    const of = grant(`${server.url}/revoke`);
    const elsewhere = { ...of.authorizationServer, issuer: 'https://auth.example.com' };
    const { isRevoked } = await revoke({ ...of, authorizationServer: elsewhere });
    expect(isRevoked).toBe(false);
    expect(server.received).toEqual([]);
  });

  it.each(['http://auth.example.com/revoke', 'javascript:alert(1)', 'no address'])(
    'sends nothing to %s',
    async (endpoint) => {
      const never = () => Promise.reject(new Error('was asked'));
      const { isRevoked, steps } = await revoke(grant(endpoint), { fetch: never });
      expect(isRevoked).toBe(false);
      const detail = { code: 'auth/insecure-endpoint' };
      expect(steps).toMatchObject([{ verdict: 'refused', detail }]);
    },
  );
});
