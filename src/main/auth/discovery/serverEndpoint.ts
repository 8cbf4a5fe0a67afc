import { metadataAddress } from './metadata.ts';
import type { AuthorizationServer } from '../oauth.ts';
import { isLoopback } from './secureEndpoint.ts';

/**
 * An endpoint that an authorization server names, and that secrets may be sent to: https, or this
 * machine where the server itself is here. One elsewhere must not make us knock at what only we can
 * reach. Throws `auth/insecure-endpoint` {url}, `auth/points-here` {url}.
 */
export function serverEndpoint({ issuer }: AuthorizationServer, endpoint: string): URL {
  const isHere = URL.canParse(issuer) && isLoopback(new URL(issuer).hostname);
  return metadataAddress(endpoint, isHere);
}
