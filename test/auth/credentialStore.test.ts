import { describe, expect, it } from 'vitest';
import { CredentialStore } from '../../src/main/auth/keychain/credentialStore.ts';
import { KeptSecrets } from '../../src/main/auth/keychain/keptSecrets.ts';
import { FakeKeychain } from '../fakes/fakeKeychain.ts';
import { madeGrant, madeServer } from '../fakes/madeGrant.ts';

const issuer = 'https://login.example';
const client = { clientId: 'patchbay', source: 'registered' } as const;

function open(keychain = new FakeKeychain()) {
  return { keychain, store: new CredentialStore(new KeptSecrets(keychain)) };
}

describe('CredentialStore', () => {
  it('keeps a grant for the next process, and forgets it', async () => {
    const { keychain, store } = open();
    const grant = madeGrant({ dpopKey: { kty: 'EC', crv: 'P-256', d: 'private' } });
    await store.saveGrant(madeServer(), grant);
    expect(await open(keychain).store.grant(madeServer())).toEqual(grant);
    await store.deleteGrant(madeServer());
    expect(await store.grant(madeServer())).toBeUndefined();
    expect(keychain.items.size).toBe(0);
  });

  it.each([
    'https://other.example/mcp',
    'http://mcp.example/mcp',
    'https://mcp.example/mcp/',
    'https://mcp.example/mcp?tenant=2',
  ])('gives no token for %s that was given for another address', async (url) => {
    const { store } = open();
    await store.saveGrant(madeServer(), madeGrant());
    expect(await store.grant(madeServer({ url }))).toBeUndefined();
    expect(await store.rereadGrant(madeServer({ url }))).toBeUndefined();
    expect(await store.grant(madeServer())).toBeDefined();
  });

  it('keeps two entries for one address apart, however alike their names are', async () => {
    const { keychain, store } = open();
    const names = [
      'work',
      'Work',
      'wo rk',
      'wo-rk',
      'wo/rk',
      'wo\0rk',
      '工作',
      'w\ud800',
      'w\ud801',
      '',
    ];
    for (const name of names) {
      await store.saveGrant(madeServer({ name }), madeGrant({ resource: name }));
    }
    for (const name of names) {
      const grant = await open(keychain).store.grant(madeServer({ name }));
      expect(grant?.resource).toBe(name);
    }
    const accounts = [...keychain.items.keys()];
    expect(accounts).toHaveLength(names.length);
    expect(new Set(accounts.map((account) => account.toLowerCase())).size).toBe(names.length);
    // Any keychain takes them as they are.
    expect(accounts.every((account) => /^[\w:-]+$/.test(account))).toBe(true);
  });

  it.each(['not JSON', '{}', '{"serverUrl":"https://mcp.example/mcp"}', 'null'])(
    'takes %s in the keychain for no grant',
    async (text) => {
      const { keychain, store } = open();
      await store.saveGrant(madeServer(), madeGrant());
      const [account = ''] = keychain.items.keys();
      keychain.items.set(account, text);
      expect(await store.rereadGrant(madeServer())).toBeUndefined();
    },
  );

  it('keeps who we are by entry and by issuer', async () => {
    const { store } = open();
    const other = { ...client, clientId: 'other', clientSecret: 'secret' };
    await store.saveClient(madeServer(), issuer, client);
    await store.saveClient(madeServer({ name: 'b' }), issuer, other);
    expect(await store.client(madeServer(), issuer)).toEqual(client);
    expect(await store.client(madeServer({ name: 'b' }), issuer)).toEqual(other);
    expect(await store.client(madeServer(), `${issuer}/`)).toBeUndefined();
    await store.forgetClient(madeServer(), issuer);
    expect(await store.client(madeServer(), issuer)).toBeUndefined();
    expect(await store.client(madeServer({ name: 'b' }), issuer)).toEqual(other);
  });

  it('keeps the secret that a person entered', async () => {
    const { keychain, store } = open();
    await store.saveSecret(madeServer(), 's3cret');
    expect(await open(keychain).store.secret(madeServer())).toBe('s3cret');
    await store.saveSecret(madeServer(), undefined);
    expect(await store.secret(madeServer())).toBeUndefined();
  });

  it('gives what an identity provider gave to no other one', async () => {
    const { store } = open();
    const { authorizationServer } = madeGrant();
    const identity = { authorizationServer, clientId: 'patchbay', idToken: 'id', expiresAt: 1 };
    await store.saveIdentity(issuer, identity);
    expect(await store.identity(issuer)).toEqual(identity);
    expect(await store.identity('https://elsewhere.example')).toBeUndefined();
    await store.deleteIdentity(issuer);
    expect(await store.identity(issuer)).toBeUndefined();
  });

  it('says where a grant is kept, and why not in the keychain', async () => {
    const { keychain, store } = open();
    await store.saveGrant(madeServer(), madeGrant());
    expect(store.keptIn(madeServer())).toBe('keychain');
    keychain.broken = new Error('Cannot create an item in a locked collection');
    await store.saveGrant(madeServer(), madeGrant({ resource: 'new' }));
    expect(store.keptIn(madeServer())).toBe('memory');
    expect(store.problem?.kind).toBe('locked');
    expect((await store.grant(madeServer()))?.resource).toBe('new');
  });

  it('does not ask the keychain for each call', async () => {
    const { keychain, store } = open();
    await store.saveGrant(madeServer(), madeGrant());
    keychain.asked.length = 0;
    for (let call = 0; call < 10; call++) await store.grant(madeServer());
    expect(keychain.asked).toEqual([]);
  });
});
