import type { Challenge, Discovered, ProtectedServer, StepSink } from './oauth.ts';

export type DiscoveryOptions = {
  readonly server: ProtectedServer;
  /** Of the server's last refusal; `{}` where there was none. */
  readonly challenge: Challenge;
  readonly fetch: typeof fetch;
  readonly step: StepSink;
  readonly signal: AbortSignal;
  readonly now: () => number;
};

/** Finds out who authorizes for a server (RFC 9728, RFC 8414, OpenID Connect Discovery). */
export async function discover(_options: DiscoveryOptions): Promise<Discovered> {
  throw new Error('not yet');
}
