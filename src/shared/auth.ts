import { z } from 'zod';
import type { AppError } from './errors.ts';

/** A file of the machine, absolute or from the home folder (`~/`). */
const file = z.string().min(1).max(4096);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Our Client ID Metadata Document, which authorization servers fetch (OAuth CIMD). */
export const ClientMetadataUrl = z.url({ protocol: /^https$/, error: 'must be an https address' });

/**
 * How to be authorized at one server; every field may be absent. No secret stands here: those are in
 * the keychain, in a variable or in a file that is named.
 */
export const OAuthConfig = z.object({
  /**
   * `authorization_code` (RFC 6749 section 4.1) is the default: a person signs in by a browser.
   * `client_credentials` (section 4.4) and `jwt-bearer` (RFC 7523, with the assertion of a workload)
   * need nobody; `cross-app` needs one sign-in at the identity provider of settings.json.
   */
  grant: z.enum(['authorization_code', 'client_credentials', 'jwt-bearer', 'cross-app']).optional(),
  /** As registered with the authorization server; no registration is tried then. */
  clientId: z.string().min(1).max(2048).optional(),
  /** The environment variable that holds the client's secret; without it the keychain is asked. */
  clientSecretVariable: z.string().min(1).max(200).optional(),
  tokenEndpointAuthMethod: z
    .enum(['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'])
    .optional(),
  /** PKCS #8 in PEM, for `private_key_jwt` (RFC 7523 section 2.2). */
  privateKeyFile: file.optional(),
  /** The JWS algorithm of that key, ES256 by default. */
  signingAlgorithm: z.string().min(1).max(20).optional(),
  /** Holds the JWT that a workload's platform put there, for `jwt-bearer`; read for each request. */
  assertionFile: file.optional(),
  /** Our Client ID Metadata Document, where another than the one of settings.json. */
  clientMetadataUrl: ClientMetadataUrl.optional(),
  /** Instead of what the server's metadata says. */
  authServerMetadataUrl: httpUrl.optional(),
  /** Space-separated; what the server asks for by default. */
  scope: z.string().max(4096).optional(),
  /** Of the loopback redirect URI; any free one by default. */
  callbackPort: z.number().int().min(1).max(65535).optional(),
  callbackHost: z.enum(['127.0.0.1', 'localhost']).optional(),
  /** Tokens bound to a key of ours (RFC 9449), where the authorization server can. */
  dpop: z.boolean().optional(),
});
export type OAuthConfig = z.infer<typeof OAuthConfig>;

/** Where a person signs in once for all servers whose grant is `cross-app` (OpenID Connect). */
export const IdentityProvider = z.object({
  issuer: httpUrl,
  clientId: z.string().min(1).max(2048),
  clientSecretVariable: z.string().min(1).max(200).optional(),
  /** `openid` by default. */
  scope: z.string().max(4096).optional(),
});
export type IdentityProvider = z.infer<typeof IdentityProvider>;

/** What a step of getting authorized was about. */
export type AuthStepKind =
  | 'challenge'
  | 'resource-metadata'
  | 'server-metadata'
  | 'registration'
  | 'browser'
  | 'callback'
  | 'token'
  | 'refresh'
  | 'exchange'
  | 'revocation'
  | 'headers-helper';

/** One step, without any code, token, secret or query. Times are epoch milliseconds. */
export type AuthStep = {
  readonly kind: AuthStepKind;
  readonly at: number;
  readonly tookMs?: number | undefined;
  /** Without its query. */
  readonly url?: string | undefined;
  /** Of the HTTP response. */
  readonly status?: number | undefined;
  /** `absent`: there is nothing there, and the next place is asked. */
  readonly verdict: 'ok' | 'absent' | 'refused' | 'waiting';
  /** What was found, or why it was refused. */
  readonly detail?: AppError | undefined;
};

/** Where the sign-in to a server stands. */
export type SignInFlow =
  | { readonly kind: 'idle' }
  /** Before the browser and after it. */
  | { readonly kind: 'working' }
  /** The browser shows `url`; the answer is awaited at `redirectUri` until `until`. */
  | {
      readonly kind: 'waiting';
      readonly url: string;
      readonly redirectUri: string;
      readonly until: number;
    }
  /** The authorization server knows no Patchbay: an id has to be registered there by hand. */
  | { readonly kind: 'needs-client'; readonly issuer: string; readonly redirectUri: string }
  | { readonly kind: 'failed'; readonly cause: AppError };

/** Who is signed in, as the id token says; each field may be absent. */
export type Account = {
  readonly subject?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
};

/** What the Sign-in tab of one server shows. Holds no secret. */
export type SignInView = {
  readonly server: string;
  /** How it is authorized; `none` for a server that needs nothing of that (a program, in-process). */
  readonly means: 'none' | 'headers' | 'headers-helper' | NonNullable<OAuthConfig['grant']>;
  readonly flow: SignInFlow;
  /** Absent when nobody is signed in. Expiry is an epoch in milliseconds. */
  readonly signedIn?:
    | {
        readonly account?: Account | undefined;
        readonly issuer: string;
        readonly scopes: readonly string[];
        readonly expiresAt?: number | undefined;
        readonly renews: boolean;
        readonly isBoundToKey: boolean;
        readonly clientId: string;
        readonly clientSource: 'configured' | 'metadata-document' | 'registered' | 'entered';
        /** `memory` where the keychain can't be used: gone when the app ends. */
        readonly keptIn: 'keychain' | 'memory';
      }
    | undefined;
  /** Why the keychain can't be used, if so. */
  readonly keychainProblem?: KeychainProblem | undefined;
  /** Of the last sign-in, oldest first. */
  readonly steps: readonly AuthStep[];
};

/**
 * Why the keychain can't be used; each kind has its own way out. `locked` and `silent`: there is one,
 * but it can't be read now. `other`: `text` says it in the keychain's own words.
 */
export type KeychainProblem = {
  readonly kind:
    | 'no-library'
    | 'no-bus'
    | 'no-keyring'
    | 'no-keychain'
    | 'no-session'
    | 'locked'
    | 'silent'
    | 'other';
  readonly text: string;
};
