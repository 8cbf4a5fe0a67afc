import { describe, expect, it } from 'vitest';
import { ChunkedSecrets } from '../../src/main/auth/keychain/chunkedSecrets.ts';
import { FakeKeychain } from '../fakes/fakeKeychain.ts';

const account = 'grant';
const large = (letter: string, bytes: number): string => letter.repeat(bytes);

/** An item limit as that of Windows. */
function openKeychain(): FakeKeychain {
  const keychain = new FakeKeychain();
  keychain.itemLimit = 2_560;
  return keychain;
}

describe('ChunkedSecrets', () => {
  it('keeps a small secret as one item, as it is', async () => {
    const keychain = openKeychain();
    await new ChunkedSecrets(keychain).set(account, 'sk-1');
    expect([...keychain.items]).toEqual([[account, 'sk-1']]);
  });

  it.each([2_001, 4_000, 50_000])('keeps a secret of %i bytes whole', async (bytes) => {
    const keychain = openKeychain();
    await new ChunkedSecrets(keychain).set(account, large('a', bytes));
    expect(await new ChunkedSecrets(keychain).get(account)).toBe(large('a', bytes));
  });

  it('leaves nothing of the old secret, whatever the sizes', async () => {
    const keychain = openKeychain();
    const secrets = new ChunkedSecrets(keychain);
    for (const [bytes, items] of [
      [9_000, 6],
      [3_000, 3],
      [10, 1],
      [5_000, 4],
      [10, 1],
    ] as const) {
      await secrets.set(account, large('a', bytes));
      expect(await secrets.get(account)).toBe(large('a', bytes));
      expect(keychain.items.size).toBe(items);
    }
    await secrets.delete(account);
    expect(keychain.items.size).toBe(0);
  });

  const changes = [
    { from: 10, to: 5_000 },
    { from: 5_000, to: 5_000 },
    { from: 9_000, to: 3_000 },
    { from: 5_000, to: 10 },
    { from: 0, to: 9_000 },
  ];
  it.each(changes)(
    'has the old secret or the new one whole when it ends anywhere while $from bytes become $to',
    async ({ from, to }) => {
      const before = from === 0 ? undefined : large('a', from);
      const seen = new Set<string | undefined>();
      for (let changesLeft = 0; ; changesLeft++) {
        const keychain = openKeychain();
        if (before !== undefined) await new ChunkedSecrets(keychain).set(account, before);
        keychain.changesLeft = changesLeft;
        const isDone = await new ChunkedSecrets(keychain).set(account, large('b', to)).then(
          () => true,
          () => false,
        );
        keychain.changesLeft = Infinity;
        const after = await new ChunkedSecrets(keychain).get(account);
        expect([before, large('b', to)]).toContain(after);
        seen.add(after);

        // What was left over goes with the next secret.
        await new ChunkedSecrets(keychain).set(account, 'small');
        expect([...keychain.items]).toEqual([[account, 'small']]);
        if (isDone) break;
      }
      expect(seen).toEqual(new Set([before, large('b', to)]));
    },
  );

  it('never gives a part of a secret that is being forgotten', async () => {
    for (let changesLeft = 0; changesLeft < 5; changesLeft++) {
      const keychain = openKeychain();
      await new ChunkedSecrets(keychain).set(account, large('a', 5_000));
      keychain.changesLeft = changesLeft;
      await new ChunkedSecrets(keychain).delete(account).catch(() => undefined);
      const after = await new ChunkedSecrets(keychain).get(account);
      expect(after).toBe(changesLeft === 0 ? large('a', 5_000) : undefined);
    }
  });

  it('gives nothing where a chunk was lost', async () => {
    const keychain = openKeychain();
    await new ChunkedSecrets(keychain).set(account, large('a', 5_000));
    const chunk = [...keychain.items.keys()].find((name) => name !== account) ?? '';
    keychain.items.delete(chunk);
    expect(await new ChunkedSecrets(keychain).get(account)).toBeUndefined();
  });

  it.each([1, 2, 3])(
    'gives a whole secret when another process replaces it after %i items were read',
    async (items) => {
      const keychain = openKeychain();
      const writer = new ChunkedSecrets(keychain);
      await writer.set(account, large('a', 9_000));
      let read = 0;
      const reader = new ChunkedSecrets({
        get: async (name) => {
          if (read++ === items) await writer.set(account, large('b', 9_000));
          return keychain.get(name);
        },
        set: () => Promise.reject(new Error('only read')),
        delete: () => Promise.reject(new Error('only read')),
      });
      expect(await reader.get(account)).toBe(large('b', 9_000));
    },
  );

  it('keeps a secret that looks like the head of another one', async () => {
    const keychain = openKeychain();
    const secrets = new ChunkedSecrets(keychain);
    await secrets.set('other', large('a', 3_000));
    const head = keychain.items.get('other') ?? '';
    await secrets.set(account, head);
    expect(await secrets.get(account)).toBe(head);
  });
});
