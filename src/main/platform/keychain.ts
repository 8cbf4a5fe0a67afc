import type keytar from 'keytar';
import type { SecretStore } from '../auth/secretStore.ts';

type Keytar = typeof keytar;

const service = 'Patchbay';
/** A locked keychain may ask the user; one that says nothing at all is treated as absent. */
const limitMs = 60_000;

/**
 * The OS keychain by keytar. The native module is loaded on first use, so that start-up does
 * without it; where it can't be used (no session bus, no keyring) every call rejects.
 */
export class Keychain implements SecretStore {
  #keytar: Promise<Keytar> | undefined;

  async get(account: string): Promise<string | undefined> {
    const keytar = await this.#load();
    return (await limited(keytar.getPassword(service, account))) ?? undefined;
  }
  async set(account: string, secret: string): Promise<void> {
    await limited((await this.#load()).setPassword(service, account, secret));
  }
  async delete(account: string): Promise<void> {
    await limited((await this.#load()).deletePassword(service, account));
  }

  #load(): Promise<Keytar> {
    this.#keytar ??= import('keytar').then((loaded) => loaded.default);
    return this.#keytar;
  }
}

async function limited<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const say = (): void => reject(new Error(`the keychain did not answer in ${limitMs / 1000} s`));
    timer = setTimeout(say, limitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
