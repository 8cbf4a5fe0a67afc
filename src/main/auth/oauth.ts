import { z } from 'zod';
import type { AuthStep, OAuthConfig } from '../../shared/auth.ts';

/** The part of a remote server's entry that authorization is about. */
export type ProtectedServer = {
  /** The key of the entry: two entries for one URL are two accounts. */
  readonly name: string;
  readonly url: string;
  readonly oauth: OAuthConfig;
};

/** What the server's last 401 or 403 asked for (WWW-Authenticate, RFC 6750 section 3, RFC 9728). */
export type Challenge = {
  readonly resourceMetadataUrl?: string | undefined;
  readonly scope?: string | undefined;
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
  /** It wants tokens that are bound to a key (RFC 9449 section 7.1). */
  readonly wantsProof?: boolean | undefined;
};

/** The checked metadata of an authorization server (RFC 8414), as far as it is used later. */
export const AuthorizationServer = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string().optional(),
  tokenEndpoint: z.string(),
  registrationEndpoint: z.string().optional(),
  revocationEndpoint: z.string().optional(),
  tokenEndpointAuthMethods: z.array(z.string()).optional(),
  /** Absent where there is no metadata at all (MCP 2025-03-26), empty where it names none. */
  codeChallengeMethods: z.array(z.string()).optional(),
  scopesSupported: z.array(z.string()).optional(),
  /** RFC 9207. */
  promisesIss: z.boolean(),
  takesMetadataDocuments: z.boolean(),
  dpopAlgorithms: z.array(z.string()).optional(),
});
export type AuthorizationServer = z.infer<typeof AuthorizationServer>;

/** Where a protected server gets its tokens from. */
export type Discovered = {
  readonly authorizationServer: AuthorizationServer;
  /** The RFC 8707 resource, verbatim from the metadata; absent where there is none. */
  readonly resource?: string | undefined;
  /** Of the protected resource's metadata. */
  readonly scopesSupported?: readonly string[] | undefined;
};

/** Who we are to an authorization server. */
export const OAuthClient = z.object({
  clientId: z.string(),
  clientSecret: z.string().optional(),
  /** As registered; chosen from the server's metadata where absent. */
  authMethod: z
    .enum(['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'])
    .optional(),
  source: z.enum(['configured', 'metadata-document', 'registered', 'entered']),
  /** The redirect URI that it was registered with; a registration with another port is no use. */
  redirectUri: z.string().optional(),
});
export type OAuthClient = z.infer<typeof OAuthClient>;

/** A token response (RFC 6749 section 5.1). Times are epoch milliseconds. */
export const OAuthTokens = z.object({
  accessToken: z.string(),
  tokenType: z.enum(['Bearer', 'DPoP']),
  refreshToken: z.string().optional(),
  obtainedAt: z.number(),
  /** Absent: used until it is refused. */
  expiresAt: z.number().optional(),
  scope: z.string().optional(),
  idToken: z.string().optional(),
});
export type OAuthTokens = z.infer<typeof OAuthTokens>;

/** All that one sign-in left, kept in the keychain as one secret. */
export const Grant = z.object({
  /** Tokens go to this address only: an entry that was pointed elsewhere has to sign in anew. */
  serverUrl: z.string(),
  resource: z.string().optional(),
  authorizationServer: AuthorizationServer,
  client: OAuthClient,
  tokens: OAuthTokens,
  /** The private key (a JWK) that DPoP tokens are bound to. */
  dpopKey: z.record(z.string(), z.unknown()).optional(),
});
export type Grant = z.infer<typeof Grant>;

/** Told of each step, for the Sign-in tab and the log. */
export type StepSink = (step: AuthStep) => void;
