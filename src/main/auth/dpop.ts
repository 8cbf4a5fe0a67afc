import {
  DpopSession,
  generateDpopKeyPair,
  isDpopNonceChallenge,
} from '@modelcontextprotocol/client';
import { calculateJwkThumbprint, exportJWK, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';

const algorithm = 'ES256';

/** The members of a public EC key (RFC 7518 section 6.2.1). */
const publicMembers = ['kty', 'crv', 'x', 'y'] as const;

/**
 * Proofs that we hold the key which tokens are bound to (RFC 9449): a fresh one for each request,
 * and the newest nonce of each origin. The key lives as long as the grant, in the keychain.
 */
export class DpopProofs {
  readonly #session: DpopSession;
  readonly #jwk: Record<string, unknown>;

  private constructor(session: DpopSession, jwk: Record<string, unknown>) {
    this.#session = session;
    this.#jwk = jwk;
  }

  /** Of the key that {@link DpopProofs.jwk} once gave, or of a new one (ES256). */
  static async from(jwk?: Readonly<Record<string, unknown>>): Promise<DpopProofs> {
    const pair =
      jwk === undefined
        ? await generateDpopKeyPair({ alg: algorithm, extractable: true })
        : await keyPair(jwk);
    const session = await DpopSession.create({ keyPair: pair });
    return new DpopProofs(
      session,
      jwk === undefined ? await exported(pair.privateKey) : { ...jwk },
    );
  }

  /** The private key, for `Grant.dpopKey`. */
  jwk(): Record<string, unknown> {
    return { ...this.#jwk };
  }

  /** For a request to a protected resource (section 7.1); `url` is the one that is fetched. */
  async headers(
    method: string,
    url: string | URL,
    accessToken: string,
  ): Promise<Record<string, string>> {
    const proof = await this.#session.buildProof({ htm: method, htu: String(url), accessToken });
    return { Authorization: `DPoP ${accessToken}`, DPoP: proof };
  }

  /** For a request to the token endpoint (section 5). */
  async tokenHeaders(url: string | URL): Promise<Record<string, string>> {
    return { DPoP: await this.#session.buildProof({ htm: 'POST', htu: String(url) }) };
  }

  /** Keeps the nonce that any response may bring (section 8.2). To be called for each one. */
  observe(response: Pick<Response, 'headers'>, url: string | URL): void {
    const nonce = response.headers.get('dpop-nonce');
    if (nonce !== null && nonce !== '') this.#session.rememberNonce(url, nonce);
  }

  /**
   * Whether a resource wants the request again with the nonce that it brought (section 9): once,
   * with new {@link DpopProofs.headers}. The token is not at fault.
   */
  isNonceChallenge(response: Response): boolean {
    return isDpopNonceChallenge(response) && response.headers.has('dpop-nonce');
  }
}

async function keyPair(jwk: Readonly<Record<string, unknown>>) {
  const privateKey = await cryptoKey(jwk);
  const publicJwk: JWK = Object.fromEntries(publicMembers.map((name) => [name, jwk[name]]));
  return {
    privateKey,
    publicKey: await cryptoKey(publicJwk),
    publicJwk,
    thumbprint: await calculateJwkThumbprint(publicJwk),
    alg: algorithm,
  } as const;
}

async function cryptoKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array)
    throw new TypeError('the DPoP key is not one of an elliptic curve');
  return key;
}

async function exported(key: CryptoKey): Promise<Record<string, unknown>> {
  return { ...(await exportJWK(key)) };
}
