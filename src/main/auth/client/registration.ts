import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { parseJson } from '../../../shared/parseJson.ts';
import { boundedFetch } from '../boundedFetch.ts';
import type { ClientChoiceOptions } from './clientChoice.ts';
import { foreignText } from '../foreignText.ts';
import { mayPointHere, metadataAddress } from '../discovery/metadata.ts';
import { OAuthClient } from '../oauth.ts';
import type { AuthorizationServer } from '../oauth.ts';
import { withoutQuery } from '../discovery/secureEndpoint.ts';
import { badAnswer } from '../tokens/tokenFailure.ts';
import { whys } from '../why.ts';
import { refusalDetail, stepDetail } from '../stepDetail.ts';

const limitMs = 30_000;

/** RFC 7591 section 3.2.1, as far as it is used. */
const Registered = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional().catch(undefined),
  token_endpoint_auth_method: OAuthClient.shape.authMethod.catch(undefined),
});

const RegistrationError = z.object({
  error: z.string().min(1),
  error_description: z.string().optional().catch(undefined),
});

/**
 * Registers Patchbay (RFC 7591) as a native application; undefined where there is no endpoint for
 * that. Rejects with `auth/registration-refused` {host, error, description}, `auth/bad-answer`
 * {host, why}, `auth/unreachable` {host, why}, `auth/insecure-endpoint` {url}, `auth/points-here`
 * {url}; the reason of `signal`.
 */
export async function registerClient(
  options: ClientChoiceOptions,
): Promise<OAuthClient | undefined> {
  const { authorizationServer, redirectUri } = options;
  const endpoint = authorizationServer.registrationEndpoint;
  if (endpoint === undefined) return undefined;
  const at = options.now();
  const place: { url?: string; status?: number } = {};
  const tell = (verdict: 'ok' | 'absent' | 'refused', detail?: AppError): void => {
    const tookMs = options.now() - at;
    options.step({ kind: 'registration', at, tookMs, ...place, verdict, detail });
  };
  try {
    const url = metadataAddress(endpoint, mayPointHere(options.server));
    place.url = withoutQuery(url);
    const { status, text } = await boundedFetch({
      url,
      init: {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(registrationOf(options)),
      },
      fetch: options.fetch,
      signal: options.signal,
      limitMs,
    });
    place.status = status;
    if (isNotThere(status, authorizationServer)) {
      tell('absent');
      return undefined;
    }
    const client = clientOf(status, text, url.host, redirectUri);
    tell('ok', stepDetail('registered'));
    return client;
  } catch (error) {
    tell('refused', refusalDetail(error));
    throw error;
  }
}

function registrationOf({ server, authorizationServer, scope, redirectUri }: ClientChoiceOptions) {
  const wished = server.oauth.tokenEndpointAuthMethod;
  return {
    client_name: 'Patchbay',
    application_type: 'native',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method:
      wished ?? registrationAuthMethod(authorizationServer.tokenEndpointAuthMethods),
    scope,
  };
}

/**
 * A program on a person's machine keeps no secret (RFC 8252 section 8.5), so `none` where the server
 * can; undefined leaves it to a server that takes nothing we know.
 */
export function registrationAuthMethod(
  supported: readonly string[] | undefined,
): OAuthClient['authMethod'] {
  if (supported === undefined) return 'none';
  return (['none', 'client_secret_basic', 'client_secret_post'] as const).find((method) =>
    supported.includes(method),
  );
}

/** Where there is no metadata, the endpoint was but a guess. */
function isNotThere(status: number, server: AuthorizationServer): boolean {
  return server.codeChallengeMethods === undefined && (status === 404 || status === 405);
}

function clientOf(status: number, text: string, host: string, redirectUri: string): OAuthClient {
  const body = parseJson(text);
  if (status < 200 || status >= 300) throw refused(status, body, host);
  const { success, data } = Registered.safeParse(body);
  if (!success) throw badAnswer(host, whys.noClient);
  const { client_id, client_secret, token_endpoint_auth_method } = data;
  return {
    clientId: client_id,
    ...(client_secret !== undefined && { clientSecret: client_secret }),
    ...(token_endpoint_auth_method !== undefined && { authMethod: token_endpoint_auth_method }),
    source: 'registered',
    redirectUri,
  };
}

function refused(status: number, body: unknown, host: string): AppFailure {
  const said = RegistrationError.safeParse(body).data;
  const error = said ? foreignText(said.error, 100) : `HTTP ${status}`;
  const description = foreignText(said?.error_description) || 'it gives no reason';
  return new AppFailure({
    code: 'auth/registration-refused',
    message: `${host} refuses to register Patchbay (${error}): ${description}`,
    params: { host, error, description },
    action: 'edit-server',
  });
}
