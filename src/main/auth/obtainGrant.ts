import type { IdentityProvider } from '../../shared/auth.ts';
import { browserSignIn } from './browser/browserSignIn.ts';
import { clientKeyOf } from './client/clientKey.ts';
import type { ReadTextFile } from './client/clientKey.ts';
import { crossAppSignIn } from './identity/crossAppSignIn.ts';
import type { CredentialStore } from './keychain/credentialStore.ts';
import { discover } from './discovery/discovery.ts';
import { DpopProofs } from './client/dpop.ts';
import { machineGrant } from './machineGrant.ts';
import type { Challenge, Grant, ProtectedServer } from './oauth.ts';
import { scopesToAsk } from './tokens/scopes.ts';
import type { SignInProgress } from './signIns.ts';

export type ObtainPorts = {
  readonly store: CredentialStore;
  /** Shared by all processes that share the keychain's items. */
  readonly lockFolder: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly readTextFile: ReadTextFile;
  readonly variable: (name: string) => string | undefined;
  readonly openBrowser: (url: string) => Promise<void>;
  /** Of the page that the browser ends at. */
  readonly language: () => string;
  /** How long a browser's answer is awaited, in milliseconds; 5 minutes by default. */
  readonly signInLimitMs?: number | undefined;
  /** Where a person signs in for all servers whose grant is `cross-app`. */
  readonly identityProvider: () => IdentityProvider | undefined;
  /** The person is known there now. */
  readonly onIdentity: () => void;
  /** Our Client ID Metadata Document, where there is one. */
  readonly documentUrl: () => string | undefined;
};

/** Gets tokens for a server in the way that its entry says. Stores none. Rejects with an AppFailure. */
export async function obtainGrant(
  ports: ObtainPorts,
  server: ProtectedServer,
  { challenge, asksAnew }: { readonly challenge: Challenge; readonly asksAnew: boolean },
  progress: SignInProgress,
): Promise<Grant> {
  const { store, now } = ports;
  const { oauth } = server;
  const { signal, step } = progress;
  const common = { server, fetch: ports.fetch, step, signal, now };
  const discovered = await discover({ ...common, challenge });
  const { issuer, dpopAlgorithms } = discovered.authorizationServer;
  const held = await store.grant(server);
  const hasProof = held?.tokens.tokenType === 'DPoP';
  const wantsProof = oauth.dpop ?? (challenge.wantsProof === true || hasProof);
  const dpop = wantsProof ? await DpopProofs.from(held?.dpopKey, dpopAlgorithms) : undefined;
  const secret = () => secretOf(ports, server);
  const known = await store.client(server, issuer);
  const scope = scopesToAsk({
    challenge: challenge.scope,
    supported: discovered.scopesSupported,
    granted: held?.tokens.scope,
    isStepUp: challenge.error === 'insufficient_scope',
  });
  const byMachine = { ...common, discovered, scope, secret, dpop };
  switch (oauth.grant) {
    case 'client_credentials':
    case 'jwt-bearer':
      return machineGrant({ ...byMachine, readTextFile: ports.readTextFile });
    case 'cross-app':
      return crossAppSignIn(ports, { ...byMachine, known }, progress);
    case 'authorization_code':
    case undefined:
      return browserSignIn({
        ...common,
        discovered,
        challenge,
        granted: held?.tokens.scope,
        documentUrl: oauth.clientMetadataUrl ?? ports.documentUrl(),
        secret,
        privateKey: await clientKeyOf(oauth, ports.readTextFile),
        known,
        keepClient: (client) => store.saveClient(server, issuer, client),
        forgetClient: () => store.forgetClient(server, issuer),
        dpop,
        asksAnew,
        language: ports.language(),
        openBrowser: ports.openBrowser,
        onWaiting: progress.onWaiting,
        onSecrets: progress.onSecrets,
        limitMs: ports.signInLimitMs,
      });
  }
}

/** The secret of an entry's client: from the variable that it names, else as a person entered it. */
async function secretOf(
  { store, variable }: Pick<ObtainPorts, 'store' | 'variable'>,
  server: ProtectedServer,
): Promise<string | undefined> {
  const { clientSecretVariable } = server.oauth;
  const fromVariable = clientSecretVariable === undefined ? '' : variable(clientSecretVariable);
  return fromVariable || store.secret(server);
}
