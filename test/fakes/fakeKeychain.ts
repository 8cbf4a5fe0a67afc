import type { SecretStore } from '../../src/main/auth/keychain/secretStore.ts';

/** A keychain whose items can be looked at, and that can be out of reach. */
export class FakeKeychain implements SecretStore {
  readonly items = new Map<string, string>();
  /** What every call rejects with. */
  broken: Error | undefined;
  /** So many more changes go through, the next one and all that follows fails: the process ended there. */
  changesLeft = Infinity;
  /** An item of more bytes of UTF-8 is refused. */
  itemLimit = Infinity;
  readonly asked: string[] = [];

  async get(account: string): Promise<string | undefined> {
    this.#note('get', account);
    return this.items.get(account);
  }
  async set(account: string, secret: string): Promise<void> {
    this.#change('set', account);
    if (Buffer.byteLength(secret) > this.itemLimit) throw new Error('too large');
    this.items.set(account, secret);
  }
  async delete(account: string): Promise<void> {
    this.#change('delete', account);
    this.items.delete(account);
  }

  #change(what: string, account: string): void {
    if (this.changesLeft <= 0) throw new Error('the process has ended');
    this.changesLeft -= 1;
    this.#note(what, account);
  }

  #note(what: string, account: string): void {
    this.asked.push(`${what} ${account}`);
    if (this.broken !== undefined) throw this.broken;
  }
}
