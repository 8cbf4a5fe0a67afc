import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KeptSecrets } from '../../../src/main/auth/keychain/keptSecrets.ts';
import { Keychain } from '../../../src/main/platform/keychain.ts';

/** The keychain of this computer, asked for what was ever written by it. */
class WatchedKeychain extends Keychain {
  readonly #accounts = new Set<string>();

  override async set(account: string, secret: string): Promise<void> {
    this.#accounts.add(account);
    await super.set(account, secret);
  }
  async kept(): Promise<string[]> {
    const kept: string[] = [];
    for (const account of this.#accounts) {
      if ((await super.get(account)) !== undefined) kept.push(account);
    }
    return kept;
  }
}

describe('a secret in the keychain of this computer', () => {
  it.each([100, 2_001, 20_000, 60_000])('is whole at %i bytes and more', async (bytes) => {
    const account = `patchbay-test-${randomUUID()}`;
    const secret = 'aé語🔑"\\\n'.repeat(Math.ceil(bytes / 13));
    onTestFinished(() => new KeptSecrets(new Keychain()).delete(account));
    const keychain = new WatchedKeychain();
    const secrets = new KeptSecrets(keychain);
    await secrets.set(account, secret);
    expect(secrets.problem).toBeUndefined();
    expect(await new KeptSecrets(new Keychain()).get(account)).toBe(secret);
    await secrets.set(account, `${secret}2`);
    await secrets.set(account, 'small');
    expect(await keychain.kept()).toEqual([account]);
    await secrets.delete(account);
    expect(await keychain.kept()).toEqual([]);
  });
});
