import { describe, expect, it } from 'vitest';
import { resourceMetadataUrls } from '../../src/main/auth/discovery/discovery.ts';
import { mayPointHere, metadataAddress } from '../../src/main/auth/discovery/metadata.ts';
import {
  isSameIssuer,
  readResourceMetadata,
  readServerMetadata,
} from '../../src/main/auth/discovery/serverMetadata.ts';

const minimal = { issuer: 'https://as.example', token_endpoint: 'https://as.example/token' };
const read = (members: object, asked: string | undefined = minimal.issuer) =>
  readServerMetadata({ ...minimal, ...members }, 'as.example', asked);

describe('the metadata of an authorization server', () => {
  it('may leave out all but issuer and token endpoint', () => {
    expect(read({})).toEqual({
      issuer: 'https://as.example',
      tokenEndpoint: 'https://as.example/token',
      codeChallengeMethods: [],
      promisesIss: false,
      takesMetadataDocuments: false,
    });
  });

  it('is read as far as it is used', () => {
    const server = read({
      authorization_endpoint: 'https://as.example/auth',
      registration_endpoint: 'https://as.example/reg',
      revocation_endpoint: 'https://as.example/rev',
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['a'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      dpop_signing_alg_values_supported: ['ES256'],
      service_documentation: 7,
    });
    expect(server).toEqual({
      issuer: 'https://as.example',
      authorizationEndpoint: 'https://as.example/auth',
      tokenEndpoint: 'https://as.example/token',
      registrationEndpoint: 'https://as.example/reg',
      revocationEndpoint: 'https://as.example/rev',
      tokenEndpointAuthMethods: ['none'],
      codeChallengeMethods: ['S256'],
      scopesSupported: ['a'],
      promisesIss: true,
      takesMetadataDocuments: true,
      dpopAlgorithms: ['ES256'],
    });
  });

  it('promises only what it promises with a plain true', () => {
    const server = read({
      authorization_response_iss_parameter_supported: 'true',
      client_id_metadata_document_supported: 1,
      code_challenge_methods_supported: 'S256',
    });
    expect(server).toMatchObject({ promisesIss: false, takesMetadataDocuments: false });
    expect(server.codeChallengeMethods).toEqual([]);
  });

  it.each([null, [], 'x', {}, { issuer: 'https://as.example' }, { ...minimal, issuer: 'here' }])(
    'is refused: %j',
    (document) => {
      expect(() => readServerMetadata(document, 'as.example', undefined)).toThrow(
        'names no issuer',
      );
    },
  );

  it('has to name the issuer that was asked, but where a person gave its address', () => {
    expect(() => read({ issuer: 'https://evil.example' })).toThrow('names https://evil.example');
    const server = { ...minimal, issuer: 'https://evil.example' };
    expect(readServerMetadata(server, 'as.example', undefined).issuer).toBe('https://evil.example');
  });
});

it.each([
  ['https://as.example', 'https://as.example', true],
  ['https://as.example/', 'https://as.example', true],
  ['https://as.example', 'https://as.example/', true],
  ['https://as.example/a', 'https://as.example/a/', false],
  ['https://as.example/a/', 'https://as.example/a', false],
  ['https://as.example', 'https://AS.example', false],
  ['https://as.example', 'https://as.example:443', false],
  ['https://as.example', 'https://as.example//', false],
  ['https://as.example', 'http://as.example', false],
  ['https://as.example/a', 'https://as.example', false],
  ['https://as.example?x', 'https://as.example?x/', false],
])('the issuers %s and %s are the same: %s', (asked, named, expected) => {
  expect(isSameIssuer(asked, named)).toBe(expected);
});

it.each([
  ['https://h.example', ['/']],
  ['https://h.example/', ['/']],
  ['https://h.example/mcp', ['/mcp', '/']],
  ['https://h.example/mcp/', ['/mcp', '/']],
  ['https://h.example/a/b?t=1', ['/a/b?t=1', '/']],
  ['https://h.example?t=1', ['?t=1', '/']],
])('the metadata of the resource %s is looked for in this order', (server, suffixes) => {
  const base = 'https://h.example/.well-known/oauth-protected-resource';
  const expected = suffixes.map((suffix) => (suffix === '/' ? base : `${base}${suffix}`));
  expect(resourceMetadataUrls(server)).toEqual(expected);
});

it('the metadata of a resource has to name one', () => {
  const resource = 'https://h.example/mcp';
  expect(readResourceMetadata({ resource, authorization_servers: 'x' }, 'h')).toEqual({ resource });
  for (const document of [{}, { resource: 'x' }, { resource: 7 }, null]) {
    expect(() => readResourceMetadata(document, 'h.example')).toThrow('names no resource');
  }
});

describe('an address whose word may be taken', () => {
  it.each([
    ['https://as.example/x', false, true],
    ['http://as.example/x', false, false],
    ['http://as.example/x', true, false],
    ['http://127.0.0.1:1/x', true, true],
    ['http://127.0.0.1:1/x', false, false],
    ['https://localhost/x', false, false],
    ['https://[::1]/x', false, false],
    ['file:///etc/passwd', true, false],
    ['https://a:b@as.example', true, false],
    ['nowhere', true, false],
  ])('%s, where this machine may be meant: %s', (address, mayBeLocal, isTaken) => {
    const take = () => metadataAddress(address, mayBeLocal);
    if (isTaken) expect(take().href).toBe(new URL(address).href);
    else expect(take).toThrow();
  });

  it('may be here where the server is here, or where a person said so', () => {
    const url = 'https://h.example/mcp';
    const here = 'http://127.0.0.1:1/x';
    expect(mayPointHere({ name: 's', url, oauth: {} })).toBe(false);
    expect(mayPointHere({ name: 's', url: here, oauth: {} })).toBe(true);
    expect(mayPointHere({ name: 's', url, oauth: { authServerMetadataUrl: here } })).toBe(true);
  });
});
