import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  chooseClientAuthMethod,
  proveClient,
} from '../../src/main/auth/client/clientAuthentication.ts';
import type { AuthorizationServer, OAuthClient } from '../../src/main/auth/oauth.ts';
import { AppFailure } from '../../src/shared/errors.ts';

const issuer = 'https://auth.example.com';
const now = () => Date.now();

function server(methods?: string[]): AuthorizationServer {
  const base = { issuer, tokenEndpoint: `${issuer}/token`, promisesIss: false };
  return { ...base, takesMetadataDocuments: false, tokenEndpointAuthMethods: methods };
}

function client(part: Partial<OAuthClient> = {}): OAuthClient {
  return { clientId: 'me', source: 'configured', ...part };
}

const secret = { clientSecret: 's3cret' };

describe('the way a client proves who it is', () => {
  it.each([
    [
      'as registered',
      client({ ...secret, authMethod: 'client_secret_post' }),
      ['client_secret_basic'],
      false,
      'client_secret_post',
    ],
    [
      'as configured to be public',
      client({ ...secret, authMethod: 'none' }),
      undefined,
      false,
      'none',
    ],
    [
      'basic where nothing is said (RFC 8414)',
      client(secret),
      undefined,
      false,
      'client_secret_basic',
    ],
    [
      'basic before post',
      client(secret),
      ['client_secret_post', 'client_secret_basic'],
      false,
      'client_secret_basic',
    ],
    [
      'post where only that is taken',
      client(secret),
      ['client_secret_post'],
      false,
      'client_secret_post',
    ],
    ['public where only that is taken', client(secret), ['none'], false, 'none'],
    [
      'post where nothing of ours is named',
      client(secret),
      ['tls_client_auth'],
      false,
      'client_secret_post',
    ],
    ['public without a secret', client(), ['client_secret_basic'], false, 'none'],
    [
      'by its key where that is taken',
      client(secret),
      ['client_secret_basic', 'private_key_jwt'],
      true,
      'private_key_jwt',
    ],
    ['by its key without a secret', client(), undefined, true, 'private_key_jwt'],
    [
      'by its secret where keys are not taken',
      client(secret),
      ['client_secret_basic'],
      true,
      'client_secret_basic',
    ],
    [
      'public where a registration gave no secret',
      client({ source: 'registered', authMethod: 'client_secret_basic' }),
      undefined,
      false,
      'none',
    ],
  ] as const)('is %s', (_name, who, methods, hasKey, expected) => {
    expect(chooseClientAuthMethod(who, server(methods && [...methods]), hasKey)).toBe(expected);
  });

  it('fails where the secret that it is configured for is missing', () => {
    const choose = () =>
      chooseClientAuthMethod(client({ authMethod: 'client_secret_basic' }), server(), false);
    expect(failureOf(choose)).toMatchObject({
      code: 'auth/needs-secret',
      params: { client: 'me', host: issuer },
    });
  });

  it('fails where the key that it is configured for is missing', () => {
    const choose = () =>
      chooseClientAuthMethod(client({ ...secret, authMethod: 'private_key_jwt' }), server(), false);
    expect(failureOf(choose)).toMatchObject({ code: 'auth/private-key' });
  });
});

describe('the proof of a client', () => {
  it('by basic is form-encoded before it is joined (RFC 6749 section 2.3.1)', async () => {
    const who = client({ clientId: 'a:b c', clientSecret: 'ü/+%&é:' });
    const proof = await proveClient('client_secret_basic', who, server(), undefined, now);
    expect(proof.parameters).toEqual({});
    const encoded = (proof.headers['Authorization'] ?? '').replace('Basic ', '');
    expect(Buffer.from(encoded, 'base64').toString()).toBe('a%3Ab+c:%C3%BC%2F%2B%25%26%C3%A9%3A');
  });

  it('by post stands in the body only', async () => {
    const proof = await proveClient('client_secret_post', client(secret), server(), undefined, now);
    const parameters = { client_id: 'me', client_secret: 's3cret' };
    expect(proof).toEqual({ headers: {}, parameters });
  });

  it('of a public client is its id, and nothing where it has none', async () => {
    const named = await proveClient('none', client(secret), server(), undefined, now);
    expect(named).toEqual({ headers: {}, parameters: { client_id: 'me' } });
    const nameless = await proveClient('none', client({ clientId: '' }), server(), undefined, now);
    expect(nameless).toEqual({ headers: {}, parameters: {} });
  });

  const pairs = {
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    EdDSA: generateKeyPairSync('ed25519'),
  };
  const forms = [
    ['ES256', 'pkcs8'],
    ['ES256', 'sec1'],
    ['RS256', 'pkcs8'],
    ['RS256', 'pkcs1'],
    ['PS256', 'pkcs8'],
    ['EdDSA', 'pkcs8'],
  ] as const;

  it.each(forms)('by a key for %s in %s is a JWT for this server', async (algorithm, type) => {
    const pair = pairs[algorithm === 'PS256' ? 'RS256' : algorithm];
    const pem = pair.privateKey.export({ format: 'pem', type: type as 'pkcs8' }).toString();
    const key = { pem, algorithm };
    const one = await proveClient('private_key_jwt', client(), server(), key, now);
    const two = await proveClient('private_key_jwt', client(), server(), key, now);
    expect(one.headers).toEqual({});
    expect(one.parameters).toMatchObject({
      client_id: 'me',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    const assertion = one.parameters['client_assertion'] ?? '';
    expect(decodeProtectedHeader(assertion).alg).toBe(algorithm);
    const spki = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const { payload } = await jwtVerify(assertion, await importSPKI(spki, algorithm), {
      issuer: 'me',
      subject: 'me',
      audience: issuer,
      requiredClaims: ['jti', 'iat', 'exp'],
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
    expect(two.parameters['client_assertion']).not.toBe(assertion);
  });

  it.each([
    ['that is none', { pem: 'hello', algorithm: 'ES256' }],
    [
      'for another algorithm',
      {
        pem: pairs.RS256.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        algorithm: 'ES256',
      },
    ],
    [
      'with an algorithm that does not exist',
      {
        pem: pairs.ES256.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        algorithm: 'none',
      },
    ],
  ])('can not be made by a key %s', async (_name, key) => {
    const proving = proveClient('private_key_jwt', client(), server(), key, now);
    const failure = await proving.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppFailure);
    expect(failure).toMatchObject({ error: { code: 'auth/private-key' } });
    expect(JSON.stringify(failure)).not.toContain(key.pem.slice(30, 60) || 'hello');
  });
});

function failureOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof AppFailure ? error.error : error;
  }
}
