import type { SecretStore } from '../auth/keychain/secretStore.ts';

/** The secrets that entries refer to as `${secret:NAME}`, by those names. */
export function namedSecrets(store: SecretStore): SecretStore {
  const account = (name: string): string => `secret/${name}`;
  return {
    get: (name) => store.get(account(name)),
    set: (name, secret) => store.set(account(name), secret),
    delete: (name) => store.delete(account(name)),
  };
}
