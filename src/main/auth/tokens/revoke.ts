import { toAppError } from '../../../shared/errors.ts';
import { chooseClientAuthMethod, proveClient } from '../client/clientAuthentication.ts';
import type { ClientKey } from '../client/clientAuthentication.ts';
import type { Grant, StepSink } from '../oauth.ts';
import { postForm } from '../postForm.ts';
import { withoutQuery } from '../discovery/secureEndpoint.ts';
import { serverEndpoint } from '../discovery/serverEndpoint.ts';
import { badAnswer } from './tokenFailure.ts';
import { whys } from '../why.ts';

export type RevokeOptions = {
  readonly grant: Grant;
  readonly privateKey?: ClientKey | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  /** For each request, in milliseconds; 10 s by default. */
  readonly limitMs?: number | undefined;
  readonly step: StepSink;
};

const usualLimitMs = 10_000;

/**
 * Tells the authorization server that the tokens are done with (RFC 7009): the refresh token, then
 * the access token, where it offers that. Never throws; a failure is a step, and answered by false.
 */
export async function revokeGrant(options: RevokeOptions): Promise<boolean> {
  const { authorizationServer, tokens } = options.grant;
  const endpoint = authorizationServer.revocationEndpoint;
  if (endpoint === undefined) return false;
  const { refreshToken, accessToken } = tokens;
  const hasRenewal = refreshToken !== undefined;
  const first = hasRenewal
    ? await revokeOne(options, endpoint, refreshToken, 'refresh_token')
    : true;
  // The first one often ends the other too, and servers answer 200 for what they no longer know.
  return (await revokeOne(options, endpoint, accessToken, 'access_token')) && first;
}

async function revokeOne(
  options: RevokeOptions,
  endpoint: string,
  token: string,
  token_type_hint: string,
): Promise<boolean> {
  const { grant, privateKey, step, now } = options;
  const { client, authorizationServer } = grant;
  const at = now();
  const place: { url?: string; status?: number } = {};
  try {
    const url = serverEndpoint(authorizationServer, endpoint);
    place.url = withoutQuery(url);
    const method = chooseClientAuthMethod(client, authorizationServer, privateKey !== undefined);
    const proof = await proveClient(method, client, authorizationServer, privateKey, now);
    const { status } = await postForm({
      url,
      headers: proof.headers,
      parameters: { token, token_type_hint, ...proof.parameters },
      fetch: options.fetch,
      signal: options.signal,
      limitMs: options.limitMs ?? usualLimitMs,
    });
    place.status = status;
    if (status >= 300) throw badAnswer(url.host, whys.status(status));
    step({ kind: 'revocation', at, tookMs: now() - at, ...place, verdict: 'ok' });
    return true;
  } catch (error) {
    const detail = toAppError(error);
    step({ kind: 'revocation', at, tookMs: now() - at, ...place, verdict: 'refused', detail });
    return false;
  }
}
