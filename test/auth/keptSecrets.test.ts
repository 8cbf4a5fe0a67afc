import { describe, expect, it } from 'vitest';
import { KeptSecrets } from '../../src/main/auth/keychain/keptSecrets.ts';
import { FakeKeychain } from '../fakes/fakeKeychain.ts';

function open(): { keychain: FakeKeychain; secrets: KeptSecrets; clock: { now: number } } {
  const keychain = new FakeKeychain();
  const clock = { now: 0 };
  return { keychain, clock, secrets: new KeptSecrets(keychain, () => clock.now) };
}

const locked = new Error('Cannot create an item in a locked collection');

describe('KeptSecrets', () => {
  it('keeps secrets for the next process', async () => {
    const { keychain, secrets } = open();
    await secrets.set('a', 'x'.repeat(9_000));
    expect(secrets.isInMemory('a')).toBe(false);
    expect(secrets.problem).toBeUndefined();
    expect(await new KeptSecrets(keychain).get('a')).toBe('x'.repeat(9_000));
    await secrets.delete('a');
    expect(await secrets.get('a')).toBeUndefined();
    expect(keychain.items.size).toBe(0);
  });

  it('asks the keychain once, however often a secret is needed', async () => {
    const { keychain } = open();
    keychain.items.set('a', 'secret');
    const secrets = new KeptSecrets(keychain);
    await Promise.all([secrets.get('a'), secrets.get('a'), secrets.get('absent')]);
    await Promise.all([secrets.get('a'), secrets.get('absent')]);
    expect(keychain.asked).toEqual(['get a', 'get absent']);
  });

  it('gives what it wrote without asking, and what another process wrote when told to read again', async () => {
    const { keychain, secrets } = open();
    await secrets.set('a', 'ours');
    keychain.asked.length = 0;
    keychain.items.set('a', 'theirs');
    expect(await secrets.get('a')).toBe('ours');
    expect(keychain.asked).toEqual([]);
    expect(await secrets.reread('a')).toBe('theirs');
    expect(await secrets.get('a')).toBe('theirs');
  });

  it('keeps a secret in memory, and says why, while the keychain is locked', async () => {
    const { keychain, secrets } = open();
    keychain.broken = locked;
    await secrets.set('a', 'secret');
    expect(await secrets.get('a')).toBe('secret');
    expect(await secrets.reread('a')).toBe('secret');
    expect(secrets.isInMemory('a')).toBe(true);
    expect(secrets.problem?.kind).toBe('locked');
  });

  it('does not believe a keychain that loses what it was given', async () => {
    const { keychain, secrets } = open();
    keychain.set = async () => {};
    await secrets.set('a', 'secret');
    expect(secrets.isInMemory('a')).toBe(true);
    expect(secrets.problem?.text).toBe('the keychain did not keep what it was given');
    expect(await secrets.get('a')).toBe('secret');
  });

  it('uses a keychain that comes back for what is written then', async () => {
    const { keychain, secrets } = open();
    keychain.broken = locked;
    await secrets.set('a', 'first');
    await secrets.set('b', 'other');
    keychain.broken = undefined;
    await secrets.set('a', 'second');
    expect(secrets.isInMemory('a')).toBe(false);
    expect(keychain.items.get('a')).toBe('second');
    // The other one is still in memory only, and the reason of that is still true.
    expect(secrets.isInMemory('b')).toBe(true);
    expect(secrets.problem?.kind).toBe('locked');
    await secrets.set('b', 'other');
    expect(secrets.problem).toBeUndefined();
  });

  it('gives a keychain that was opened what waits for it, and reads what it could not', async () => {
    const { keychain, secrets } = open();
    keychain.items.set('kept', 'before');
    await secrets.set('known', 'known');
    keychain.broken = locked;
    expect(await secrets.get('kept')).toBeUndefined();
    await secrets.set('new', 'new');
    await secrets.retry();
    expect(secrets.problem?.kind).toBe('locked');
    expect([await secrets.get('new'), await secrets.get('known')]).toEqual(['new', 'known']);
    keychain.broken = undefined;
    await secrets.retry();
    expect(secrets.problem).toBeUndefined();
    expect(keychain.items.get('new')).toBe('new');
    expect(await secrets.get('kept')).toBe('before');
  });

  it('counts a secret as forgotten that the keychain does not forget', async () => {
    const { keychain, secrets } = open();
    await secrets.set('a', 'secret');
    keychain.broken = locked;
    await secrets.delete('a');
    keychain.broken = undefined;
    expect(await secrets.reread('a')).toBeUndefined();
    expect(secrets.isInMemory('a')).toBe(false);
    expect(secrets.problem?.kind).toBe('locked');
  });

  it('goes on with what it knew when the keychain is locked later', async () => {
    const { keychain, secrets } = open();
    await secrets.set('a', 'secret');
    keychain.broken = locked;
    expect(await secrets.reread('a')).toBe('secret');
    expect(secrets.problem?.kind).toBe('locked');
  });

  it('asks a keychain that fails once for all who wait, and reads again only later', async () => {
    const { keychain, clock, secrets } = open();
    keychain.items.set('c', 'secret');
    keychain.broken = locked;
    await Promise.all([
      secrets.get('a'),
      secrets.get('b'),
      secrets.set('w', '1'),
      secrets.get('c'),
    ]);
    await secrets.reread('c');
    expect(keychain.asked).toEqual(['get a']);
    keychain.broken = undefined;
    clock.now = 30_000;
    expect(await secrets.reread('c')).toBe('secret');
  });

  it('writes in the order in which it was asked to', async () => {
    const { keychain, secrets } = open();
    await Promise.all([
      secrets.set('a', 'x'.repeat(5_000)),
      secrets.set('a', 'y'.repeat(7_000)),
      secrets.delete('a'),
      secrets.set('a', 'last'),
    ]);
    expect([...keychain.items]).toEqual([['a', 'last']]);
  });
});
