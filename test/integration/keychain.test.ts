import { describe, expect, it, onTestFinished } from 'vitest';
import { Keychain } from '../../src/main/platform/keychain.ts';

const account = 'patchbay-test';

describe('the keychain of this computer', () => {
  it('keeps a secret for the next run, replaces it and forgets it', async () => {
    onTestFinished(() => new Keychain().delete(account));
    await new Keychain().set(account, 'first');
    await new Keychain().set(account, 'second, with ünïcode and "quotes"');
    expect(await new Keychain().get(account)).toBe('second, with ünïcode and "quotes"');
    await new Keychain().delete(account);
    expect(await new Keychain().get(account)).toBeUndefined();
  });

  it('forgetting what is not there is no failure', async () => {
    await expect(new Keychain().delete('patchbay-test-absent')).resolves.toBeUndefined();
  });
});
