import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/client';
import type { AuthStep } from '../../../shared/auth.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { boundedFetch } from '../boundedFetch.ts';
import type { BoundedAnswer } from '../boundedFetch.ts';
import type { ProtectedServer, StepSink } from '../oauth.ts';
import { isLoopback, secureEndpoint, withoutQuery } from './secureEndpoint.ts';
import { badAnswer } from '../tokens/tokenFailure.ts';
import { whys } from '../why.ts';
import { refusalDetail, stepDetail } from '../stepDetail.ts';

const limitMs = 10_000;
const maxRedirects = 3;

export type MetadataPorts = {
  readonly fetch: typeof fetch;
  readonly step: StepSink;
  readonly signal: AbortSignal;
  readonly now: () => number;
};

export type MetadataRequest<T> = MetadataPorts & {
  readonly url: string;
  readonly kind: 'resource-metadata' | 'server-metadata';
  /** Whether it may be on this machine: what is elsewhere may not point here. */
  readonly mayBeLocal: boolean;
  /** Checks and reads the document; throws an AppFailure. */
  readonly read: (document: unknown, host: string) => T;
};

/**
 * Reads one metadata document; undefined where there is none (a status of 4xx, or a web page).
 * Throws `auth/insecure-endpoint` {url}, `auth/points-here` {url}, `auth/unreachable` {host, why},
 * `auth/bad-answer` {host, why}, what `read` throws, and the reason of `signal`. Each is a step.
 */
export async function readMetadata<T>(request: MetadataRequest<T>): Promise<T | undefined> {
  const at = request.now();
  const place: { url?: string; status?: number } = { url: shownUrl(request.url) };
  const tell = (verdict: AuthStep['verdict'], detail?: AppError): void =>
    request.step({ kind: request.kind, at, tookMs: request.now() - at, ...place, verdict, detail });
  try {
    const url = metadataAddress(request.url, request.mayBeLocal);
    const answer = await follow(request, url);
    place.status = answer.status;
    if (isAbsent(answer)) {
      tell('absent', answer.status < 300 ? stepDetail('web-page') : undefined);
      return undefined;
    }
    const value = request.read(documentOf(answer, url.host), url.host);
    tell('ok');
    return value;
  } catch (error) {
    tell('refused', refusalDetail(error));
    throw error;
  }
}

/**
 * An address whose word may be taken: https, or http on this machine. Where `mayBeLocal` is false,
 * never this machine: a server elsewhere must not make us ask what only we can reach.
 */
export function metadataAddress(address: string, mayBeLocal: boolean): URL {
  const url = secureEndpoint(address);
  if (mayBeLocal || !isLoopback(url.hostname)) return url;
  const shown = withoutQuery(url);
  throw new AppFailure({
    code: 'auth/points-here',
    message: `A server elsewhere points to ${shown} on this machine, which is not asked`,
    params: { url: shown },
  });
}

/** Whether a server may point to this machine: it is here itself, or a person pointed it here. */
export function mayPointHere({ url, oauth }: ProtectedServer): boolean {
  const known = [url, oauth.authServerMetadataUrl].filter((address) => address !== undefined);
  return known.some((address) => isLoopback(new URL(address).hostname));
}

/** Follows a few redirects, each within the same scheme. */
async function follow(request: MetadataRequest<unknown>, start: URL): Promise<BoundedAnswer> {
  let url = start;
  for (let count = 0; ; count += 1) {
    const answer = await boundedFetch({
      url,
      init: {
        headers: { accept: 'application/json', 'mcp-protocol-version': LATEST_PROTOCOL_VERSION },
      },
      fetch: request.fetch,
      signal: request.signal,
      limitMs,
    });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
    if (count === maxRedirects) {
      throw badAnswer(start.host, whys.redirects);
    }
    if (!URL.canParse(location, url.href)) throw badAnswer(url.host, whys.redirect);
    const next = new URL(location, url);
    if (next.protocol !== url.protocol) {
      throw badAnswer(url.host, whys.otherScheme);
    }
    url = metadataAddress(next.href, request.mayBeLocal);
  }
}

/** Many a site answers every path with its own page. */
function isAbsent({ status, headers, text }: BoundedAnswer): boolean {
  if (status >= 400 && status < 500) return true;
  if (status < 200 || status >= 300) return false;
  return /^text\/html\b/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
}

function documentOf({ status, text }: BoundedAnswer, host: string): unknown {
  if (status < 200 || status >= 300) throw badAnswer(host, whys.status(status));
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer(host, whys.notJson);
  }
}

function shownUrl(address: string): string {
  return URL.canParse(address) ? withoutQuery(new URL(address)) : 'no address';
}
