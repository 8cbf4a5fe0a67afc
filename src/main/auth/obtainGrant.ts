import { browserSignIn } from './browserSignIn.ts';
import { clientKeyOf } from './clientKey.ts';
import type { ReadTextFile } from './clientKey.ts';
import type { CredentialStore } from './credentialStore.ts';
import { discover } from './discovery.ts';
import { DpopProofs } from './dpop.ts';
import { machineGrant } from './machineGrant.ts';
import type { Challenge, Grant, ProtectedServer } from './oauth.ts';
import { scopesToAsk } from './scopes.ts';
import type { SignInProgress } from './signIns.ts';

export type ObtainPorts = {
  readonly store: CredentialStore;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly readTextFile: ReadTextFile;
  readonly variable: (name: string) => string | undefined;
  readonly openBrowser: (url: string) => Promise<void>;
  /** Of the page that the browser ends at. */
  readonly language: () => string;
  /** Our Client ID Metadata Document, where there is one. */
  readonly documentUrl: () => string | undefined;
};

/** Gets tokens for a server in the way that its entry says. Stores none. Rejects with an AppFailure. */
export async function obtainGrant(
  ports: ObtainPorts,
  server: ProtectedServer,
  challenge: Challenge,
  { signal, step, onWaiting }: SignInProgress,
): Promise<Grant> {
  const { store, now } = ports;
  const { oauth } = server;
  const common = { server, fetch: ports.fetch, step, signal, now };
  const discovered = await discover({ ...common, challenge });
  const { issuer } = discovered.authorizationServer;
  const held = await store.grant(server);
  const wantsProof = oauth.dpop ?? challenge.wantsProof === true;
  const dpop = wantsProof ? await DpopProofs.from(held?.dpopKey) : undefined;
  const secret = () => secretOf(ports, server);
  if (oauth.grant === 'client_credentials' || oauth.grant === 'jwt-bearer') {
    const scope = scopesToAsk({
      challenge: challenge.scope,
      supported: discovered.scopesSupported,
      granted: held?.tokens.scope,
      isStepUp: challenge.error === 'insufficient_scope',
    });
    return machineGrant({
      ...common,
      discovered,
      scope,
      secret,
      readTextFile: ports.readTextFile,
      dpop,
    });
  }
  return browserSignIn({
    ...common,
    discovered,
    challenge,
    granted: held?.tokens.scope,
    documentUrl: oauth.clientMetadataUrl ?? ports.documentUrl(),
    secret,
    privateKey: await clientKeyOf(oauth, ports.readTextFile),
    known: await store.client(server, issuer),
    keepClient: (client) => store.saveClient(server, issuer, client),
    forgetClient: () => store.forgetClient(server, issuer),
    dpop,
    language: ports.language(),
    openBrowser: ports.openBrowser,
    onWaiting,
  });
}

/** The secret of an entry's client: from the variable that it names, else as a person entered it. */
export async function secretOf(
  { store, variable }: Pick<ObtainPorts, 'store' | 'variable'>,
  server: ProtectedServer,
): Promise<string | undefined> {
  const { clientSecretVariable } = server.oauth;
  const fromVariable = clientSecretVariable === undefined ? '' : variable(clientSecretVariable);
  return fromVariable || store.secret(server);
}
