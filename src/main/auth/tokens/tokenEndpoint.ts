import { z } from 'zod';
import type { AuthStepKind } from '../../../shared/auth.ts';
import type { AppError } from '../../../shared/errors.ts';
import { parseJson } from '../../../shared/parseJson.ts';
import type { BoundedAnswer } from '../boundedFetch.ts';
import {
  chooseClientAuthMethod,
  formEncoded,
  proveClient,
  shownForms,
} from '../client/clientAuthentication.ts';
import type { ClientKey } from '../client/clientAuthentication.ts';
import type { DpopProofs } from '../client/dpop.ts';
import type { AuthorizationServer, OAuthClient, StepSink } from '../oauth.ts';
import { postForm } from '../postForm.ts';
import { withoutQuery } from '../discovery/secureEndpoint.ts';
import { serverEndpoint } from '../discovery/serverEndpoint.ts';
import { badAnswer, oauthError } from './tokenFailure.ts';
import { whys } from '../why.ts';
import type { Why } from '../why.ts';
import { refusalDetail } from '../stepDetail.ts';

export type TokenRequest = {
  readonly authorizationServer: AuthorizationServer;
  readonly client: OAuthClient;
  /** `grant_type` and what belongs to it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** RFC 8707. */
  readonly resource?: string | undefined;
  readonly dpop?: DpopProofs | undefined;
  /** For `private_key_jwt`. */
  readonly privateKey?: ClientKey | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds; 30 s by default. */
  readonly limitMs?: number | undefined;
  readonly kind: AuthStepKind;
  readonly step: StepSink;
};

/** What a request carries that nobody may see. */
const secretParameters: ReadonlySet<string> = new Set([
  'actor_token',
  'assertion',
  'code',
  'code_verifier',
  'refresh_token',
  'subject_token',
]);

const OAuthErrorBody = z.object({
  error: z.string().min(1),
  error_description: z.unknown().optional(),
});

/**
 * One request to a token endpoint (RFC 6749 section 3.2), with the proof of who the client is, and
 * once more where the server wants its DPoP nonce (RFC 9449 section 8). Gives what `read` makes of
 * the JSON of a success; `read` throws its own failures. Throws as {@link requestTokens} does.
 */
export async function askTokenEndpoint<T>(
  request: TokenRequest,
  read: (body: unknown, host: string) => T,
): Promise<T> {
  const { authorizationServer } = request;
  const at = request.now();
  const place: { url?: string; status?: number } = {};
  const tell = (verdict: 'ok' | 'refused', detail?: AppError): void =>
    request.step({ kind: request.kind, at, tookMs: request.now() - at, ...place, verdict, detail });
  try {
    const url = serverEndpoint(authorizationServer, authorizationServer.tokenEndpoint);
    place.url = withoutQuery(url);
    const answer = await askWithNonce(request, url);
    place.status = answer.status;
    const value = read(successBody(answer, url.host, secretsOf(request)), url.host);
    tell('ok');
    return value;
  } catch (error) {
    tell('refused', refusalDetail(error));
    throw error;
  }
}

async function askWithNonce(request: TokenRequest, url: URL): Promise<BoundedAnswer> {
  const first = await askOnce(request, url);
  if (request.dpop === undefined || !wantsNonce(first)) return first;
  return askOnce(request, url);
}

async function askOnce(request: TokenRequest, url: URL): Promise<BoundedAnswer> {
  const { client, authorizationServer, privateKey, dpop, resource } = request;
  const method = chooseClientAuthMethod(client, authorizationServer, privateKey !== undefined);
  const proof = await proveClient(method, client, authorizationServer, privateKey, request.now);
  const answer = await postForm({
    url,
    headers: { ...proof.headers, ...(await dpop?.tokenHeaders(url)) },
    parameters: {
      ...request.parameters,
      ...(resource === undefined ? {} : { resource }),
      ...proof.parameters,
    },
    fetch: request.fetch,
    signal: request.signal,
    limitMs: request.limitMs,
  });
  dpop?.observe(answer, url);
  return answer;
}

function wantsNonce({ status, headers, text }: BoundedAnswer): boolean {
  if (status < 400 || !headers.has('dpop-nonce')) return false;
  return OAuthErrorBody.safeParse(parseJson(text)).data?.error === 'use_dpop_nonce';
}

/** Some servers send their errors with status 200. */
function successBody(
  { status, text }: BoundedAnswer,
  host: string,
  secrets: readonly string[],
): unknown {
  const body = parseJson(text);
  const { data: refusal } = OAuthErrorBody.safeParse(body);
  if (refusal !== undefined) {
    throw oauthError(host, refusal.error, refusal.error_description, secrets);
  }
  if (status >= 300) throw badAnswer(host, whys.status(status));
  if (body === undefined) throw badAnswer(host, noJson(text));
  return body;
}

function secretsOf({ parameters, client }: TokenRequest): readonly string[] {
  const shown = Object.entries(parameters).filter(([name]) => secretParameters.has(name));
  return [...shown.flatMap(([, value]) => [value, formEncoded(value)]), ...shownForms(client)];
}

function noJson(text: string): Why {
  if (text.trim() === '') return whys.empty;
  return /^\s*</.test(text) ? whys.webPage : whys.notJson;
}
