/** Where secrets are kept: the OS keychain, or a stand-in where there is none. */
export interface SecretStore {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}

/** Forgets everything when the app ends. */
export class MemorySecretStore implements SecretStore {
  readonly #secrets = new Map<string, string>();

  async get(account: string): Promise<string | undefined> {
    return this.#secrets.get(account);
  }
  async set(account: string, secret: string): Promise<void> {
    this.#secrets.set(account, secret);
  }
  async delete(account: string): Promise<void> {
    this.#secrets.delete(account);
  }
}
