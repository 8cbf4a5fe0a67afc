import { badAnswer, unreachable } from './tokenFailure.ts';
import { foreignText } from './foreignText.ts';

const maxBytes = 1024 * 1024;
const usualLimitMs = 30_000;

export type FormPost = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal | undefined;
  /** For head and body together, in milliseconds; 30 s by default. */
  readonly limitMs?: number | undefined;
};

export type FormAnswer = { readonly response: Response; readonly text: string };

/**
 * POSTs a form and reads its answer of at most 1 MiB. Redirects are not followed: what is sent here is
 * secret, and is for nobody else. Throws `auth/unreachable` {host, why} and `auth/bad-answer`
 * {host, why}; the reason of `signal` where that aborted.
 */
export async function postForm(post: FormPost): Promise<FormAnswer> {
  const { url, signal } = post;
  const limit = AbortSignal.timeout(post.limitMs ?? usualLimitMs);
  try {
    const response = await post.fetch(url, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...post.headers,
      },
      body: new URLSearchParams({ ...post.parameters }).toString(),
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect || response.type === 'opaqueredirect') {
      await response.body?.cancel().catch(() => undefined);
      throw badAnswer(url.host, 'it points to another address, which is not followed');
    }
    return { response, text: await readCapped(response, url.host) };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (limit.aborted) {
      const seconds = (post.limitMs ?? usualLimitMs) / 1000;
      throw unreachable(url.host, `it does not answer within ${seconds} s`);
    }
    throw error instanceof TypeError ? unreachable(url.host, networkReason(error)) : error;
  }
}

async function readCapped(response: Response, host: string): Promise<string> {
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
    throw badAnswer(host, 'its answer is larger than 1 MiB');
  }
}

/** Of fetch, whose own message ("fetch failed") says nothing. */
function networkReason(error: TypeError): string {
  const { cause } = error;
  const said = cause instanceof Error ? codeOf(cause) || cause.message : error.message;
  return foreignText(said);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
