import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CredentialStore } from '../../src/main/auth/keychain/credentialStore.ts';
import { KeptSecrets } from '../../src/main/auth/keychain/keptSecrets.ts';
import { MemorySecretStore } from '../../src/main/auth/keychain/secretStore.ts';
import type { IdentityProvider, OAuthConfig } from '../../src/shared/auth.ts';
import { AuthorizationServer } from '../../src/main/auth/oauth.ts';
import { openAuthorizationRoom } from '../authorizationRoom.ts';

/** What the suite tells a scenario besides the address (MCP_CONFORMANCE_CONTEXT). */
export type AuthContext = {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly valid_jwt?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_issuer?: string;
  readonly idp_token_endpoint?: string;
};

/** The document that the suite lets a client name; nobody fetches it. */
const documentUrl = 'https://conformance-test.local/client-metadata.json';
const secretVariable = 'SUITE_CLIENT_SECRET';

/** The app's own authorization, with a browser that agrees to everything. */
export async function openAuthorization(context: AuthContext) {
  const store = new CredentialStore(new KeptSecrets(new MemorySecretStore()));
  const identityProvider = await keepIdentity(store, context);
  const { authorization, folder, close } = openAuthorizationRoom({
    store,
    variable: (name) => (name === secretVariable ? context.client_secret : undefined),
    openBrowser: async (url) => {
      const { headers } = await fetch(url, { redirect: 'manual' });
      const location = headers.get('location');
      if (location !== null) await fetch(location);
    },
    identityProvider: () => identityProvider,
    documentUrl: () => documentUrl,
    onStep: (_server, step) => process.stderr.write(`${JSON.stringify(step)}\n`),
  });
  return {
    authorization,
    /** What a person would write into the entry for this scenario. */
    oauth: oauthOf(context, (name, text) => {
      const file = join(folder, name);
      writeFileSync(file, text, { mode: 0o600 });
      return file;
    }),
    close,
  };
}

function oauthOf(context: AuthContext, save: (name: string, text: string) => string): OAuthConfig {
  const client = {
    clientId: context.client_id,
    ...(context.client_secret !== undefined && { clientSecretVariable: secretVariable }),
  };
  switch (process.env['MCP_CONFORMANCE_SCENARIO']) {
    case 'auth/client-credentials-basic':
      return { ...client, grant: 'client_credentials' };
    case 'auth/client-credentials-jwt':
      return {
        ...client,
        grant: 'client_credentials',
        privateKeyFile: save('client.pem', context.private_key_pem ?? ''),
        signingAlgorithm: context.signing_algorithm,
      };
    case 'auth/wif-jwt-bearer':
      return {
        grant: 'jwt-bearer',
        clientId: context.client_id,
        assertionFile: save('workload.jwt', context.valid_jwt ?? ''),
      };
    case 'auth/enterprise-managed-authorization':
      return { ...client, grant: 'cross-app' };
    case 'auth/dpop':
    case 'auth/dpop-nonce':
      return { dpop: true };
    case undefined:
    default:
      return context.client_id === undefined ? {} : client;
  }
}

/** As if the person had signed in at the identity provider already. */
async function keepIdentity(
  store: CredentialStore,
  context: AuthContext,
): Promise<IdentityProvider | undefined> {
  const { idp_issuer: issuer, idp_client_id: clientId, idp_id_token: idToken } = context;
  if (issuer === undefined || clientId === undefined || idToken === undefined) return undefined;
  await store.saveIdentity(issuer, {
    authorizationServer: AuthorizationServer.parse({
      issuer,
      tokenEndpoint: context.idp_token_endpoint,
      tokenEndpointAuthMethods: ['none'],
      promisesIss: false,
      takesMetadataDocuments: false,
    }),
    clientId,
    idToken,
    expiresAt: Date.now() + 3_600_000,
  });
  return { issuer, clientId };
}
