import { boundedFetch } from './boundedFetch.ts';
import type { BoundedAnswer } from './boundedFetch.ts';
import { badAnswer } from './tokens/tokenFailure.ts';
import { whys } from './why.ts';

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

/**
 * POSTs a form and reads its answer of at most 1 MiB. Redirects are not followed: what is sent here is
 * secret, and is for nobody else. Throws `auth/unreachable` {host, why} and `auth/bad-answer`
 * {host, why}; the reason of `signal` where that aborted.
 */
export async function postForm(post: FormPost): Promise<BoundedAnswer> {
  const answer = await boundedFetch({
    url: post.url,
    init: {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...post.headers,
      },
      body: new URLSearchParams({ ...post.parameters }).toString(),
    },
    fetch: post.fetch,
    signal: post.signal ?? new AbortController().signal,
    limitMs: post.limitMs ?? usualLimitMs,
  });
  // 0: a fetch that hides the redirects that it does not follow.
  const isRedirect = answer.status === 0 || (answer.status >= 300 && answer.status < 400);
  if (isRedirect) throw badAnswer(post.url.host, whys.redirect);
  return answer;
}
