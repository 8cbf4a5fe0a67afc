import { AppFailure, toAppError } from '../../../shared/errors.ts';
import { authorizationUrl } from './authorizationUrl.ts';
import { openCallbackServer } from './callbackServer.ts';
import type { CallbackServer } from './callbackServer.ts';
import { callbackPlace } from './callbackPlace.ts';
import type { ClientKey } from '../client/clientAuthentication.ts';
import { chooseClient } from '../client/clientChoice.ts';
import type { DpopProofs } from '../client/dpop.ts';
import { mayPointHere } from '../discovery/metadata.ts';
import type {
  AuthorizationServer,
  Challenge,
  Discovered,
  Grant,
  OAuthClient,
  ProtectedServer,
  StepSink,
} from '../oauth.ts';
import { PendingAnswer } from './pendingAnswer.ts';
import { authorizationSecrets, requestParameters } from './requestParameters.ts';
import type { AuthorizationSecrets } from './requestParameters.ts';
import { scopesToAsk, scopesToRegister } from '../tokens/scopes.ts';
import { withoutQuery } from '../discovery/secureEndpoint.ts';
import { oauthErrorOf, requestTokens } from '../tokens/tokenRequest.ts';
import { refusalDetail, stepDetail } from '../stepDetail.ts';

/** The browser shows `url`; its answer is awaited. */
export type BrowserWaiting = {
  readonly url: string;
  readonly redirectUri: string;
  /** Epoch milliseconds. */
  readonly until: number;
  /** Takes the address that a browser elsewhere ended at. Throws `auth/not-the-answer` for another. */
  readonly paste: (url: string) => void;
  /** Shows the page again. */
  readonly focus: () => Promise<void>;
};

export type BrowserSignInOptions = {
  readonly server: ProtectedServer;
  readonly discovered: Discovered;
  /** What asked for the sign-in; `{}` where a person did. */
  readonly challenge: Challenge;
  /** Space-separated: what the held grant allows, which a step-up asks for together with more. */
  readonly granted?: string | undefined;
  readonly documentUrl?: string | undefined;
  /** The secret of the configured client, from its variable or the keychain. */
  readonly secret: () => Promise<string | undefined>;
  /** For `private_key_jwt`. */
  readonly privateKey?: ClientKey | undefined;
  /** What this entry is known by to the issuer of `discovered`. */
  readonly known: OAuthClient | undefined;
  /** A new registration, kept at once so that a cancelled sign-in need not register again. */
  readonly keepClient?: ((client: OAuthClient) => Promise<void>) | undefined;
  /** The server does not know the kept registration any more. */
  readonly forgetClient?: (() => Promise<void>) | undefined;
  /** The key that tokens are to be bound to. */
  readonly dpop?: DpopProofs | undefined;
  /** Asks for the name again where the browser is signed in already: to change the account. */
  readonly asksAnew?: boolean | undefined;
  /** To come back in an id token. */
  readonly nonce?: string | undefined;
  /** Of the page that the browser ends at: `en`, `zh`, `ja`. */
  readonly language: string;
  readonly openBrowser: (url: string) => Promise<void>;
  readonly onWaiting: (waiting: BrowserWaiting) => void;
  /** Told of what nobody may see: state, verifier, code, tokens. */
  readonly onSecrets?: ((values: readonly (string | undefined)[]) => void) | undefined;
  readonly fetch: typeof fetch;
  readonly step: StepSink;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** How long the browser's answer is awaited, in milliseconds; 5 minutes by default. */
  readonly limitMs?: number | undefined;
};

const usualLimitMs = 5 * 60_000;

/**
 * The authorization code flow with PKCE (RFC 7636) by the person's browser and a loopback redirect
 * (RFC 8252), up to tokens. Nothing is stored but by `keepClient`. A kept registration that the
 * server does not know any more is replaced once; one that brought no answer is forgotten. Rejects
 * with what {@link chooseClient}, {@link openCallbackServer}, {@link authorizationUrl},
 * {@link PendingAnswer} and {@link requestTokens} say; `auth/no-pkce` {host}, `auth/timed-out` {minutes}, `auth/cancelled`.
 */
export async function browserSignIn(options: BrowserSignInOptions): Promise<Grant> {
  const { authorizationServer } = options.discovered;
  const used: { client?: OAuthClient } = {};
  try {
    refuseWithoutPkce(authorizationServer);
    return await signIn(options, options.known, used);
  } catch (error) {
    const failure = options.signal.aborted ? cancelled() : error;
    const isKept = used.client !== undefined && used.client === options.known;
    if (!isKept) throw failure;
    const isOurs = used.client?.source === 'registered';
    const isUnknown = isUnknownClient(failure);
    if (isUnknown || (isOurs && isWithoutAnswer(failure))) await options.forgetClient?.();
    // One that a person entered is asked for again, when they try again.
    if (!isUnknown || !isOurs) throw failure;
    return await signIn(options, undefined, {}).catch((again: unknown) => {
      throw options.signal.aborted ? cancelled() : again;
    });
  }
}

async function signIn(
  options: BrowserSignInOptions,
  known: OAuthClient | undefined,
  used: { client?: OAuthClient },
): Promise<Grant> {
  const { server, discovered } = options;
  const { authorizationServer, scopesSupported } = discovered;
  const serverSupported = authorizationServer.scopesSupported;
  const scope = scopesToAsk({
    configured: server.oauth.scope,
    challenge: options.challenge.scope,
    supported: scopesSupported,
    serverSupported,
    granted: options.granted,
    isStepUp: options.challenge.error === 'insufficient_scope',
  });
  const place = callbackPlace(server.oauth, known);
  const callback = await openCallbackServer({ ...place, language: options.language });
  try {
    const { redirectUri } = callback;
    const client = await chooseClient({
      ...options,
      authorizationServer,
      scope: scopesToRegister(scope, scopesSupported, serverSupported),
      redirectUri,
      known,
    });
    used.client = client;
    if (client.source === 'registered' && client !== known) await options.keepClient?.(client);
    const secrets = authorizationSecrets();
    options.onSecrets?.([client.clientSecret, secrets.state, secrets.verifier]);
    const code = await askInBrowser(options, client, scope, callback, secrets);
    options.onSecrets?.([code]);
    const tokens = await requestTokens({
      authorizationServer,
      client,
      parameters: {
        grant_type: 'authorization_code',
        code,
        code_verifier: secrets.verifier,
        redirect_uri: redirectUri,
      },
      resource: discovered.resource,
      dpop: options.dpop,
      privateKey: options.privateKey,
      fetch: options.fetch,
      now: options.now,
      signal: options.signal,
      step: options.step,
      kind: 'token',
    });
    return {
      serverUrl: server.url,
      ...(discovered.resource !== undefined && { resource: discovered.resource }),
      authorizationServer,
      client,
      // Left out where it is what was asked for (RFC 6749 section 5.1).
      tokens: scope === undefined || tokens.scope !== undefined ? tokens : { ...tokens, scope },
      ...(options.dpop !== undefined && { dpopKey: options.dpop.jwk() }),
    };
  } finally {
    await callback.close();
  }
}

/** Sends the person to the authorization endpoint, and waits for the code. */
async function askInBrowser(
  options: BrowserSignInOptions,
  client: OAuthClient,
  scope: string | undefined,
  callback: CallbackServer,
  secrets: AuthorizationSecrets,
): Promise<string> {
  const { discovered, signal, step, now } = options;
  const { authorizationServer } = discovered;
  const { redirectUri } = callback;
  const parameters = await requestParameters({
    client,
    redirectUri,
    scope,
    resource: discovered.resource,
    secrets,
    dpopKey: options.dpop?.jwk(),
    asksAnew: options.asksAnew === true,
    nonce: options.nonce,
  });
  const endpoint = authorizationServer.authorizationEndpoint;
  const mayBeLocal = mayPointHere(options.server);
  const url = authorizationUrl(endpoint, parameters, authorizationServer.issuer, mayBeLocal);
  const limitMs = options.limitMs ?? usualLimitMs;
  const { state } = secrets;
  const answer = new PendingAnswer({ state, server: authorizationServer, redirectUri });
  callback.onAnswer(answer.take);
  const until = now() + limitMs;
  const timer = setTimeout(() => answer.end(timedOut(limitMs)), limitMs);
  const onAbort = (): void => answer.end(cancelled());
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const shown = withoutQuery(new URL(url));
  const show = async (): Promise<void> => {
    if (signal.aborted) return;
    const at = now();
    step({ kind: 'browser', at, url: shown, verdict: 'waiting', detail: stepDetail('awaited') });
    try {
      await options.openBrowser(url);
    } catch {
      // The person may open the page by hand, and give us the address where it ended.
      const detail = stepDetail('no-browser');
      step({ kind: 'browser', at, url: shown, verdict: 'refused', detail });
    }
  };
  const started = now();
  try {
    options.onWaiting({ url, redirectUri, until, paste: answer.paste, focus: show });
    void show();
    const code = await answer.code;
    const tookMs = now() - started;
    step({ kind: 'callback', at: now(), tookMs, url: redirectUri, verdict: 'ok' });
    return code;
  } catch (error) {
    const detail = refusalDetail(error);
    step({ kind: 'callback', at: now(), url: redirectUri, verdict: 'refused', detail });
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Of the token endpoint, or of the authorization endpoint where it tells us. */
function isUnknownClient(error: unknown): boolean {
  const name = oauthErrorOf(error);
  return name === 'invalid_client' || name === 'unauthorized_client';
}

/**
 * Many a server shows a client that it does not know an error page, and nothing comes back. The next
 * sign-in registers anew rather than to end there again.
 */
function isWithoutAnswer(error: unknown): boolean {
  const { code } = toAppError(error);
  return code === 'auth/timed-out' || code === 'auth/cancelled';
}

/** What has metadata has to name S256 in it (MCP 2025-11-25, Authorization Code Protection). */
function refuseWithoutPkce({ codeChallengeMethods, issuer }: AuthorizationServer): void {
  if (codeChallengeMethods === undefined || codeChallengeMethods.includes('S256')) return;
  const { host } = new URL(issuer);
  throw new AppFailure({
    code: 'auth/no-pkce',
    message: `${host} does not protect its codes (PKCE with S256), so Patchbay does not sign in there`,
    params: { host },
  });
}

export function cancelled(): AppFailure {
  return new AppFailure({
    code: 'auth/cancelled',
    message: 'The sign-in was cancelled',
    action: 'sign-in',
  });
}

function timedOut(limitMs: number): AppFailure {
  const minutes = Math.max(1, Math.round(limitMs / 60_000));
  return new AppFailure({
    code: 'auth/timed-out',
    message: `No answer came from the browser within ${minutes} min`,
    params: { minutes },
    action: 'sign-in',
  });
}
