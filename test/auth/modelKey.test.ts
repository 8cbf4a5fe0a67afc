import { describe, expect, it } from 'vitest';
import { KeptSecrets } from '../../src/main/auth/keychain/keptSecrets.ts';
import { ModelKey } from '../../src/main/auth/modelKey.ts';
import { MemorySecretStore } from '../../src/main/auth/keychain/secretStore.ts';
import type { SecretStore } from '../../src/main/auth/keychain/secretStore.ts';

const noKeychain: SecretStore = {
  get: () => Promise.reject(new Error('no session bus')),
  set: () => Promise.reject(new Error('no session bus')),
  delete: () => Promise.reject(new Error('no session bus')),
};

const openKey = (keychain: SecretStore, environment: Record<string, string> = {}) =>
  new ModelKey(new KeptSecrets(keychain), environment);

describe('ModelKey', () => {
  it('keeps the key in the keychain and finds it there the next time', async () => {
    const keychain = new MemorySecretStore();
    const key = openKey(keychain);
    expect(await key.state()).toEqual({ kind: 'none' });
    await key.set('sk-1');
    const later = openKey(keychain);
    expect(await later.state()).toEqual({ kind: 'keychain' });
    expect(await later.credential()).toEqual({ kind: 'api-key', value: 'sk-1' });
  });

  it('keeps the key in memory only where there is no keychain', async () => {
    const key = openKey(noKeychain);
    await key.set('sk-1');
    expect(await key.state()).toEqual({ kind: 'memory' });
    expect(await key.credential()).toEqual({ kind: 'api-key', value: 'sk-1' });
  });

  it('lets the environment win and does not touch the keychain for it', async () => {
    const secrets = new KeptSecrets(noKeychain);
    const key = new ModelKey(secrets, { ANTHROPIC_AUTH_TOKEN: 'token' });
    expect(await key.state()).toEqual({ kind: 'environment', variable: 'ANTHROPIC_AUTH_TOKEN' });
    expect(await key.credential()).toEqual({ kind: 'auth-token', value: 'token' });
    expect(secrets.problem).toBeUndefined();
  });

  it('forgets the key everywhere', async () => {
    const keychain = new MemorySecretStore();
    const key = openKey(keychain);
    await key.set('sk-1');
    await key.set(undefined);
    expect(await key.state()).toEqual({ kind: 'none' });
    expect(await openKey(keychain).credential()).toBeUndefined();
  });
});
