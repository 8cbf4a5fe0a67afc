import type { Challenge, ProtectedServer } from './oauth.ts';

type Place = Pick<ProtectedServer, 'name' | 'url'>;
type Heard = { readonly url: string; readonly challenge: Challenge; readonly isOpen: boolean };

/** What each server last asked for, at the address that it has. */
export class Challenges {
  readonly #heard = new Map<string, Heard>();

  hear({ name, url }: Place, challenge: Challenge): void {
    this.#heard.set(name, { url, challenge, isOpen: true });
  }

  /** It was given what it asked for. Where it said to look, and for what kind of token, holds on. */
  answered(server: Place): void {
    const heard = this.#of(server);
    if (heard === undefined) return;
    const { resourceMetadataUrl, wantsProof } = heard.challenge;
    const challenge = { resourceMetadataUrl, wantsProof };
    this.#heard.set(server.name, { ...heard, challenge, isOpen: false });
  }

  forget({ name }: Place): void {
    this.#heard.delete(name);
  }

  of(server: Place): Challenge {
    return this.#of(server)?.challenge ?? {};
  }

  /** Whether the server waits for something. */
  isOpen(server: Place): boolean {
    return this.#of(server)?.isOpen === true;
  }

  #of({ name, url }: Place): Heard | undefined {
    const heard = this.#heard.get(name);
    return heard?.url === url ? heard : undefined;
  }
}
