import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { JWK, JWTPayload } from 'jose';
import { describe, expect, it } from 'vitest';
import { DpopProofs } from '../../src/main/auth/client/dpop.ts';

const url = 'https://mcp.example.com:8443/mcp?session=1#part';

/** Verifies a proof by the key that it names, as RFC 9449 section 4.3 says. */
async function opened(proof: string | undefined): Promise<{ payload: JWTPayload; jwk: JWK }> {
  const { typ, alg, jwk } = decodeProtectedHeader(proof ?? '');
  expect({ typ, alg }).toEqual({ typ: 'dpop+jwt', alg: 'ES256' });
  const key = jwk ?? {};
  expect(Object.keys(key).sort()).toEqual(['crv', 'kty', 'x', 'y']);
  const { payload } = await jwtVerify(proof ?? '', await importJWK(key, 'ES256'));
  return { payload, jwk: key };
}

function response(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers });
}

describe('proofs of a DPoP key', () => {
  it('are bound to the request and the token', async () => {
    const proofs = await DpopProofs.from();
    const headers = await proofs.headers('get', url, 'token-1');
    expect(headers['Authorization']).toBe('DPoP token-1');
    const { payload } = await opened(headers['DPoP']);
    expect(payload).toMatchObject({
      htm: 'GET',
      htu: 'https://mcp.example.com:8443/mcp',
      ath: createHash('sha256').update('token-1').digest('base64url'),
    });
    expect(payload).not.toHaveProperty('nonce');
    expect(Math.abs(Date.now() / 1000 - (payload.iat ?? 0))).toBeLessThan(5);
  });

  it('are another one for each request', async () => {
    const proofs = await DpopProofs.from();
    const made = await Promise.all([1, 2, 3].map(() => proofs.headers('POST', url, 'token-1')));
    const opens = await Promise.all(made.map((headers) => opened(headers['DPoP'])));
    expect(new Set(opens.map(({ payload }) => payload.jti)).size).toBe(3);
  });

  it('say nothing of a token at the token endpoint', async () => {
    const proofs = await DpopProofs.from();
    const { payload } = await opened(
      (await proofs.tokenHeaders('https://a.example/token'))['DPoP'],
    );
    expect(payload).toMatchObject({ htm: 'POST', htu: 'https://a.example/token' });
    expect(payload).not.toHaveProperty('ath');
  });

  it('have the newest nonce of their origin, and of no other', async () => {
    const proofs = await DpopProofs.from();
    proofs.observe(response(401, { 'dpop-nonce': 'n-1' }), url);
    proofs.observe(response(200, { 'dpop-nonce': 'n-2' }), 'https://mcp.example.com:8443/other');
    proofs.observe(response(200, {}), url);
    const here = await opened((await proofs.headers('POST', url, 't'))['DPoP']);
    const there = await opened(
      (await proofs.tokenHeaders('https://mcp.example.com/token'))['DPoP'],
    );
    expect(here.payload['nonce']).toBe('n-2');
    expect(there.payload).not.toHaveProperty('nonce');
  });

  it('go on with the key that was kept as a JWK', async () => {
    const before = await DpopProofs.from();
    const kept: unknown = JSON.parse(JSON.stringify(before.jwk()));
    const after = await DpopProofs.from(kept as Record<string, unknown>);
    expect(after.jwk()).toEqual(before.jwk());
    const [one, two] = await Promise.all([
      opened((await before.headers('GET', url, 't'))['DPoP']),
      opened((await after.headers('GET', url, 't'))['DPoP']),
    ]);
    expect(await calculateJwkThumbprint(two.jwk)).toBe(await calculateJwkThumbprint(one.jwk));
  });

  it.each([
    ['ES256', undefined, 'EC'],
    ['ES256', [], 'EC'],
    ['ES256', ['none', 'HS256'], 'EC'],
    ['ES256', ['RS256', 'ES256'], 'EC'],
    ['EdDSA', ['RS256', 'EdDSA'], 'OKP'],
    ['PS256', ['RS256', 'PS256'], 'RSA'],
    ['RS256', ['RS256'], 'RSA'],
    ['ES384', ['ES384'], 'EC'],
  ])('are signed by %s where the server takes %j', async (alg, takes, kty) => {
    const made = await DpopProofs.from(undefined, takes);
    const kept = await DpopProofs.from(made.jwk(), takes);
    expect(kept.jwk()).toEqual(made.jwk());
    const { DPoP: proof = '' } = await kept.headers('GET', url, 't');
    const { jwk = {}, alg: used } = decodeProtectedHeader(proof);
    expect({ used, kty: jwk.kty }).toEqual({ used: alg, kty });
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(jwk).not.toHaveProperty(name);
    await jwtVerify(proof, await importJWK(jwk, alg));
  });

  it('have another key where the server does not take the kept one', async () => {
    const before = await DpopProofs.from();
    const after = await DpopProofs.from(before.jwk(), ['RS256']);
    expect(after.jwk()).toMatchObject({ alg: 'RS256' });
  });

  it.each([
    ['another kind', { kty: 'oct', k: 'c2VjcmV0' }],
    ['no kind', {}],
    ['a broken one', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' }],
  ])('can not be made by a key of %s', async (_name, jwk) => {
    await expect(DpopProofs.from(jwk)).rejects.toThrow();
  });

  it('are made again for a nonce only where the server gives one', async () => {
    const proofs = await DpopProofs.from();
    const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"' };
    const nonce = { 'dpop-nonce': 'n-1' };
    const cases: [Response, boolean][] = [
      [response(401, { ...challenge, ...nonce }), true],
      [response(401, challenge), false],
      [response(401, { 'www-authenticate': 'DPoP error="invalid_token"', ...nonce }), false],
      [response(401, { 'www-authenticate': 'Bearer', ...nonce }), false],
      [response(200, nonce), false],
    ];
    expect(cases.map(([answer]) => proofs.isNonceChallenge(answer))).toEqual(
      cases.map(([, expected]) => expected),
    );
  });
});
