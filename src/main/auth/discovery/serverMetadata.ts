import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';
import type { AuthorizationServer } from '../oauth.ts';
import { badAnswer } from '../tokens/tokenFailure.ts';
import { whys } from '../why.ts';

/** RFC 8414 section 2 and OpenID Connect Discovery section 3, as far as it is used. */
const ServerMetadata = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: z.string().optional().catch(undefined),
  token_endpoint: z.string().min(1),
  registration_endpoint: z.string().optional().catch(undefined),
  revocation_endpoint: z.string().optional().catch(undefined),
  token_endpoint_auth_methods_supported: texts(),
  code_challenge_methods_supported: texts(),
  scopes_supported: texts(),
  authorization_response_iss_parameter_supported: z.unknown().optional(),
  client_id_metadata_document_supported: z.unknown().optional(),
  dpop_signing_alg_values_supported: texts(),
});

/** RFC 9728 section 2. */
const ResourceMetadata = z.object({
  resource: z.string().min(1),
  authorization_servers: texts(),
  scopes_supported: texts(),
});
export type ResourceMetadata = z.infer<typeof ResourceMetadata>;

function texts() {
  return z.array(z.string()).optional().catch(undefined);
}

/** Throws `auth/bad-answer` {host, why}. */
export function readResourceMetadata(document: unknown, host: string): ResourceMetadata {
  const { success, data } = ResourceMetadata.safeParse(document);
  if (success && URL.canParse(data.resource)) return data;
  throw badAnswer(host, whys.noResource);
}

/**
 * Reads the metadata of an authorization server. `asked` is the issuer whose well-known address this
 * is, which it has to name (RFC 8414 section 3.3); undefined where a person gave the address. Throws
 * `auth/issuer-mismatch` {asked, named} and `auth/bad-answer` {host, why}.
 */
export function readServerMetadata(
  document: unknown,
  host: string,
  asked: string | undefined,
): AuthorizationServer {
  const { success, data } = ServerMetadata.safeParse(document);
  if (!success || !URL.canParse(data.issuer)) {
    throw badAnswer(host, whys.noIssuer);
  }
  if (asked !== undefined && !isSameIssuer(asked, data.issuer)) {
    throw issuerMismatch(asked, data.issuer);
  }
  return {
    issuer: data.issuer,
    authorizationEndpoint: data.authorization_endpoint,
    tokenEndpoint: data.token_endpoint,
    registrationEndpoint: data.registration_endpoint,
    revocationEndpoint: data.revocation_endpoint,
    tokenEndpointAuthMethods: data.token_endpoint_auth_methods_supported,
    codeChallengeMethods: data.code_challenge_methods_supported ?? [],
    scopesSupported: data.scopes_supported,
    promisesIss: data.authorization_response_iss_parameter_supported === true,
    takesMetadataDocuments: data.client_id_metadata_document_supported === true,
    dpopAlgorithms: data.dpop_signing_alg_values_supported,
  };
}

/** Where there is no metadata at all (MCP 2025-03-26, Authorization, section 2.3.3). */
export function serverWithoutMetadata(origin: string): AuthorizationServer {
  return {
    issuer: origin,
    authorizationEndpoint: `${origin}/authorize`,
    tokenEndpoint: `${origin}/token`,
    registrationEndpoint: `${origin}/register`,
    promisesIss: false,
    takesMetadataDocuments: false,
  };
}

/**
 * Character by character. The one exception is the `/` after a bare host: many a resource server
 * writes it there whether its issuer has it or not, and both have the same well-known address.
 */
export function isSameIssuer(asked: string, named: string): boolean {
  if (asked === named) return true;
  const [longer, shorter] = asked.length > named.length ? [asked, named] : [named, asked];
  return longer === `${shorter}/` && /^https?:\/\/[^/?#]+$/.test(shorter);
}

function issuerMismatch(asked: string, named: string): AppFailure {
  const params = { asked: foreignText(asked), named: foreignText(named) };
  return new AppFailure({
    code: 'auth/issuer-mismatch',
    message: `The metadata of ${params.asked} is that of another: it names ${params.named}. Nothing was sent there.`,
    params,
  });
}
