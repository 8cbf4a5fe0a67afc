import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import type { ClientKey } from '../client/clientAuthentication.ts';
import type { DpopProofs } from '../client/dpop.ts';
import type { Identity } from './identity.ts';
import type { Discovered, Grant, OAuthClient, ProtectedServer, StepSink } from '../oauth.ts';
import { askTokenEndpoint } from '../tokens/tokenEndpoint.ts';
import { badAnswer } from '../tokens/tokenFailure.ts';
import { requestTokens } from '../tokens/tokenRequest.ts';
import { whys } from '../why.ts';

export type CrossAppOptions = {
  readonly server: ProtectedServer;
  readonly discovered: Discovered;
  /** Who we are to the server's authorization server. */
  readonly client: OAuthClient;
  /** Of that client, for `private_key_jwt`. */
  readonly privateKey?: ClientKey | undefined;
  /** Of the person, valid still. */
  readonly identity: Identity;
  /** Of our client at the identity provider. */
  readonly identitySecret?: string | undefined;
  /** What the server asked for, space-separated; an entry's own scope wins. */
  readonly scope?: string | undefined;
  readonly dpop?: DpopProofs | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly step: StepSink;
};

/** Who can refuse: the person's identity provider, the server's authorization server, the server. */
export type CrossAppParty = 'identity-provider' | 'authorization-server' | 'server';

const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';
const idJagType = 'urn:ietf:params:oauth:token-type:id-jag';

/** RFC 8693 section 2.2.1; `token_type` is `N_A` there, and nothing depends on it. */
const ExchangeAnswer = z.object({
  access_token: z.string().min(1),
  issued_token_type: z.literal(idJagType),
});

/**
 * Cross App Access (MCP SEP-990, draft-ietf-oauth-identity-assertion-authz-grant): the id token is
 * exchanged at the identity provider for a grant that is for one authorization server and one
 * resource (RFC 8693), and that one is redeemed there for tokens (RFC 7523). No browser. Throws
 * `auth/cross-app-refused` {party, cause, host, error, description}, or as requestTokens does.
 */
export async function crossAppGrant(options: CrossAppOptions): Promise<Grant> {
  const { server, discovered, client, dpop, privateKey } = options;
  const { authorizationServer } = discovered;
  const resource = discovered.resource ?? withoutFragment(server.url);
  const { scope = options.scope } = server.oauth;
  const scopes = scope === undefined || scope === '' ? {} : { scope };
  const { fetch, now, signal, step } = options;
  const common = { resource, fetch, now, signal, step };

  const assertion = await saying('identity-provider', () =>
    askTokenEndpoint(
      {
        ...common,
        kind: 'exchange',
        authorizationServer: options.identity.authorizationServer,
        client: identityClient(options),
        parameters: {
          grant_type: tokenExchange,
          requested_token_type: idJagType,
          audience: authorizationServer.issuer,
          subject_token: options.identity.idToken,
          subject_token_type: idTokenType,
          ...scopes,
        },
      },
      readExchange,
    ),
  );
  const { refreshToken: _unused, ...tokens } = await saying('authorization-server', () =>
    requestTokens({
      ...common,
      kind: 'token',
      authorizationServer,
      client,
      dpop,
      privateKey,
      parameters: { grant_type: jwtBearer, assertion, ...scopes },
    }),
  );
  return {
    serverUrl: server.url,
    resource,
    authorizationServer,
    client,
    tokens,
    ...(dpop !== undefined && { dpopKey: dpop.jwk() }),
  };
}

/** `auth/cross-app-refused`; `cause` is the code of the party's name in the language shown. */
export function crossAppRefused(
  party: CrossAppParty,
  refusal: { readonly host: string; readonly error: string; readonly description: string },
): AppFailure {
  const { host, error, description } = refusal;
  return new AppFailure({
    code: 'auth/cross-app-refused',
    message: `${partyNames[party]} ${host} refuses (${error}): ${description}`,
    params: { party, cause: `auth/party-${party}`, host, error, description },
    action: 'retry',
  });
}

const partyNames: Readonly<Record<CrossAppParty, string>> = {
  'identity-provider': 'The identity provider',
  'authorization-server': "The server's authorization server",
  server: 'The server',
};

async function saying<T>(party: CrossAppParty, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof AppFailure) || thrown.error.code !== 'auth/oauth-error') throw thrown;
    const { host, error, description } = thrown.error.params ?? {};
    throw crossAppRefused(party, {
      host: String(host),
      error: String(error),
      description: String(description),
    });
  }
}

function readExchange(body: unknown, host: string): string {
  const { success, data } = ExchangeAnswer.safeParse(body);
  if (success) return data.access_token;
  throw badAnswer(host, whys.noAppGrant);
}

function identityClient({ identity, identitySecret }: CrossAppOptions): OAuthClient {
  return {
    clientId: identity.clientId,
    ...(identitySecret !== undefined && { clientSecret: identitySecret }),
    source: 'configured',
  };
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
