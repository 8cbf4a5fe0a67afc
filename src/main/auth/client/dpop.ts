import {
  DpopSession,
  generateDpopKeyPair,
  isDpopNonceChallenge,
} from '@modelcontextprotocol/client';
import { calculateJwkThumbprint, exportJWK, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';

/** What we sign by, the first that the server takes; ES256 where it names none of them. */
const algorithms = ['ES256', 'EdDSA', 'PS256', 'RS256', 'ES384', 'ES512'] as const;
type Algorithm = (typeof algorithms)[number];

/** The members of a public key (RFC 7518 sections 6.2.1 and 6.3.1, RFC 8037 section 2). */
const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const;

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

  /**
   * Of the key that {@link DpopProofs.jwk} once gave, or of a new one; a new one too where the server
   * names the algorithms that it `takes` and that key is for another.
   */
  static async from(
    jwk?: Readonly<Record<string, unknown>>,
    takes?: readonly string[],
  ): Promise<DpopProofs> {
    const named = algorithms.filter((one) => takes?.includes(one));
    const fitting = named.length > 0 ? named : algorithms;
    const { alg: keptAlg = algorithms[0] } = jwk ?? {};
    const kept = fitting.find((one) => one === keptAlg);
    if (jwk !== undefined && kept !== undefined) {
      const keyPair = await importedPair(jwk, kept);
      return new DpopProofs(await DpopSession.create({ keyPair }), { ...jwk });
    }
    const [alg = algorithms[0]] = fitting;
    const keyPair = await generateDpopKeyPair({ alg, extractable: true });
    const exported = { ...(await exportJWK(keyPair.privateKey)), alg };
    return new DpopProofs(await DpopSession.create({ keyPair }), exported);
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

async function importedPair(jwk: Readonly<Record<string, unknown>>, alg: Algorithm) {
  const members = publicMembers.flatMap((name) => (name in jwk ? [[name, jwk[name]]] : []));
  const publicJwk: JWK = Object.fromEntries(members);
  return {
    privateKey: await cryptoKey(jwk, alg),
    publicKey: await cryptoKey(publicJwk, alg),
    publicJwk,
    thumbprint: await calculateJwkThumbprint(publicJwk),
    alg,
  };
}

async function cryptoKey(jwk: JWK, alg: Algorithm): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg);
  if (key instanceof Uint8Array) throw new TypeError('the DPoP key is not one of a key pair');
  return key;
}
