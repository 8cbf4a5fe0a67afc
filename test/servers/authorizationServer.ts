import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, errors } from 'oidc-provider';
import type { ClientMetadata, Configuration } from 'oidc-provider';
import { followAuthorization } from './headlessBrowser.ts';
import { memoryAdapter } from './oidcMemory.ts';
import type { OidcMemory } from './oidcMemory.ts';

export type AuthorizationServerOptions = {
  /** What protected resources may be asked for. */
  readonly scopes?: readonly string[];
  readonly clients?: readonly ClientMetadata[];
  /** False: no dynamic registration (RFC 7591). */
  readonly registration?: boolean;
  /** Client ID Metadata Documents by their https address; given, they are supported. */
  readonly metadataDocuments?: ReadonlyMap<string, object>;
  /** In seconds; an hour by default. */
  readonly accessTokenSeconds?: number;
  /** In seconds; two weeks by default. */
  readonly refreshTokenSeconds?: number;
  /** `always` by default, where the client may have one at all. */
  readonly refreshTokens?: 'always' | 'with-offline-access' | 'never';
  /** DPoP proofs need a nonce from here (RFC 9449 section 8). */
  readonly dpopNonce?: boolean;
  /** Laid over everything else, for what only one test needs. */
  readonly configuration?: Configuration;
  /** For further grant types (`provider.registerGrantType`) before anything is asked. */
  readonly prepare?: (provider: Provider) => void;
  readonly port?: number;
};

/** What the person of this server does in the browser. */
export type Person = { account: string; allows: boolean };

/** One request that reached the server. */
export type SeenRequest = { readonly method: string; readonly path: string };

/** What a token stands for, asked of the server that gave it (RFC 7662's members, in process). */
export type Introspected = {
  readonly scopes: readonly string[];
  readonly audience: readonly string[];
  readonly clientId: string | undefined;
  readonly account: string | undefined;
  /** Of the key it is bound to (RFC 9449 section 6.1). */
  readonly thumbprint: string | undefined;
};

export type TestAuthorizationServer = Awaited<ReturnType<typeof authorizationServer>>;

/**
 * A real authorization server on loopback: PKCE, registration, rotated refresh tokens, resource
 * indicators, DPoP, revocation. Its person signs in and consents at once: `person` may be changed.
 */
export async function authorizationServer(options: AuthorizationServerOptions = {}) {
  const person: Person = { account: 'person-1', allows: true };
  const memory: OidcMemory = new Map();
  const requests: SeenRequest[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    ...(await configurationOf(options, memory)),
    ...options.configuration,
  });
  options.prepare?.(provider);
  const serve = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    requests.push({ method: request.method ?? '', path: pathname });
    if (!pathname.startsWith('/interaction/')) void serve(request, response);
    else {
      interact(provider, person, request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    }
  });

  return {
    issuer,
    provider,
    person,
    requests,
    /** Acts for the person's browser up to the redirect URI; answers the address it ended at. */
    followAuthorization: (url: string) => followAuthorization(url),
    /** Undefined for a token that is unknown, expired or revoked. */
    introspect: async (token: string): Promise<Introspected | undefined> => {
      const found =
        (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
      if (found === undefined) return undefined;
      return {
        scopes: (found.scope ?? '').split(' ').filter(Boolean),
        audience: [found.aud ?? []].flat(),
        clientId: found.clientId,
        account: 'accountId' in found ? found.accountId : undefined,
        thumbprint: found.jkt,
      };
    },
    /** The ids of the access and refresh tokens that can still be used. */
    liveTokens: () =>
      ['AccessToken', 'RefreshToken'].flatMap((kind) =>
        [...(memory.get(kind) ?? [])].flatMap(([id, { consumed }]) => (consumed ? [] : [id])),
      ),
    /** As if the tokens had expired; refresh tokens go on. */
    expireAccessTokens: () => {
      memory.get('AccessToken')?.clear();
      memory.get('ClientCredentials')?.clear();
    },
    expireRefreshTokens: () => memory.get('RefreshToken')?.clear(),
    /** As if somebody had cleaned up the registrations. */
    forgetClients: () => memory.get('Client')?.clear(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function configurationOf(
  options: AuthorizationServerOptions,
  memory: OidcMemory,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const documents = options.metadataDocuments;
  const refreshTokens = options.refreshTokens ?? 'always';
  return {
    adapter: (model: string) => memoryAdapter(memory, model),
    clients: [...(options.clients ?? [])],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'test' }] },
    cookies: { keys: ['test'] },
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, name: `Name of ${sub}`, email: `${sub}@example.com` }),
    }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    issueRefreshToken: (_context, client, code) =>
      refreshTokens !== 'never' &&
      client.grantTypeAllowed('refresh_token') &&
      (refreshTokens === 'always' || code.scopes.has('offline_access')),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    renderError: (context, out) => {
      context.type = 'json';
      context.body = JSON.stringify(out);
    },
    fetch: async (url) => {
      const document = documents?.get(new URL(url instanceof Request ? url.url : url).href);
      return document ? Response.json(document) : new Response(null, { status: 404 });
    },
    ttl: {
      AccessToken: options.accessTokenSeconds ?? 3600,
      ClientCredentials: options.accessTokenSeconds ?? 3600,
      RefreshToken: options.refreshTokenSeconds ?? 14 * 24 * 3600,
      IdToken: 3600,
      Interaction: 600,
      Session: 3600,
      Grant: 14 * 24 * 3600,
    },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: options.registration ?? true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      dPoP: {
        enabled: true,
        ...(options.dpopNonce && { nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true }),
      },
      clientIdMetadataDocument: { enabled: documents !== undefined, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => {
          if (!URL.canParse(resource)) throw new errors.InvalidTarget();
          return {
            scope: (options.scopes ?? []).join(' '),
            audience: resource,
            accessTokenTTL: options.accessTokenSeconds ?? 3600,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
  };
}

/** Signs in and consents to whatever is asked, or refuses, as the person would in the browser. */
async function interact(
  provider: Provider,
  person: Person,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  const { prompt, params, session, grantId } = details;
  if (!person.allows) {
    const denied = { error: 'access_denied', error_description: 'the person said no' };
    return provider.interactionFinished(request, response, denied);
  }
  if (prompt.name === 'login') {
    const login = { accountId: person.account };
    return provider.interactionFinished(request, response, { login });
  }
  const held = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const clientId = String(params['client_id']);
  const accountId = session?.accountId ?? person.account;
  const grant = held ?? new provider.Grant({ accountId, clientId });
  const missing = prompt.details as {
    missingOIDCScope?: string[];
    missingOIDCClaims?: string[];
    missingResourceScopes?: Record<string, string[]>;
  };
  if (missing.missingOIDCScope) grant.addOIDCScope(missing.missingOIDCScope);
  if (missing.missingOIDCClaims) grant.addOIDCClaims(missing.missingOIDCClaims);
  for (const [resource, scopes] of Object.entries(missing.missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, scopes);
  }
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(
    request,
    response,
    { consent },
    { mergeWithLastSubmission: true },
  );
}
