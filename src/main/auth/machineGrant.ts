import { AppFailure } from '../../shared/errors.ts';
import { badSecretFile, clientKeyOf, readSecretFile } from './client/clientKey.ts';
import type { ReadTextFile } from './client/clientKey.ts';
import { needsSecret } from './client/clientAuthentication.ts';
import type { ClientKey } from './client/clientAuthentication.ts';
import type { DpopProofs } from './client/dpop.ts';
import type { Discovered, Grant, OAuthClient, ProtectedServer, StepSink } from './oauth.ts';
import { requestTokens } from './tokens/tokenRequest.ts';
import { fileWhys } from './why.ts';

export type MachineGrantOptions = {
  /** Its grant is `client_credentials` or `jwt-bearer`. */
  readonly server: ProtectedServer;
  readonly discovered: Discovered;
  /** What the server asked for, space-separated; an entry's own scope wins. */
  readonly scope?: string | undefined;
  /** The client's secret, from its variable or the keychain. */
  readonly secret: () => Promise<string | undefined>;
  readonly readTextFile: ReadTextFile;
  readonly dpop?: DpopProofs | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly step: StepSink;
};

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * Tokens that need no person: by client credentials (RFC 6749 section 4.4) or by the assertion of a
 * workload (RFC 7523 section 2.1). One request, never repeated and never by another grant. It brings
 * no refresh token: what it began with is there to ask again. Throws as {@link requestTokens} does;
 * `auth/secret-file` {file, why}, `auth/needs-client-id` {server}, `auth/needs-secret` {client, host}.
 */
export async function machineGrant(options: MachineGrantOptions): Promise<Grant> {
  const { server, discovered, dpop } = options;
  const { authorizationServer, resource } = discovered;
  const client = await configuredClient(options);
  const privateKey = await clientKeyOf(server.oauth, options.readTextFile);
  const { refreshToken: _unused, ...tokens } = await requestTokens({
    authorizationServer,
    client,
    parameters: await grantParameters(options, client, privateKey),
    resource,
    dpop,
    privateKey,
    fetch: options.fetch,
    now: options.now,
    signal: options.signal,
    kind: 'token',
    step: options.step,
  });
  return {
    serverUrl: server.url,
    ...(resource !== undefined && { resource }),
    authorizationServer,
    client,
    tokens,
    ...(dpop !== undefined && { dpopKey: dpop.jwk() }),
  };
}

async function configuredClient({ server, secret }: MachineGrantOptions): Promise<OAuthClient> {
  const { clientId = '', tokenEndpointAuthMethod } = server.oauth;
  const clientSecret = clientId === '' ? undefined : await secret();
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(tokenEndpointAuthMethod !== undefined && { authMethod: tokenEndpointAuthMethod }),
    source: 'configured',
  };
}

async function grantParameters(
  { server, scope: asked, readTextFile, discovered }: MachineGrantOptions,
  client: OAuthClient,
  privateKey: ClientKey | undefined,
): Promise<Record<string, string>> {
  const { grant, assertionFile, scope = asked } = server.oauth;
  const scopes = scope === undefined || scope === '' ? {} : { scope };
  if (grant === 'jwt-bearer') {
    if (assertionFile === undefined) throw badSecretFile('assertionFile', fileWhys.unnamed);
    const assertion = await readSecretFile(assertionFile, readTextFile);
    // Three parts of base64url (RFC 7515 section 7.1). Nothing else in a file is ever sent away.
    const isJwt = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(assertion);
    if (!isJwt) throw badSecretFile(assertionFile, fileWhys.notJwt);
    return { grant_type: jwtBearer, assertion, ...scopes };
  }
  if (client.clientId === '') throw needsClientId(server);
  const isPublic = client.clientSecret === undefined && privateKey === undefined;
  if (isPublic && client.authMethod !== 'none') {
    throw needsSecret(client, discovered.authorizationServer.issuer);
  }
  return { grant_type: 'client_credentials', ...scopes };
}

function needsClientId({ name }: ProtectedServer): AppFailure {
  return new AppFailure({
    code: 'auth/needs-client-id',
    message: `${name} is to be authorized as a client, and its entry names no client id`,
    params: { server: name },
    action: 'edit-server',
  });
}
