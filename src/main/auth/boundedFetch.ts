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
    return { status, headers, text: isRedirect ? '' : await cappedText(response, url.host) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) throw unreachable(url.host, whys.tooSlow(limitMs));
    throw error instanceof TypeError ? unreachable(url.host, networkReason(error)) : error;
  }
}

async function cappedText(response: Response, host: string): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    chunks.push(value);
    size += value.byteLength;
    if (size <= maxBytes) continue;
    await reader.cancel().catch(() => undefined);
    throw badAnswer(host, whys.tooBig);
  }
}

/** Of fetch, whose own message ("fetch failed") says nothing. */
function networkReason(error: TypeError): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return foreignText(error.message);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return foreignText(code || cause.message);
}
