import { createHash, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { OAuthClient } from '../oauth.ts';
import { hasScope } from '../tokens/scopes.ts';

/** What only this flow knows, 256 random bits each. */
export type AuthorizationSecrets = { readonly state: string; readonly verifier: string };

export function authorizationSecrets(): AuthorizationSecrets {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), verifier: random() };
}

/**
 * The parameters of an authorization request: RFC 6749 section 4.1.1, RFC 7636 section 4.3 with S256,
 * RFC 8707, RFC 9449 section 10.
 */
export async function requestParameters(request: {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scope: string | undefined;
  readonly resource: string | undefined;
  readonly secrets: AuthorizationSecrets;
  /** A JWK, private or public. */
  readonly dpopKey: Readonly<Record<string, unknown>> | undefined;
  readonly asksAnew: boolean;
  /** Comes back in the id token (OpenID Connect Core section 3.1.2.1). */
  readonly nonce: string | undefined;
}): Promise<Record<string, string | undefined>> {
  const { client, redirectUri, scope, resource, secrets, dpopKey, asksAnew } = request;
  const prompts = [
    ...(asksAnew ? ['login'] : []),
    // It is given only to a person who consents to it there and then (OpenID Connect Core, section 11).
    ...(hasScope(scope, 'offline_access') ? ['consent'] : []),
  ];
  return {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: secrets.state,
    nonce: request.nonce,
    scope,
    resource,
    prompt: prompts.length === 0 ? undefined : prompts.join(' '),
    dpop_jkt: dpopKey === undefined ? undefined : await calculateJwkThumbprint(dpopKey),
  };
}
