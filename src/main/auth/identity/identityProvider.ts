import { randomBytes } from 'node:crypto';
import type { IdentityProvider } from '../../../shared/auth.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';
import { checkIdToken } from './idToken.ts';
import type { Identity } from './identity.ts';
import { issuerMetadata } from '../discovery/discovery.ts';
import type { MetadataPorts } from '../discovery/metadata.ts';
import type { AuthorizationServer, OAuthTokens, ProtectedServer } from '../oauth.ts';
import { withProcessLock } from '../keychain/processLock.ts';
import { isLoopback } from '../discovery/secureEndpoint.ts';
import { oauthErrorOf, requestTokens } from '../tokens/tokenRequest.ts';

/** Where an identity is kept, by the provider's issuer. */
export type IdentityStore = {
  readonly identity: (issuer: string) => Promise<Identity | undefined>;
  /** The same, past what another process may have changed. */
  readonly rereadIdentity: (issuer: string) => Promise<Identity | undefined>;
  readonly saveIdentity: (issuer: string, identity: Identity) => Promise<void>;
};

export type IdentityOptions = MetadataPorts & {
  readonly provider: IdentityProvider;
  /** Of our client there. */
  readonly secret: string | undefined;
  readonly store: IdentityStore;
  /** Where renewals take turns, of all processes; a refresh token is used once. */
  readonly lockFolder?: string | undefined;
};

/** The sign-in that a browser is to do; `server` stands for the provider. */
export type IdentitySignIn = {
  readonly server: ProtectedServer;
  readonly authorizationServer: AuthorizationServer;
  /** To be sent with the authorization request (OpenID Connect Core section 3.1.2.1). */
  readonly nonce: string;
};

/** Before an id token's end, in milliseconds: two more servers have to take it. */
const lastMinute = 60_000;

/**
 * Who the person is, for all servers of `cross-app`: as kept, or renewed without a browser where the
 * provider gave a refresh token. Throws `auth/identity-sign-in` {issuer} where they have to sign in
 * there (once, for all of these servers), and as {@link requestTokens} does.
 */
export async function currentIdentity(options: IdentityOptions): Promise<Identity> {
  const { provider, store, lockFolder } = options;
  const held = usable(options, await store.identity(provider.issuer));
  if (held !== undefined) return held;
  const renewInTurn = async (): Promise<Identity> => {
    const latest = await store.rereadIdentity(provider.issuer);
    const renewedElsewhere = usable(options, latest);
    if (renewedElsewhere !== undefined) return renewedElsewhere;
    if (latest?.clientId !== provider.clientId || latest.refreshToken === undefined) {
      throw identityNeeded(provider);
    }
    const renewed = await renew(options, latest, latest.refreshToken);
    await store.saveIdentity(provider.issuer, renewed);
    return renewed;
  };
  if (lockFolder === undefined) return renewInTurn();
  return withProcessLock(lockFolder, `identity ${provider.issuer}`, renewInTurn);
}

/** For our client, and for a while yet. */
function usable(
  { provider, now }: IdentityOptions,
  identity: Identity | undefined,
): Identity | undefined {
  if (identity?.clientId !== provider.clientId) return undefined;
  return identity.expiresAt - lastMinute > now() ? identity : undefined;
}

/**
 * Signs in at the identity provider (OpenID Connect with PKCE), and keeps who that was. Throws what
 * discovery and `signInByBrowser` do, `auth/no-identity-provider` {issuer} and `auth/bad-id-token`
 * {issuer, why}.
 */
export async function signInIdentity(
  options: IdentityOptions,
  signInByBrowser: (request: IdentitySignIn) => Promise<OAuthTokens>,
): Promise<Identity> {
  const { provider, store } = options;
  const authorizationServer = await discoverProvider(options);
  const nonce = randomBytes(32).toString('base64url');
  const { clientId } = provider;
  const tokens = await signInByBrowser({
    server: {
      name: `identity provider ${provider.issuer}`,
      url: provider.issuer,
      oauth: { clientId, scope: identityScope(provider) },
    },
    authorizationServer,
    nonce,
  });
  const identity = identityOf(options, authorizationServer, tokens, nonce);
  await store.saveIdentity(provider.issuer, identity);
  return identity;
}

/** An id token comes for `openid` only (OpenID Connect Core section 3.1.2.1). */
function identityScope({ scope = '' }: IdentityProvider): string {
  const scopes = scope.split(' ').filter((one) => one !== '' && one !== 'openid');
  return ['openid', ...scopes].join(' ');
}

async function discoverProvider(options: IdentityOptions): Promise<AuthorizationServer> {
  const { issuer } = options.provider;
  // A person named it: it may be on this machine only if it says so itself.
  const found = await issuerMetadata(options, issuer, isLoopback(new URL(issuer).hostname));
  if (found) {
    // That S256 is named is a rule of MCP, and this is no server of it; PKCE is used all the same.
    const { codeChallengeMethods: named = [], ...rest } = found;
    return named.length > 0 ? found : rest;
  }
  throw new AppFailure({
    code: 'auth/no-identity-provider',
    message: `There is no identity provider at ${foreignText(issuer)}. Look at its address in the settings.`,
    params: { issuer: foreignText(issuer) },
    action: 'open-settings',
  });
}

async function renew(
  options: IdentityOptions,
  held: Identity,
  refresh_token: string,
): Promise<Identity> {
  const { provider, secret, fetch, now, signal, step } = options;
  const { authorizationServer, clientId } = held;
  try {
    const tokens = await requestTokens({
      authorizationServer,
      client: {
        clientId,
        ...(secret !== undefined && { clientSecret: secret }),
        source: 'configured',
      },
      parameters: { grant_type: 'refresh_token', refresh_token },
      fetch,
      now,
      signal,
      step,
      kind: 'refresh',
    });
    // The new refresh token may be left out: the old one goes on (RFC 6749 section 6).
    const kept = { refreshToken: refresh_token, ...tokens };
    return identityOf(options, authorizationServer, kept, undefined);
  } catch (error) {
    const isOver = oauthErrorOf(error) === 'invalid_grant';
    // A renewal need not bring an id token (OpenID Connect Core section 12.2).
    throw isOver || isWithoutIdToken(error) ? identityNeeded(provider) : error;
  }
}

function identityOf(
  { provider, now }: IdentityOptions,
  authorizationServer: AuthorizationServer,
  tokens: Pick<OAuthTokens, 'idToken' | 'refreshToken'>,
  nonce: string | undefined,
): Identity {
  const { clientId } = provider;
  const { idToken = '', refreshToken } = tokens;
  const { issuer } = authorizationServer;
  const expiresAt = checkIdToken(idToken, { issuer, clientId, nonce, now: now() });
  return {
    authorizationServer,
    clientId,
    idToken,
    expiresAt,
    ...(refreshToken !== undefined && { refreshToken }),
  };
}

function isWithoutIdToken(error: unknown): boolean {
  return error instanceof AppFailure && error.error.code === 'auth/bad-id-token';
}

function identityNeeded(provider: IdentityProvider): AppFailure {
  const issuer = foreignText(provider.issuer);
  return new AppFailure({
    code: 'auth/identity-sign-in',
    message: `Sign in at ${issuer}, once for all servers that trust it.`,
    params: { issuer },
    action: 'sign-in',
  });
}
