import { describe, expect, it } from 'vitest';
import type { AuthStep, OAuthConfig } from '../../src/shared/auth.ts';
import { callbackPlace } from '../../src/main/auth/browser/callbackPlace.ts';
import { chooseClient } from '../../src/main/auth/client/clientChoice.ts';
import type { ClientChoiceOptions } from '../../src/main/auth/client/clientChoice.ts';
import type { AuthorizationServer, OAuthClient } from '../../src/main/auth/oauth.ts';
import { registrationAuthMethod } from '../../src/main/auth/client/registration.ts';

const redirectUri = 'http://127.0.0.1:4000/callback';
const documentUrl = 'https://patchbay.example/client.json';
const registered: OAuthClient = { clientId: 'reg', source: 'registered', redirectUri };
const bare: AuthorizationServer = {
  issuer: 'https://as.example',
  tokenEndpoint: 'https://as.example/token',
  codeChallengeMethods: ['S256'],
  promisesIss: false,
  takesMetadataDocuments: false,
};

type Asked = { readonly url: string; readonly body: unknown };

/** The choice, with a registration endpoint that answers as told. */
async function choose(
  given: {
    readonly oauth?: OAuthConfig;
    readonly server?: Partial<AuthorizationServer>;
    readonly answer?: () => Response;
  } & Partial<Omit<ClientChoiceOptions, 'server'>> = {},
) {
  const asked: Asked[] = [];
  const steps: AuthStep[] = [];
  const { oauth, server: members, answer, ...more } = given;
  const client = chooseClient({
    scope: undefined,
    redirectUri,
    secret: async () => undefined,
    known: undefined,
    step: (step) => void steps.push(step),
    now: () => 0,
    signal: new AbortController().signal,
    ...more,
    server: { name: 's', url: 'https://mcp.example/mcp', oauth: oauth ?? {} },
    authorizationServer: { ...bare, ...members },
    fetch: async (url, init) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      asked.push({ url: String(url as URL), body });
      return answer?.() ?? Response.json({ client_id: 'new' }, { status: 201 });
    },
  });
  return { client: await client.catch((error: unknown) => Promise.reject(error)), asked, steps };
}

const registrationEndpoint = 'https://as.example/register';
const failure = (code: string, params: object) =>
  expect.objectContaining({ error: expect.objectContaining({ code, params }) });

describe('who Patchbay is to an authorization server', () => {
  it('is the configured client, and nothing is asked', async () => {
    const { client, asked } = await choose({
      oauth: { clientId: 'mine', tokenEndpointAuthMethod: 'client_secret_post' },
      server: { registrationEndpoint, takesMetadataDocuments: true },
      documentUrl,
      known: registered,
      secret: async () => 'secret',
    });
    expect(client).toEqual({
      clientId: 'mine',
      clientSecret: 'secret',
      authMethod: 'client_secret_post',
      source: 'configured',
      redirectUri,
    });
    expect(asked).toEqual([]);
  });

  it('is the known registration while its redirect URI fits', async () => {
    const server = { registrationEndpoint, takesMetadataDocuments: true };
    const { client, asked } = await choose({ known: registered, server, documentUrl });
    expect(client).toBe(registered);
    expect(asked).toEqual([]);
    const other = { ...registered, redirectUri: 'http://127.0.0.1:4001/callback' };
    const again = await choose({ known: other, server: { registrationEndpoint } });
    expect(again.client).toMatchObject({ clientId: 'new', redirectUri });
  });

  it('is what a person entered, with the secret that they entered', async () => {
    const known: OAuthClient = { clientId: 'typed', source: 'entered', redirectUri };
    const { client } = await choose({ known, secret: async () => 'secret' });
    expect(client).toEqual({ ...known, clientSecret: 'secret' });
  });

  it('is the metadata document where the server takes one', async () => {
    const server = { registrationEndpoint, takesMetadataDocuments: true };
    const { client, asked } = await choose({ server, documentUrl });
    expect(client).toMatchObject({ clientId: documentUrl, source: 'metadata-document' });
    expect(asked).toEqual([]);
    const own = 'https://company.example/patchbay.json';
    const configured = await choose({ server, documentUrl, oauth: { clientMetadataUrl: own } });
    expect(configured.client.clientId).toBe(own);
  });

  it.each([undefined, 'http://p.example/c.json', 'https://p.example/', 'https://p.example', 'x'])(
    'is no document at %s',
    async (url) => {
      const server = { registrationEndpoint, takesMetadataDocuments: true };
      const { client } = await choose({ server, documentUrl: url });
      expect(client.source).toBe('registered');
    },
  );

  it('is a new native registration else', async () => {
    const { client, asked, steps } = await choose({
      server: { registrationEndpoint, tokenEndpointAuthMethods: ['client_secret_post', 'none'] },
      documentUrl,
      scope: 'a b',
      answer: () =>
        Response.json(
          {
            client_id: 'new',
            client_secret: 's',
            token_endpoint_auth_method: 'client_secret_post',
          },
          { status: 201 },
        ),
    });
    expect(asked).toEqual([
      {
        url: registrationEndpoint,
        body: {
          client_name: 'Patchbay',
          application_type: 'native',
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
          scope: 'a b',
        },
      },
    ]);
    expect(client).toEqual({
      clientId: 'new',
      clientSecret: 's',
      authMethod: 'client_secret_post',
      source: 'registered',
      redirectUri,
    });
    expect(steps.at(-1)).toMatchObject({ url: registrationEndpoint, status: 201, verdict: 'ok' });
  });

  it('has to be registered by a person where the server has no way', async () => {
    await expect(choose()).rejects.toEqual(
      failure('auth/needs-client', { issuer: 'https://as.example', redirectUri }),
    );
  });

  it('has to be registered by a person where there is no metadata and nothing at /register', async () => {
    const answer = () => new Response('no', { status: 404 });
    const guessed = { registrationEndpoint, codeChallengeMethods: undefined };
    await expect(choose({ server: guessed, answer })).rejects.toEqual(
      failure('auth/needs-client', { issuer: 'https://as.example', redirectUri }),
    );
    const named = choose({ server: { registrationEndpoint }, answer });
    await expect(named).rejects.toThrow('refuses to register Patchbay (HTTP 404)');
  });

  it('says what the server says when it refuses', async () => {
    const body = { error: 'invalid_redirect_uri', error_description: 'no\u202e loop\nback' };
    const answer = () => Response.json(body, { status: 400 });
    await expect(choose({ server: { registrationEndpoint }, answer })).rejects.toEqual(
      failure('auth/registration-refused', {
        host: 'as.example',
        error: 'invalid_redirect_uri',
        description: 'no loop back',
      }),
    );
  });

  it.each([
    ['an empty answer', () => new Response('', { status: 201 }), 'holds no client id'],
    ['a web page', () => new Response('<html>', { status: 200 }), 'holds no client id'],
    ['another address', () => Response.redirect('https://evil.example/', 307), 'HTTP 307'],
    ['11 MB', () => new Response('x'.repeat(11_000_000)), 'larger than 1 MiB'],
  ])('is nobody after %s', async (_what, answer, said) => {
    await expect(choose({ server: { registrationEndpoint }, answer })).rejects.toThrow(said);
  });

  it.each(['http://as.example/register', 'http://127.0.0.1/register', 'file:///x', 'x'])(
    'is not told to %s',
    async (endpoint) => {
      await expect(choose({ server: { registrationEndpoint: endpoint } })).rejects.toThrow();
    },
  );
});

it.each([
  [undefined, 'none'],
  [['none', 'client_secret_basic'], 'none'],
  [['client_secret_post', 'client_secret_basic'], 'client_secret_basic'],
  [['client_secret_post'], 'client_secret_post'],
  [['tls_client_auth'], undefined],
])('a registration at a server that takes %j asks for %s', (supported, expected) => {
  expect(registrationAuthMethod(supported)).toBe(expected);
});

describe('where the browser comes back to', () => {
  const entered: OAuthClient = { ...registered, source: 'entered' };
  it.each<[string, OAuthConfig, OAuthClient | undefined, object]>([
    ['any port', {}, undefined, { host: '127.0.0.1', isFixed: false }],
    [
      'the other name',
      { callbackHost: 'localhost' },
      undefined,
      { host: 'localhost', isFixed: false },
    ],
    [
      'the port of the entry only',
      { callbackPort: 9 },
      registered,
      { host: '127.0.0.1', port: 9, isFixed: true },
    ],
    [
      'the port of a registration, if it is free',
      {},
      registered,
      { host: '127.0.0.1', port: 4000, isFixed: false },
    ],
    [
      'the port that was registered by hand',
      {},
      entered,
      { host: '127.0.0.1', port: 4000, isFixed: true },
    ],
    [
      'any port when the name was changed',
      { callbackHost: 'localhost' },
      registered,
      { host: 'localhost', isFixed: false },
    ],
    [
      'any port for a configured client',
      { clientId: 'x' },
      registered,
      { host: '127.0.0.1', isFixed: false },
    ],
  ])('is %s', (_what, oauth, known, expected) => {
    expect(callbackPlace(oauth, known)).toEqual(expected);
  });
});
