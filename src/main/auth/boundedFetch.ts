import { cappedBody, fetchReason } from './cappedBody.ts';
import { foreignText } from './foreignText.ts';
import { badAnswer, unreachable } from './tokens/tokenFailure.ts';
import { whys } from './why.ts';

const maxBytes = 1024 * 1024;

export type BoundedAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** Empty for a redirect, which is never followed here. */
  readonly text: string;
};

/**
 * One request with limits for its time and its answer (1 MiB); redirects are answered as they are.
 * Throws `auth/unreachable` {host, why} and `auth/bad-answer` {host, why}; the reason of `signal`
 * where that aborted.
 */
export async function boundedFetch(options: {
  readonly url: URL;
  readonly init?: RequestInit;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** For head and body together. */
  readonly limitMs: number;
}): Promise<BoundedAnswer> {
  const { url, signal, limitMs } = options;
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await options.fetch(url, {
      ...options.init,
      redirect: 'manual',
      signal: AbortSignal.any([limit, signal]),
    });
    const { status, headers } = response;
    const isRedirect = status >= 300 && status < 400;
    if (isRedirect) await response.body?.cancel().catch(() => undefined);
    if (isRedirect) return { status, headers, text: '' };
    const body = await cappedBody(response, maxBytes, () => badAnswer(url.host, whys.tooBig));
    return { status, headers, text: body.toString('utf8') };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) throw unreachable(url.host, whys.tooSlow(limitMs));
    throw error instanceof TypeError
      ? unreachable(url.host, foreignText(fetchReason(error)))
      : error;
  }
}
