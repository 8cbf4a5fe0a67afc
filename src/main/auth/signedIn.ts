import { accountOf } from './identity/account.ts';
import type { Grant } from './oauth.ts';

/** What a grant says of who is signed in, without its secrets. */
export function signedIn({ authorizationServer, client, tokens }: Grant) {
  return {
    account: accountOf(tokens.idToken),
    issuer: authorizationServer.issuer,
    scopes: tokens.scope?.split(' ').filter((scope) => scope !== '') ?? [],
    expiresAt: tokens.expiresAt,
    renews: tokens.refreshToken !== undefined,
    isBoundToKey: tokens.tokenType === 'DPoP',
    clientId: client.clientId,
    clientSource: client.source,
  };
}
