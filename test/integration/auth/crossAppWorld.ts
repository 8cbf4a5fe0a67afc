import { onTestFinished } from 'vitest';
import type { AuthorizationPorts } from '../../../src/main/auth/authorization.ts';
import { authorizationServer } from '../../servers/authorizationServer.ts';
import {
  crossAppIdentity,
  jwtBearer,
  takesGrantsOf,
  tokenExchange,
} from '../../servers/crossAppGrants.ts';
import { protectedServer } from '../../servers/protectedServer.ts';

const identitySecret = 'secret-of-us-at-the-identity-provider';
const applicationSecret = 'secret-of-us-at-the-application';

/** An identity provider, and for each name a server with an authorization server that trusts it. */
export async function company(names: readonly string[]) {
  const clients = new Map<string, string>();
  const { sign, ...makesIdentity } = await crossAppIdentity(clients);
  const identity = await authorizationServer({
    refreshTokens: 'never',
    clients: [
      {
        client_id: 'desktop',
        client_secret: identitySecret,
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token', tokenExchange],
        application_type: 'native',
      },
    ],
    ...makesIdentity,
  });
  onTestFinished(identity.close);
  const applications = await Promise.all(
    names.map(async (name) => {
      const issuer = await authorizationServer({
        scopes: ['read'],
        clients: [
          {
            client_id: 'desktop-at-app',
            client_secret: applicationSecret,
            redirect_uris: [],
            response_types: [],
            grant_types: [jwtBearer],
          },
        ],
        prepare: takesGrantsOf(identity.issuer, ['read']),
      });
      onTestFinished(issuer.close);
      clients.set(issuer.issuer, 'desktop-at-app');
      const resource = await protectedServer({
        issuers: [issuer.issuer],
        introspect: issuer.introspect,
        scopes: ['read'],
      });
      onTestFinished(resource.close);
      return { name, issuer, resource };
    }),
  );
  const variables = new Map([
    ['IDENTITY_SECRET', identitySecret],
    ['APPLICATION_SECRET', applicationSecret],
  ]);
  const ports: Partial<AuthorizationPorts> = {
    variable: (name) => variables.get(name),
    identityProvider: () => ({
      issuer: identity.issuer,
      clientId: 'desktop',
      clientSecretVariable: 'IDENTITY_SECRET',
    }),
  };
  return {
    identity,
    applications,
    sign,
    ports,
    /** Of the entries of its servers. */
    oauth: {
      grant: 'cross-app',
      clientId: 'desktop-at-app',
      clientSecretVariable: 'APPLICATION_SECRET',
    },
  };
}
