import type keytar from 'keytar';
import type { SecretStore } from '../auth/keychain/secretStore.ts';

type Keytar = typeof keytar;

const service = 'Patchbay';
/** A locked keychain may ask the user; one that says nothing at all is treated as absent. */
const limitMs = 60_000;
/** There as soon as the keyring was used once, see {@link Keychain}. */
const checkAccount = 'keyring-check';

/**
 * The OS keychain by keytar. The native module is loaded on first use, so that start-up does
 * without it; where it can't be used (no session bus, no keyring, a locked one) every call rejects.
 *
 * libsecret answers for a locked keyring that nothing is there. So on Linux nothing is believed to be
 * absent before an item of our own was found, or could be made: that fails where it is locked.
 */
export class Keychain implements SecretStore {
  #keytar: Promise<Keytar> | undefined;

  async get(account: string): Promise<string | undefined> {
    const keytar = await this.#load();
    const secret = await limited(keytar.getPassword(service, account));
    if (secret === null) await checkOpen(keytar);
    return secret ?? undefined;
  }
  async set(account: string, secret: string): Promise<void> {
    await limited((await this.#load()).setPassword(service, account, secret));
  }
  async delete(account: string): Promise<void> {
    const keytar = await this.#load();
    const isDeleted = await limited(keytar.deletePassword(service, account));
    if (!isDeleted) await checkOpen(keytar);
  }

  #load(): Promise<Keytar> {
    this.#keytar ??= import('keytar').then((loaded) => loaded.default);
    return this.#keytar;
  }
}

async function checkOpen(keytar: Keytar): Promise<void> {
  if (process.platform !== 'linux') return;
  if ((await limited(keytar.getPassword(service, checkAccount))) !== null) return;
  await limited(keytar.setPassword(service, checkAccount, 'open'));
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
