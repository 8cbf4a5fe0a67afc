import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { foreignText } from '../foreignText.ts';
import type { AuthorizationServer, OAuthClient, ProtectedServer, StepSink } from '../oauth.ts';
import { registerClient } from './registration.ts';
import { stepDetail } from '../stepDetail.ts';

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
 * Who we are to an authorization server (MCP 2025-11-25, Authorization, Client Registration): the
 * configured client, the known registration, our metadata document, a new registration, in this
 * order. Rejects with `auth/needs-client` {issuer, redirectUri} where a person has to register an id,
 * and with what {@link registerClient} says.
 */
export async function chooseClient(options: ClientChoiceOptions): Promise<OAuthClient> {
  const { server, authorizationServer, redirectUri } = options;
  const tell = (detail: AppError): void =>
    options.step({ kind: 'registration', at: options.now(), verdict: 'ok', detail });

  const { clientId, tokenEndpointAuthMethod } = server.oauth;
  if (clientId !== undefined) {
    tell(stepDetail('configured-client'));
    const clientSecret = await options.secret();
    return {
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      ...(tokenEndpointAuthMethod !== undefined && { authMethod: tokenEndpointAuthMethod }),
      source: 'configured',
      redirectUri,
    };
  }

  const known = fittingClient(options.known, redirectUri);
  if (known !== undefined) {
    tell(stepDetail('known-client'));
    if (known.source !== 'entered' || known.clientSecret !== undefined) return known;
    const clientSecret = await options.secret();
    return clientSecret === undefined ? known : { ...known, clientSecret };
  }

  const documentUrl = server.oauth.clientMetadataUrl ?? options.documentUrl;
  if (authorizationServer.takesMetadataDocuments && isDocumentUrl(documentUrl)) {
    tell(stepDetail('metadata-document'));
    return { clientId: documentUrl, authMethod: 'none', source: 'metadata-document', redirectUri };
  }

  const registered = await registerClient(options);
  if (registered !== undefined) return registered;
  throw needsClient(authorizationServer.issuer, redirectUri);
}

/** Registered or entered by hand, and for the redirect URI of now. */
function fittingClient(
  known: OAuthClient | undefined,
  redirectUri: string,
): OAuthClient | undefined {
  if (known?.source !== 'registered' && known?.source !== 'entered') return undefined;
  const isFitting = known.redirectUri === undefined || known.redirectUri === redirectUri;
  return isFitting ? known : undefined;
}

/** An https address with a path (draft-ietf-oauth-client-id-metadata-document, section 3). */
function isDocumentUrl(address: string | undefined): address is string {
  if (address === undefined || !URL.canParse(address)) return false;
  const { protocol, pathname, hash, username } = new URL(address);
  return protocol === 'https:' && pathname !== '/' && hash === '' && username === '';
}

function needsClient(named: string, redirectUri: string): AppFailure {
  const issuer = foreignText(named);
  return new AppFailure({
    code: 'auth/needs-client',
    message: `${issuer} does not let programs register themselves. Register a client there with the redirect URI ${redirectUri}, and give its id.`,
    params: { issuer, redirectUri },
    action: 'sign-in',
  });
}
