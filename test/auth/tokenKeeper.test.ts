import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CredentialStore } from '../../src/main/auth/keychain/credentialStore.ts';
import { KeptSecrets } from '../../src/main/auth/keychain/keptSecrets.ts';
import type { Grant, OAuthTokens } from '../../src/main/auth/oauth.ts';
import { TokenKeeper } from '../../src/main/auth/tokens/tokenKeeper.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import type { AuthStep } from '../../src/shared/auth.ts';
import { FakeKeychain } from '../fakes/fakeKeychain.ts';
import { madeGrant, madeServer } from '../fakes/madeGrant.ts';

const server = madeServer();
const hour = 3_600_000;
const due = hour - 5 * 60_000;

const unreachable = new AppFailure({ code: 'auth/unreachable', message: 'no network' });
const invalidGrant = new AppFailure({
  code: 'auth/oauth-error',
  message: 'refused',
  params: { host: 'login.example', error: 'invalid_grant', description: '' },
});

/** Access and refresh token number `n`, of one hour from `from` on. */
const tokensOf = (n: number, from = 0): OAuthTokens => ({
  accessToken: `access-${n}`,
  tokenType: 'Bearer',
  refreshToken: `refresh-${n}`,
  obtainedAt: from,
  expiresAt: from + hour,
});
const grantOf = (n: number, from = 0): Grant => madeGrant({ tokens: tokensOf(n, from) });

/** A keychain and a lock folder that keepers share, as processes would; and an endpoint that counts. */
function openWorld() {
  const keychain = new FakeKeychain();
  const lockFolder = mkdtempSync(join(tmpdir(), 'patchbay-keeper-'));
  onTestFinished(() => rmSync(lockFolder, { recursive: true, force: true }));
  const world = {
    keychain,
    lockFolder,
    now: 0,
    /** The refresh tokens that the endpoint was shown. */
    shown: [] as (string | undefined)[],
    answer: async (_grant: Grant): Promise<OAuthTokens> => tokensOf(2, world.now),
    process() {
      const steps: AuthStep[] = [];
      const store = new CredentialStore(new KeptSecrets(keychain, () => world.now));
      const keeper = new TokenKeeper({
        store,
        lockFolder,
        refresh: (grant) => {
          world.shown.push(grant.tokens.refreshToken);
          return world.answer(grant);
        },
        now: () => world.now,
        step: (name, step) => {
          expect(name).toBe(server.name);
          steps.push(step);
        },
      });
      return { store, keeper, steps };
    },
  };
  return world;
}

async function signedIn(grant = grantOf(1)) {
  const world = openWorld();
  const process = world.process();
  await process.keeper.save(server, grant);
  return { world, ...process };
}

describe('TokenKeeper before a request', () => {
  it('gives nothing where nobody is signed in', async () => {
    const { keeper } = openWorld().process();
    expect(await keeper.current(server)).toBeUndefined();
  });

  it('gives no token to another address', async () => {
    const { world, keeper } = await signedIn();
    world.now = due;
    const elsewhere = madeServer({ url: 'https://evil.example/mcp' });
    expect(await keeper.current(elsewhere)).toBeUndefined();
    expect(await keeper.afterRefusal(elsewhere, 'access-1')).toBeUndefined();
    expect(world.shown).toEqual([]);
    expect(await keeper.current(server)).toEqual(grantOf(2, due));
  });

  it('renews 5 minutes before the end, once for all calls', async () => {
    const { world, keeper } = await signedIn();
    world.now = due - 1;
    expect(await keeper.current(server)).toEqual(grantOf(1));
    world.now = due;
    world.keychain.asked.length = 0;
    const grants = await Promise.all(Array.from({ length: 20 }, () => keeper.current(server)));
    expect(new Set(grants.map((grant) => grant?.tokens.accessToken))).toEqual(
      new Set(['access-2']),
    );
    expect(world.shown).toEqual(['refresh-1']);
    // Before it was renewed, and after it was written.
    const [account = ''] = world.keychain.items.keys();
    expect(world.keychain.asked.filter((what) => what === `get ${account}`)).toHaveLength(2);
  });

  it('gives the new access token only when the new refresh token is in the keychain', async () => {
    const { world, keeper } = await signedIn();
    const { keychain } = world;
    let write = (): void => undefined;
    const isAsked = new Promise<void>((asked) => {
      keychain.set = (account, secret) => {
        asked();
        return new Promise((resolve) => {
          write = () => resolve(void keychain.items.set(account, secret));
        });
      };
    });
    world.now = due;
    const events: string[] = [];
    const given = keeper.current(server).then(() => events.push('given'));
    await isAsked;
    // Time enough to let go of the lock, which is one removal of a file.
    for (let turn = 0; turn < 20; turn++) await stat(world.lockFolder);
    events.push('written');
    write();
    await given;
    expect(events).toEqual(['written', 'given']);
    expect(await world.process().store.grant(server)).toEqual(grantOf(2, due));
  });

  it('takes what another process renewed meanwhile', async () => {
    const { world, keeper } = await signedIn();
    const other = world.process().keeper;
    await other.current(server);
    world.now = due;
    await Promise.all([keeper.current(server), other.current(server)]);
    expect(world.shown).toEqual(['refresh-1']);
    expect(await keeper.current(server)).toEqual(await other.current(server));
  });

  it('does not ask the keychain for each call', async () => {
    const { world, keeper } = await signedIn();
    world.keychain.asked.length = 0;
    for (let call = 0; call < 5; call++) await keeper.current(server);
    expect(world.keychain.asked).toEqual([]);
  });

  it('goes on with the old token while it lasts when it can not be renewed', async () => {
    const { world, keeper, steps } = await signedIn();
    world.answer = () => Promise.reject(unreachable);
    world.now = due;
    expect(await keeper.current(server)).toEqual(grantOf(1));
    world.now += 29_999;
    expect(await keeper.current(server)).toEqual(grantOf(1));
    expect(world.shown).toHaveLength(1);
    world.now += 1;
    expect(await keeper.current(server)).toEqual(grantOf(1));
    expect(world.shown).toHaveLength(2);
    expect(steps.map(({ kind, verdict }) => ({ kind, verdict }))).toEqual([
      { kind: 'refresh', verdict: 'refused' },
      { kind: 'refresh', verdict: 'refused' },
    ]);

    world.now = hour;
    await expect(keeper.current(server)).rejects.toBe(unreachable);
    // Nothing is lost: it is renewed when the network is back.
    world.answer = async () => tokensOf(2, world.now);
    expect(await keeper.current(server)).toEqual(grantOf(2, hour));
  });

  it.each([
    { name: 'is used until it is refused without an expiry', left: 'expiresAt', later: 'access-1' },
    { name: 'is over at its end without a refresh token', left: 'refreshToken', later: undefined },
  ] as const)('a token $name', async ({ left, later }) => {
    const { [left]: _, ...tokens } = tokensOf(1);
    const { world, keeper } = await signedIn(madeGrant({ tokens }));
    world.now = hour - 1;
    expect((await keeper.current(server))?.tokens.accessToken).toBe('access-1');
    world.now = hour;
    expect((await keeper.current(server))?.tokens.accessToken).toBe(later);
    expect(world.shown).toEqual([]);
  });

  it('goes on in memory where the keychain takes nothing any more', async () => {
    const { world, keeper, store } = await signedIn();
    world.keychain.broken = new Error('Cannot create an item in a locked collection');
    world.now = due;
    expect(await keeper.current(server)).toEqual(grantOf(2, due));
    expect(store.keptIn(server)).toBe('memory');
    expect(store.problem?.kind).toBe('locked');
    expect(await keeper.current(server)).toEqual(grantOf(2, due));
  });
});

describe('TokenKeeper after a refusal', () => {
  it('gives the token that is held instead of the refused one', async () => {
    const { world, keeper } = await signedIn();
    expect(await keeper.afterRefusal(server, 'access-0')).toEqual(grantOf(1));
    expect(await keeper.afterRefusal(server, undefined)).toEqual(grantOf(1));
    expect(world.shown).toEqual([]);
  });

  it('gives what another process signed in to or renewed, without renewing it again', async () => {
    const { world, keeper } = await signedIn();
    const other = world.process().keeper;
    expect(await other.current(server)).toEqual(grantOf(1));
    await keeper.save(server, grantOf(5));
    expect(await other.afterRefusal(server, 'access-1')).toEqual(grantOf(5));
    expect(world.shown).toEqual([]);
  });

  it('sees a sign-in by another process, though it saw that nobody was signed in', async () => {
    const world = openWorld();
    const { keeper } = world.process();
    expect(await keeper.current(server)).toBeUndefined();
    await world.process().keeper.save(server, grantOf(1));
    expect(await keeper.afterRefusal(server, undefined)).toEqual(grantOf(1));
  });

  it('renews once for all calls whose token was refused', async () => {
    const { world, keeper } = await signedIn();
    const refusals = Array.from({ length: 10 }, () => keeper.afterRefusal(server, 'access-1'));
    expect(
      new Set((await Promise.all(refusals)).map((grant) => grant?.tokens.accessToken)),
    ).toEqual(new Set(['access-2']));
    // One that comes late.
    expect(await keeper.afterRefusal(server, 'access-1')).toEqual(grantOf(2));
    expect(world.shown).toEqual(['refresh-1']);
  });

  it('sends a person to sign in when there is nothing to renew by', async () => {
    const { refreshToken: _, ...tokens } = tokensOf(1);
    const { keeper, store } = await signedIn(madeGrant({ tokens }));
    expect(await keeper.afterRefusal(server, 'access-1')).toBeUndefined();
    expect(await store.grant(server)).toBeDefined();
  });

  it('sends a person to sign in when the renewed token is the refused one', async () => {
    const { world, keeper } = await signedIn();
    world.answer = async () => tokensOf(1);
    expect(await keeper.afterRefusal(server, 'access-1')).toBeUndefined();
  });

  it('says why it could not renew, and keeps everything', async () => {
    const { world, keeper, store } = await signedIn();
    world.answer = () => Promise.reject(unreachable);
    await expect(keeper.afterRefusal(server, 'access-1')).rejects.toBe(unreachable);
    expect(await store.rereadGrant(server)).toEqual(grantOf(1));
  });
});

describe('TokenKeeper when the refresh token is refused', () => {
  it('forgets the grant, and says so', async () => {
    const { world, keeper, store, steps } = await signedIn();
    world.answer = () => Promise.reject(invalidGrant);
    world.now = due;
    expect(await keeper.current(server)).toBeUndefined();
    expect(await store.grant(server)).toBeUndefined();
    expect(world.keychain.items.size).toBe(0);
    expect(steps).toMatchObject([{ kind: 'refresh', verdict: 'refused' }]);
    expect(JSON.stringify(steps)).not.toMatch(/access-1|refresh-1/);
    expect(world.shown).toHaveLength(1);
  });

  it('takes what is stored instead where somebody else rotated it meanwhile', async () => {
    const { world, keeper } = await signedIn();
    const other = world.process().store;
    world.answer = async () => {
      // Not by our lock: an older version, or one that outlived its time.
      await other.saveGrant(server, grantOf(3, world.now));
      throw invalidGrant;
    };
    expect(await keeper.afterRefusal(server, 'access-1')).toEqual(grantOf(3));
    expect(await world.process().store.grant(server)).toEqual(grantOf(3));
  });

  it('keeps the grant when the client is refused, not the token', async () => {
    const { world, keeper, store } = await signedIn();
    const refused = new AppFailure({
      ...invalidGrant.error,
      params: { host: 'login.example', error: 'invalid_client', description: 'invalid_grant' },
    });
    world.answer = () => Promise.reject(refused);
    await expect(keeper.afterRefusal(server, 'access-1')).rejects.toBe(refused);
    expect(await store.rereadGrant(server)).toEqual(grantOf(1));
  });
});

describe('TokenKeeper beside a sign-in', () => {
  it('does not undo a sign-in or a sign-out that ends while the old tokens are renewed', async () => {
    const { world, keeper, store } = await signedIn();
    let goOn = (): void => undefined;
    world.answer = () => new Promise((resolve) => (goOn = () => resolve(tokensOf(2))));
    const renewed = keeper.afterRefusal(server, 'access-1');
    await expect.poll(() => world.shown.length).toBe(1);
    const saved = world.process().keeper.save(server, grantOf(7));
    goOn();
    expect(await renewed).toEqual(grantOf(2));
    await saved;
    expect(await store.rereadGrant(server)).toEqual(grantOf(7));

    await keeper.forget(server);
    expect(await keeper.current(server)).toBeUndefined();
    expect(world.keychain.items.size).toBe(0);
  });
});
