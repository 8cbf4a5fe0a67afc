import { buildDiscoveryUrls, checkResourceAllowed } from '@modelcontextprotocol/client';
import { AppFailure, toAppError } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';
import { mayPointHere, metadataAddress, readMetadata } from './metadata.ts';
import type { MetadataPorts } from './metadata.ts';
import type { AuthorizationServer, Challenge, Discovered, ProtectedServer } from '../oauth.ts';
import {
  readResourceMetadata,
  readServerMetadata,
  serverWithoutMetadata,
} from './serverMetadata.ts';
import type { ResourceMetadata } from './serverMetadata.ts';

export type DiscoveryOptions = MetadataPorts & {
  readonly server: ProtectedServer;
  /** Of the server's last refusal; `{}` where there was none. */
  readonly challenge: Challenge;
};

/**
 * Finds out who authorizes for a server: RFC 9728, then RFC 8414 and OpenID Connect Discovery, else
 * the fixed endpoints of MCP 2025-03-26. Rejects with what {@link readMetadata} throws,
 * `auth/resource-mismatch` {resource, server}, `auth/issuer-mismatch` {asked, named},
 * `auth/no-metadata` {issuer}; the reason of `signal`. Every address asked is a step.
 */
export async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const { server } = options;
  const configured = server.oauth.authServerMetadataUrl;
  const resource = await resourceMetadata(options);
  const authorizationServer =
    configured === undefined
      ? await namedServer(options, resource)
      : await configuredServer(options, configured);
  return {
    authorizationServer,
    ...(resource && { resource: resource.resource }),
    ...(resource?.scopes_supported && { scopesSupported: resource.scopes_supported }),
  };
}

/** Of the first place that has it; undefined where none has. */
async function resourceMetadata(options: DiscoveryOptions): Promise<ResourceMetadata | undefined> {
  const { server, challenge } = options;
  const ways = resourceMetadataUrls(server.url).map((url) => ({ url, isNamed: false }));
  const named = challenge.resourceMetadataUrl;
  if (named !== undefined) ways.unshift({ url: named, isNamed: true });
  for (const { url, isNamed } of ways) {
    try {
      const found = await readMetadata({
        ...options,
        url,
        kind: 'resource-metadata',
        mayBeLocal: mayPointHere(server),
        read: (document, host) => fitting(readResourceMetadata(document, host), server),
      });
      if (found) return found;
    } catch (error) {
      if (!canGoOn(error, isNamed, server)) throw error;
    }
  }
  return undefined;
}

/**
 * A server behind a proxy may name itself by http: its own well-known addresses are as good. And
 * where a person named the authorization server, what is missing here is no matter.
 */
function canGoOn(error: unknown, isNamed: boolean, { oauth }: ProtectedServer): boolean {
  const { code } = toAppError(error);
  if (isNamed && (code === 'auth/insecure-endpoint' || code === 'auth/points-here')) return true;
  const isMissing = code === 'auth/bad-answer' || code === 'auth/unreachable';
  return isMissing && oauth.authServerMetadataUrl !== undefined;
}

/** The resource has to be this server, or what it stands under (RFC 9728 section 3.3, RFC 8707). */
function fitting(metadata: ResourceMetadata, server: ProtectedServer): ResourceMetadata {
  const configuredResource = metadata.resource;
  if (checkResourceAllowed({ requestedResource: server.url, configuredResource })) return metadata;
  const params = { resource: foreignText(metadata.resource), server: new URL(server.url).host };
  throw new AppFailure({
    code: 'auth/resource-mismatch',
    message: `${params.server} says that its tokens are for another server: ${params.resource}`,
    params,
  });
}

async function namedServer(
  options: DiscoveryOptions,
  resource: ResourceMetadata | undefined,
): Promise<AuthorizationServer> {
  const { server } = options;
  const { origin } = new URL(server.url);
  const named = resource?.authorization_servers?.[0];
  const issuer = named ?? origin;
  const mayBeLocal = mayPointHere(server);
  // It is a server's word: no address at all, perhaps.
  metadataAddress(issuer, mayBeLocal);
  const found = await issuerMetadata(options, issuer, mayBeLocal);
  if (found) return found;
  if (named !== undefined) throw noMetadata(named);
  return serverWithoutMetadata(origin);
}

/**
 * What the first of the usual places says of an issuer (RFC 8414, OpenID Connect Discovery); undefined
 * where none has it. Rejects as {@link readMetadata} does.
 */
export async function issuerMetadata(
  ports: MetadataPorts,
  issuer: string,
  mayBeLocal: boolean,
): Promise<AuthorizationServer | undefined> {
  for (const { url } of buildDiscoveryUrls(issuer)) {
    const found = await readMetadata({
      ...ports,
      url: url.href,
      kind: 'server-metadata',
      mayBeLocal,
      read: (document, host) => readServerMetadata(document, host, issuer),
    });
    if (found) return found;
  }
  return undefined;
}

async function configuredServer(
  options: DiscoveryOptions,
  url: string,
): Promise<AuthorizationServer> {
  const found = await readMetadata({
    ...options,
    url,
    kind: 'server-metadata',
    mayBeLocal: true,
    read: (document, host) => readServerMetadata(document, host, undefined),
  });
  if (found) return found;
  throw noMetadata(url);
}

/** The path form, then the root form (RFC 9728 section 3.1; MCP 2025-11-25, Authorization). */
export function resourceMetadataUrls(serverUrl: string): string[] {
  const { origin, pathname, search } = new URL(serverUrl);
  const root = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname.replace(/\/$/, '');
  return path === '' && search === '' ? [root] : [`${root}${path}${search}`, root];
}

function noMetadata(address: string): AppFailure {
  const issuer = foreignText(address);
  return new AppFailure({
    code: 'auth/no-metadata',
    message: `${issuer} is said to be the place to sign in, and there is no authorization server`,
    params: { issuer },
    action: 'retry',
  });
}
