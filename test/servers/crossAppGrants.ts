import { SignJWT, createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { errors } from 'oidc-provider';
import type { Configuration, Provider, TokenEndpointGrantContext } from 'oidc-provider';

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';
const idJagType = 'urn:ietf:params:oauth:token-type:id-jag';

type ExchangeParams = Readonly<
  Record<
    | 'audience'
    | 'resource'
    | 'requested_token_type'
    | 'subject_token'
    | 'subject_token_type'
    | 'scope',
    string | undefined
  >
>;
type BearerParams = Readonly<Record<'assertion' | 'resource' | 'scope', string | undefined>>;

/** Who our client is at the authorization servers that trust an identity provider, by issuer. */
export type ClientsElsewhere = Map<string, string>;

/**
 * What makes an identity provider of an oidc-provider: it exchanges its id tokens for grants that
 * are for another authorization server (RFC 8693, draft-ietf-oauth-identity-assertion-authz-grant).
 */
export async function crossAppIdentity(clients: ClientsElsewhere) {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'identity' };
  const configuration: Configuration = { jwks: { keys: [jwk] } };
  const prepare = (provider: Provider): void =>
    provider.registerGrantType<ExchangeParams>(
      tokenExchange,
      async (context) => {
        context.body = await exchange(provider, context, privateKey, clients);
      },
      [
        'audience',
        'resource',
        'requested_token_type',
        'subject_token',
        'subject_token_type',
        'scope',
      ],
    );
  return { configuration, prepare, sign: (grant: IdJag) => signGrant(privateKey, grant) };
}

async function exchange(
  provider: Provider,
  { oidc }: TokenEndpointGrantContext<ExchangeParams>,
  key: CryptoKey,
  clients: ClientsElsewhere,
): Promise<object> {
  const { audience = '', resource, scope, subject_token = '' } = oidc.params;
  if (oidc.params.requested_token_type !== idJagType) throw new errors.InvalidRequest('what for?');
  if (oidc.params.subject_token_type !== idTokenType) throw new errors.InvalidRequest('of what?');
  const clientId = clients.get(audience);
  if (clientId === undefined || resource === undefined) throw new errors.InvalidTarget();
  const { payload } = await provider.IdToken.validate(subject_token, oidc.client).catch(() => {
    throw new errors.InvalidGrant('the id token is not one of mine');
  });
  if (Number(payload.exp) * 1000 <= Date.now()) throw new errors.InvalidGrant('it has expired');
  const subject = String(payload.sub);
  const { issuer } = provider;
  const grant = await signGrant(key, { issuer, subject, audience, clientId, resource, scope });
  const kind = { issued_token_type: idJagType, token_type: 'N_A' };
  return { access_token: grant, ...kind, expires_in: grantSeconds };
}

const grantSeconds = 300;

/** What one such grant says. */
type IdJag = {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly clientId: string;
  readonly resource: string;
  readonly scope?: string | undefined;
};

async function signGrant(key: CryptoKey, grant: IdJag): Promise<string> {
  const { issuer, subject, audience, clientId, resource, scope } = grant;
  return new SignJWT({ client_id: clientId, resource, ...(scope && { scope }) })
    .setProtectedHeader({ alg: 'ES256', typ: 'oauth-id-jag+jwt', kid: 'identity' })
    .setIssuer(issuer)
    .setSubject(subject)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${grantSeconds}s`)
    .setJti(crypto.randomUUID())
    .sign(key);
}

/**
 * Lets an oidc-provider take the grants of an identity provider that it trusts (RFC 7523 section 3):
 * each once, for the client and the resource that it names.
 */
export function takesGrantsOf(identityIssuer: string, scopes: readonly string[]) {
  const seen = new Set<string>();
  return (provider: Provider): void =>
    provider.registerGrantType<BearerParams>(
      jwtBearer,
      async (context) => {
        context.body = await redeem(provider, context, { identityIssuer, scopes, seen });
      },
      ['assertion', 'resource', 'scope'],
    );
}

async function redeem(
  provider: Provider,
  { oidc }: TokenEndpointGrantContext<BearerParams>,
  trust: { identityIssuer: string; scopes: readonly string[]; seen: Set<string> },
): Promise<object> {
  const { assertion = '', resource = '' } = oidc.params;
  const keys = createRemoteJWKSet(new URL(`${trust.identityIssuer}/jwks`));
  const { payload } = await jwtVerify(assertion, keys, {
    issuer: trust.identityIssuer,
    audience: provider.issuer,
    typ: 'oauth-id-jag+jwt',
    requiredClaims: ['jti', 'sub', 'exp'],
  }).catch((error: Error) => {
    throw new errors.InvalidGrant(error.message);
  });
  const { jti = '', sub = '', client_id, scope } = payload;
  if (client_id !== oidc.client.clientId) throw new errors.InvalidGrant('it is for another client');
  if (payload['resource'] !== resource)
    throw new errors.InvalidTarget('it is for another resource');
  if (trust.seen.has(jti)) throw new errors.InvalidGrant('it was used before');
  trust.seen.add(jti);
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  const { client } = oidc;
  const grantId = await new provider.Grant({ accountId: sub, clientId: client.clientId }).save();
  const token = new provider.AccessToken({ accountId: sub, client, grantId, gty: jwtBearer });
  token.resourceServer = new provider.ResourceServer(resource, {
    scope: trust.scopes.join(' '),
    audience: resource,
  });
  token.scope = asked.filter((one) => trust.scopes.includes(one)).join(' ');
  const access_token = await token.save();
  return { access_token, token_type: 'Bearer', expires_in: token.expiration, scope: token.scope };
}
