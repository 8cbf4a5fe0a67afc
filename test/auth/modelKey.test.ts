import { describe, expect, it } from 'vitest';
import { ModelKey } from '../../src/main/auth/modelKey.ts';
import { MemorySecretStore } from '../../src/main/auth/secretStore.ts';
import type { SecretStore } from '../../src/main/auth/secretStore.ts';

const noKeychain: SecretStore = {
  get: () => Promise.reject(new Error('no session bus')),
  set: () => Promise.reject(new Error('no session bus')),
  delete: () => Promise.reject(new Error('no session bus')),
};

describe('ModelKey', () => {
  it('keeps the key in the keychain and finds it there the next time', async () => {
    const keychain = new MemorySecretStore();
    await new ModelKey(keychain, {}).set('sk-1');
    const later = new ModelKey(keychain, {});
    expect(await later.state()).toEqual({ kind: 'keychain' });
    expect(await later.credential()).toEqual({ kind: 'api-key', value: 'sk-1' });
  });

  it('keeps the key in memory only, and says why, where there is no keychain', async () => {
    const key = new ModelKey(noKeychain, {});
    await key.set('sk-1');
    expect(await key.state()).toEqual({ kind: 'memory' });
    expect(key.problem).toBe('no session bus');
    expect(await key.credential()).toEqual({ kind: 'api-key', value: 'sk-1' });
  });

  it('does not believe a keychain that loses what it was given', async () => {
    const lossy: SecretStore = { ...noKeychain, get: async () => undefined, set: async () => {} };
    const key = new ModelKey(lossy, {});
    await key.set('sk-1');
    expect(await key.state()).toEqual({ kind: 'memory' });
  });

  it('lets the environment win and does not touch the keychain for it', async () => {
    const key = new ModelKey(noKeychain, { ANTHROPIC_AUTH_TOKEN: 'token' });
    expect(await key.state()).toEqual({ kind: 'environment', variable: 'ANTHROPIC_AUTH_TOKEN' });
    expect(await key.credential()).toEqual({ kind: 'auth-token', value: 'token' });
    expect(key.problem).toBeUndefined();
  });

  it('forgets the key everywhere', async () => {
    const keychain = new MemorySecretStore();
    const key = new ModelKey(keychain, {});
    await key.set('sk-1');
    await key.set(undefined);
    expect(await key.state()).toEqual({ kind: 'none' });
    expect(await new ModelKey(keychain, {}).credential()).toBeUndefined();
  });
});
