import { randomUUID } from 'node:crypto';
import keytar from 'keytar';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KeptSecrets } from '../../../src/main/auth/keychain/keptSecrets.ts';
import { Keychain } from '../../../src/main/platform/keychain.ts';

async function accountsOf(account: string): Promise<string[]> {
  const found = await keytar.findCredentials('Patchbay');
  return found.map((item) => item.account).filter((name) => name.startsWith(account));
}

describe('a secret in the keychain of this computer', () => {
  it.each([100, 2_001, 20_000, 60_000])('is whole at %i bytes and more', async (bytes) => {
    const account = `patchbay-test-${randomUUID()}`;
    const secret = 'aé語🔑"\\\n'.repeat(Math.ceil(bytes / 13));
    onTestFinished(() => new KeptSecrets(new Keychain()).delete(account));
    const secrets = new KeptSecrets(new Keychain());
    await secrets.set(account, secret);
    expect(secrets.problem).toBeUndefined();
    expect(await new KeptSecrets(new Keychain()).get(account)).toBe(secret);
    await secrets.set(account, `${secret}2`);
    await secrets.set(account, 'small');
    expect(await accountsOf(account)).toEqual([account]);
    await secrets.delete(account);
    expect(await accountsOf(account)).toEqual([]);
  });
});
