// A Patchbay as far as it keeps credentials: the real keychain, lock files and token requests, told
// by its parent what to do. `node keeperProcess.mjs LOCK_FOLDER`, with an IPC channel.
import { CredentialStore } from '../../../src/main/auth/keychain/credentialStore.ts';
import { KeptSecrets } from '../../../src/main/auth/keychain/keptSecrets.ts';
import type { KeychainProblem } from '../../../src/shared/auth.ts';
import type { Grant, ProtectedServer } from '../../../src/main/auth/oauth.ts';
import { TokenKeeper } from '../../../src/main/auth/tokens/tokenKeeper.ts';
import { requestTokens } from '../../../src/main/auth/tokens/tokenRequest.ts';
import { Keychain } from '../../../src/main/platform/keychain.ts';
import { toAppError } from '../../../src/shared/errors.ts';

export type Order =
  | { readonly kind: 'current'; readonly server: ProtectedServer; readonly calls: number }
  | {
      readonly kind: 'refused';
      readonly server: ProtectedServer;
      readonly calls: number;
      readonly token: string;
    }
  | { readonly kind: 'save'; readonly server: ProtectedServer; readonly grant: Grant }
  | { readonly kind: 'forget'; readonly server: ProtectedServer };

export type Report = {
  readonly id: number;
  /** One for each call: the access token, or what was thrown in its place. */
  readonly given: readonly (string | undefined)[];
  readonly keptIn: 'keychain' | 'memory';
  readonly problem: KeychainProblem['kind'] | undefined;
};

const store = new CredentialStore(new KeptSecrets(new Keychain()));
const keeper = new TokenKeeper({
  store,
  lockFolder: process.argv[2] ?? '',
  refresh: ({ authorizationServer, client, tokens }) =>
    requestTokens({
      authorizationServer,
      client,
      parameters: { grant_type: 'refresh_token', refresh_token: tokens.refreshToken ?? '' },
      fetch,
      now: Date.now,
      kind: 'refresh',
      step: () => undefined,
    }),
  now: Date.now,
  step: () => undefined,
});

async function carryOut(order: Order): Promise<readonly (string | undefined)[]> {
  const { server } = order;
  const many = (call: () => Promise<Grant | undefined>, calls: number) =>
    Promise.all(
      Array.from({ length: calls }, async () => {
        try {
          return (await call())?.tokens.accessToken;
        } catch (thrown) {
          return toAppError(thrown).code;
        }
      }),
    );
  switch (order.kind) {
    case 'current':
      return many(() => keeper.current(server), order.calls);
    case 'refused':
      return many(() => keeper.afterRefusal(server, order.token), order.calls);
    case 'save':
      await keeper.save(server, order.grant);
      return [];
    case 'forget':
      await keeper.forget(server);
      return [];
  }
}

process.on('message', (message) => {
  const { id, order } = message as { readonly id: number; readonly order: Order };
  void carryOut(order).then((given) => {
    const report: Report = {
      id,
      given,
      keptIn: store.keptIn(order.server),
      problem: store.problem?.kind,
    };
    process.send?.(report);
  });
});
process.once('disconnect', () => process.exit());
