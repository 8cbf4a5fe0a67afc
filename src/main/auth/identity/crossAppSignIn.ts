import { AppFailure } from '../../../shared/errors.ts';
import { browserSignIn } from '../browser/browserSignIn.ts';
import { chooseClient } from '../client/clientChoice.ts';
import { clientKeyOf } from '../client/clientKey.ts';
import { crossAppGrant } from './crossApp.ts';
import type { DpopProofs } from '../client/dpop.ts';
import type { Identity } from './identity.ts';
import { currentIdentity, signInIdentity } from './identityProvider.ts';
import type { IdentityOptions } from './identityProvider.ts';
import type { Discovered, Grant, OAuthClient, ProtectedServer, StepSink } from '../oauth.ts';
import type { ObtainPorts } from '../obtainGrant.ts';
import type { SignInProgress } from '../signIns.ts';

type CrossAppRequest = {
  readonly server: ProtectedServer;
  readonly discovered: Discovered;
  /** What the server asked for, space-separated. */
  readonly scope: string | undefined;
  /** Of our client at the server's authorization server. */
  readonly secret: () => Promise<string | undefined>;
  readonly known: OAuthClient | undefined;
  readonly dpop: DpopProofs | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly step: StepSink;
};

/**
 * Tokens by who the person is at the identity provider; they sign in there, once for all servers,
 * and only where this is their own doing. Rejects with `auth/identity-sign-in` {issuer} where it is
 * not, `auth/no-identity-provider` {issuer}, and as {@link crossAppGrant} does.
 */
export async function crossAppSignIn(
  ports: ObtainPorts,
  request: CrossAppRequest,
  progress: SignInProgress,
): Promise<Grant> {
  const { server, discovered } = request;
  const provider = ports.identityProvider();
  if (provider === undefined) throw new AppFailure(noProvider(server.name));
  const { clientSecretVariable } = provider;
  const identitySecret =
    clientSecretVariable === undefined ? undefined : ports.variable(clientSecretVariable);
  const { store, lockFolder } = ports;
  const options = { ...request, provider, secret: identitySecret, store, lockFolder };
  const identity = await identityOf(ports, options, progress);
  const client = await chooseClient({
    ...request,
    authorizationServer: discovered.authorizationServer,
    // There is no redirect in this grant.
    redirectUri: 'http://127.0.0.1/',
  });
  const privateKey = await clientKeyOf(server.oauth, ports.readTextFile);
  return crossAppGrant({ ...request, client, privateKey, identity, identitySecret });
}

async function identityOf(
  ports: ObtainPorts,
  options: IdentityOptions,
  { byPerson, onWaiting, onSecrets }: SignInProgress,
): Promise<Identity> {
  try {
    return await currentIdentity(options);
  } catch (thrown) {
    const isUnknown = thrown instanceof AppFailure && thrown.error.code === 'auth/identity-sign-in';
    if (!byPerson || !isUnknown) throw thrown;
  }
  const identity = await signInIdentity(options, async ({ server, authorizationServer, nonce }) => {
    const grant = await browserSignIn({
      ...options,
      server,
      discovered: { authorizationServer },
      challenge: {},
      secret: async () => options.secret,
      known: undefined,
      nonce,
      language: ports.language(),
      openBrowser: ports.openBrowser,
      onWaiting,
      onSecrets,
      limitMs: ports.signInLimitMs,
    });
    return grant.tokens;
  });
  ports.onIdentity();
  return identity;
}

const noProvider = (server: string) => ({
  code: 'auth/needs-identity-provider',
  message: `${server} is to be reached by an identity provider, and the settings name none.`,
  params: { server },
  action: 'open-settings' as const,
});
