import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { EmbeddedJWK, calculateJwkThumbprint, jwtVerify } from 'jose';

/**
 * What a resource server checks of a DPoP proof (RFC 9449 sections 4.3 and 7.1). Answers the error
 * of the challenge, or undefined when the proof holds.
 */
export async function checkProof(options: {
  readonly request: IncomingMessage;
  readonly url: string;
  readonly token: string;
  /** Of the key that the token is bound to. */
  readonly thumbprint: string | undefined;
  readonly nonce: string | undefined;
  /** The `jti` of each proof so far: none may come twice. */
  readonly seen: Set<string>;
}): Promise<string | undefined> {
  const proof = options.request.headers['dpop'];
  if (typeof proof !== 'string' || options.thumbprint === undefined) return 'invalid_token';
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt' });
    const { jwk } = protectedHeader;
    if (jwk === undefined || 'd' in jwk) return 'invalid_dpop_proof';
    if ((await calculateJwkThumbprint(jwk)) !== options.thumbprint) return 'invalid_token';
    const { jti, iat, htm, htu, ath, nonce } = payload;
    const isFresh = typeof iat === 'number' && Math.abs(Date.now() / 1000 - iat) < 60;
    if (!isFresh || jti === undefined || options.seen.has(jti)) return 'invalid_dpop_proof';
    options.seen.add(jti);
    if (htm !== options.request.method || htu !== options.url.split('?')[0]) {
      return 'invalid_dpop_proof';
    }
    const hash = createHash('sha256').update(options.token).digest('base64url');
    if (ath !== hash) return 'invalid_dpop_proof';
    return options.nonce !== undefined && nonce !== options.nonce ? 'use_dpop_nonce' : undefined;
  } catch {
    return 'invalid_dpop_proof';
  }
}
