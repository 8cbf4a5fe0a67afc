import type { ClientKey } from './clientAuthentication.ts';
import type { DpopProofs } from './dpop.ts';
import type {
  Challenge,
  Discovered,
  Grant,
  OAuthClient,
  ProtectedServer,
  StepSink,
} from './oauth.ts';

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
  /** Space-separated: what the held grant allows; the new one asks for that and more. */
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
  /** Of the page that the browser ends at: `en`, `zh`, `ja`. */
  readonly language: string;
  readonly openBrowser: (url: string) => Promise<void>;
  readonly onWaiting: (waiting: BrowserWaiting) => void;
  readonly fetch: typeof fetch;
  readonly step: StepSink;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** How long the browser's answer is awaited, in milliseconds; 5 minutes by default. */
  readonly limitMs?: number | undefined;
};

/**
 * The authorization code flow with PKCE (RFC 7636) by the person's browser and a loopback redirect
 * (RFC 8252), up to tokens. Nothing is stored but by `keepClient`. Rejects with an AppFailure:
 * what {@link chooseClient} and the token request say, `auth/no-pkce`, `auth/bad-authorization-url`,
 * `auth/port-in-use`, `auth/denied`, `auth/cancelled`, `auth/timed-out`, `auth/wrong-issuer`...
 */
export async function browserSignIn(_options: BrowserSignInOptions): Promise<Grant> {
  throw new Error('not yet');
}
