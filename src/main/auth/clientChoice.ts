import type { AuthorizationServer, OAuthClient, ProtectedServer, StepSink } from './oauth.ts';

export type ClientChoiceOptions = {
  readonly server: ProtectedServer;
  readonly authorizationServer: AuthorizationServer;
  /** Space-separated: what a new registration is for. */
  readonly scope: string | undefined;
  readonly redirectUri: string;
  /** Our Client ID Metadata Document, an https address. */
  readonly documentUrl?: string | undefined;
  /** The secret of the configured client, from its variable or the keychain. */
  readonly secret: () => Promise<string | undefined>;
  /** What this server's entry is known by to that issuer. */
  readonly known: OAuthClient | undefined;
  readonly fetch: typeof fetch;
  readonly step: StepSink;
  readonly now: () => number;
  readonly signal: AbortSignal;
};

/**
 * Who we are to an authorization server. Rejects with an AppFailure: `auth/needs-client` {issuer,
 * redirectUri} where a person has to register an id, `auth/registration-refused` {host, error,
 * description}, or why its registration endpoint can't be used.
 */
export async function chooseClient(_options: ClientChoiceOptions): Promise<OAuthClient> {
  throw new Error('not yet');
}
