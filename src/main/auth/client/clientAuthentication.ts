import { createPrivateKey, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { AppFailure } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';
import type { AuthorizationServer, OAuthClient } from '../oauth.ts';

/** How a client proves who it is at the token endpoint (RFC 6749 section 2.3, RFC 7523 section 2.2). */
export type ClientAuthMethod = NonNullable<OAuthClient['authMethod']>;

/** A private key in PEM (PKCS #8; the older PKCS #1 and SEC 1 too) and the JWS algorithm it is for. */
export type ClientKey = { readonly pem: string; readonly algorithm: string };

/** What is added to one request to prove who the client is. */
export type ClientProof = {
  readonly headers: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
};

const assertionSeconds = 60;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * As it was registered or configured; else what the server takes, by what we have. A server that says
 * nothing takes `client_secret_basic` (RFC 8414 section 2). Throws `auth/needs-secret` {client, host}.
 */
export function chooseClientAuthMethod(
  client: OAuthClient,
  server: AuthorizationServer,
  hasKey: boolean,
): ClientAuthMethod {
  const hasSecret = client.clientSecret !== undefined && client.clientSecret !== '';
  const taken = server.tokenEndpointAuthMethods ?? ['client_secret_basic'];
  const wanted = client.authMethod;
  if (wanted !== undefined && isPossible(wanted, hasSecret, hasKey)) return wanted;
  // Some servers register a client for a secret that they then do not give.
  if (wanted === 'private_key_jwt') throw noKey('no private key is configured');
  if (wanted !== undefined && client.source !== 'registered')
    throw needsSecret(client, server.issuer);
  if (hasKey && (taken.includes('private_key_jwt') || !hasSecret)) return 'private_key_jwt';
  if (!hasSecret) return 'none';
  if (taken.includes('client_secret_basic')) return 'client_secret_basic';
  if (taken.includes('client_secret_post') || !taken.includes('none')) return 'client_secret_post';
  return 'none';
}

/**
 * The proof for one request; an assertion is signed anew each time, since a server may take each
 * only once. Throws `auth/private-key` {why}.
 */
export async function proveClient(
  method: ClientAuthMethod,
  client: OAuthClient,
  server: AuthorizationServer,
  key: ClientKey | undefined,
  now: () => number,
): Promise<ClientProof> {
  const { clientId, clientSecret = '' } = client;
  switch (method) {
    case 'client_secret_basic':
      return { headers: { Authorization: basic(clientId, clientSecret) }, parameters: {} };
    case 'client_secret_post':
      return { headers: {}, parameters: { client_id: clientId, client_secret: clientSecret } };
    case 'none':
      // A workload's assertion may say all that there is to say (RFC 7523 section 2.1).
      return { headers: {}, parameters: clientId === '' ? {} : { client_id: clientId } };
    case 'private_key_jwt': {
      if (key === undefined) throw noKey('no private key is configured');
      const client_assertion = await signAssertion(clientId, server.issuer, key, now());
      return {
        headers: {},
        parameters: { client_id: clientId, client_assertion_type: assertionType, client_assertion },
      };
    }
  }
}

/** Both parts are form-encoded before they are joined (RFC 6749 section 2.3.1 and appendix B). */
function basic(clientId: string, clientSecret: string): string {
  const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

/** A client's secret as it goes over the wire, in each of its forms: a server may say them again. */
export function shownForms({ clientId, clientSecret }: OAuthClient): readonly string[] {
  if (clientSecret === undefined) return [];
  return [clientSecret, formEncoded(clientSecret), basic(clientId, clientSecret).slice(6)];
}

export function formEncoded(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice(2);
}

/** RFC 7523 section 3: issuer and subject are the client, the audience is the server. */
async function signAssertion(clientId: string, audience: string, key: ClientKey, now: number) {
  const seconds = Math.floor(now / 1000);
  try {
    return await new SignJWT({})
      .setProtectedHeader({ alg: key.algorithm, typ: 'JWT' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + assertionSeconds)
      .setJti(randomUUID())
      .sign(privateKey(key.pem));
  } catch (error) {
    throw noKey(error instanceof Error ? error.message : String(error));
  }
}

function privateKey(pem: string): KeyObject {
  return createPrivateKey({ key: pem, format: 'pem' });
}

function isPossible(method: ClientAuthMethod, hasSecret: boolean, hasKey: boolean): boolean {
  if (method === 'none') return true;
  return method === 'private_key_jwt' ? hasKey : hasSecret;
}

function noKey(why: string): AppFailure {
  const said = foreignText(why);
  return new AppFailure({
    code: 'auth/private-key',
    message: `The private key can't be used: ${said}`,
    params: { why: said },
    action: 'edit-server',
  });
}

/** `auth/needs-secret` {client, host}. */
export function needsSecret(client: OAuthClient, issuer: string): AppFailure {
  const params = { client: foreignText(client.clientId), host: foreignText(issuer) };
  return new AppFailure({
    code: 'auth/needs-secret',
    message: `${params.host} wants the secret of the client ${params.client}, and there is none`,
    params,
    action: 'sign-in',
  });
}
