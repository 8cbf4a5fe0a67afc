import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startKeyring } from '../../../scripts/keyring.mjs';
import { run } from '../../../scripts/run.mjs';
import type { Grant } from '../../../src/main/auth/oauth.ts';
import { madeGrant, madeServer } from '../../fakes/madeGrant.ts';
import { buildKeeper, makeFolder, startKeeper } from './keeping.ts';
import { rotatingEndpoint } from './rotatingEndpoint.ts';

const rounds = 50;
const calls = 5;
let program = '';
beforeAll(async () => {
  program = await buildKeeper();
});

/** Two processes that share the keychain, the lock folder and one sign-in. */
async function twoProcesses() {
  const endpoint = await rotatingEndpoint(() => Math.random() * 20);
  onTestFinished(endpoint.close);
  const folder = makeFolder();
  const server = madeServer({ name: `keep-tokens-${randomUUID()}` });
  const grant: Grant = madeGrant({
    authorizationServer: {
      ...madeGrant().authorizationServer,
      issuer: endpoint.url,
      tokenEndpoint: `${endpoint.url}/token`,
    },
    tokens: {
      // As large as real ones: they do not fit one item of the keychain.
      idToken: 'x'.repeat(6_000),
      ...madeGrant().tokens,
      obtainedAt: Date.now(),
      expiresAt: Date.now() + 3_600_000,
    },
  });
  const first = startKeeper(program, folder);
  const second = startKeeper(program, folder);
  onTestFinished(async () => {
    await startKeeper(program, folder).ask({ kind: 'forget', server });
  });
  await first.ask({ kind: 'save', server, grant });
  return { endpoint, folder, server, grant, first, second, both: [first, second] };
}

describe('two app processes with one sign-in', () => {
  it(`renew a refused token once, in each of ${rounds} rounds`, { timeout: 120_000 }, async () => {
    const { endpoint, folder, server, both } = await twoProcesses();
    for (let round = 1; round <= rounds; round++) {
      const token = `access-${round}`;
      const reports = await Promise.all(
        both.map((keeper) => keeper.ask({ kind: 'refused', server, calls, token })),
      );
      for (const report of reports) {
        expect(report).toMatchObject({
          given: Array(calls).fill(`access-${round + 1}`),
          keptIn: 'keychain',
        });
      }
    }
    expect(endpoint.state).toMatchObject({ refreshes: rounds, reuses: 0 });
    expect(readdirSync(join(folder, 'locks'))).toEqual([]);
  });

  it('renew tokens that are due while they are used', { timeout: 60_000 }, async () => {
    const { endpoint, server, both } = await twoProcesses();
    // Due half a second after it was given.
    endpoint.state.lifeSeconds = 1;
    await both[0]?.ask({ kind: 'refused', server, calls: 1, token: 'access-1' });
    const startedAt = Date.now();
    await Promise.all(
      both.map(async (keeper) => {
        while (endpoint.state.refreshes < 6) {
          const { given } = await keeper.ask({ kind: 'current', server, calls });
          expect(given.every((token) => /^access-\d+$/.test(token ?? ''))).toBe(true);
        }
      }),
    );
    // One for each half second, whoever asked for it.
    expect(endpoint.state.refreshes).toBeLessThanOrEqual((Date.now() - startedAt) / 500 + 2);
    expect(endpoint.state.reuses).toBe(0);
  });

  it('are not held up by one that was killed while it renewed', async () => {
    const { endpoint, server, first, second } = await twoProcesses();
    const asked = endpoint.nextRequest();
    const lost = first.ask({ kind: 'refused', server, calls: 1, token: 'access-1' });
    await asked;
    await Promise.all([first.kill(), expect(lost).rejects.toThrow('has ended')]);
    const { given } = await second.ask({ kind: 'refused', server, calls, token: 'access-1' });
    expect(given).toEqual(Array(calls).fill('access-2'));
    expect(endpoint.state).toMatchObject({ refreshes: 1, reuses: 0 });
  });

  it('keep the sign-in of the one while the other renews the old one', async () => {
    const { endpoint, server, grant, first, second } = await twoProcesses();
    const asked = endpoint.nextRequest();
    const renewed = first.ask({ kind: 'refused', server, calls: 1, token: 'access-1' });
    const { answer } = await asked;
    const tokens = { ...grant.tokens, accessToken: 'signed-in-anew' };
    const saved = second.ask({ kind: 'save', server, grant: { ...grant, tokens } });
    answer();
    await Promise.all([renewed, saved]);
    const { given } = await first.ask({ kind: 'refused', server, calls: 1, token: 'access-2' });
    expect(given).toEqual(['signed-in-anew']);
  });
});

const secretToken = `token-${randomUUID()}`;
const oneServer = madeServer();
const oneGrant = madeGrant({
  tokens: { accessToken: secretToken, tokenType: 'Bearer', obtainedAt: Date.now() },
});

/** Everything that the process could have written its secret to: its own folder is its home too. */
function filesWithSecret(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(secretToken));
}

const homeIn = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: folder,
  TMPDIR: folder,
  XDG_CONFIG_HOME: folder,
  XDG_DATA_HOME: folder,
});

describe.runIf(process.platform === 'linux')('without a keyring that can be used', () => {
  it('a sign-in lasts while the app runs, and no file holds it', async () => {
    const folder = makeFolder();
    const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, ...env } = homeIn(folder);
    env['XDG_RUNTIME_DIR'] = folder;
    const keeper = startKeeper(program, folder, env);
    const problem = 'no-bus';
    expect(await keeper.ask({ kind: 'save', server: oneServer, grant: oneGrant })).toMatchObject({
      keptIn: 'memory',
      problem,
    });
    expect(await keeper.ask({ kind: 'current', server: oneServer, calls: 2 })).toMatchObject({
      given: [secretToken, secretToken],
    });
    expect(filesWithSecret(folder)).toEqual([]);
    const next = await startKeeper(program, folder, env).ask({
      kind: 'current',
      server: oneServer,
      calls: 1,
    });
    expect(next).toMatchObject({ given: [undefined], problem });
  });

  it('a locked one is not taken for an empty one', async () => {
    const folder = makeFolder();
    const keyring = await startKeyring();
    onTestFinished(keyring.stop);
    const env = { ...homeIn(folder), ...keyring.env };
    const before = startKeeper(program, folder, env);
    expect(await before.ask({ kind: 'save', server: oneServer, grant: oneGrant })).toMatchObject({
      keptIn: 'keychain',
      problem: undefined,
    });
    await lock(env);

    const problem = 'locked';
    const keeper = startKeeper(program, folder, env);
    expect(await keeper.ask({ kind: 'current', server: oneServer, calls: 1 })).toMatchObject({
      given: [undefined],
      problem,
    });
    expect(await keeper.ask({ kind: 'save', server: oneServer, grant: oneGrant })).toMatchObject({
      keptIn: 'memory',
      problem,
    });
    // Who had it before goes on; signing out does not count as done in the keyring.
    expect(await before.ask({ kind: 'current', server: oneServer, calls: 1 })).toMatchObject({
      given: [secretToken],
    });
    expect(await before.ask({ kind: 'forget', server: oneServer })).toMatchObject({ problem });
    expect(filesWithSecret(folder)).toEqual([]);
  });
});

async function lock(env: NodeJS.ProcessEnv): Promise<void> {
  const service = ['--session', '--print-reply', '--dest=org.freedesktop.secrets'];
  const method = ['/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock'];
  const collection = 'array:objpath:/org/freedesktop/secrets/collection/login';
  const { code } = await run('dbus-send', [...service, ...method, collection], { env });
  expect(code).toBe(0);
}
