import { APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import type { AppError } from '../../../shared/errors.ts';

/** A failed request, in the user's words and in what the retry policy needs. */
export type ModelFailure = {
  readonly error: AppError;
  /** The HTTP status, or what the API's error type would have had; absent without an answer. */
  readonly status?: number | undefined;
  readonly retryAfter?: string | undefined;
  /** What the API itself says about trying again, if anything (`x-should-retry`). */
  readonly shouldRetry?: boolean | undefined;
  readonly apiMessage: string;
};

const statusOfType: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/** Reads anything that the SDK, fetch or a cut stream throws. */
export function describeFailure(thrown: unknown, model: string, host: string): ModelFailure {
  if (!(thrown instanceof APIError)) return unreachable(reasonOf(thrown), host);
  const status: number | undefined =
    thrown.status ?? (thrown.type === null ? undefined : statusOfType.get(thrown.type));
  if (status === undefined) {
    if (thrown instanceof APIConnectionTimeoutError) {
      return unreachable('it did not answer in time', host);
    }
    return unreachable(thrown.cause === undefined ? thrown.message : reasonOf(thrown.cause), host);
  }
  const apiMessage = thrown.apiMessage ?? thrown.message;
  const headers: Headers | undefined = thrown.headers;
  const advice = headers?.get('x-should-retry');
  return {
    error: errorOf(status, apiMessage, model, host),
    status,
    retryAfter: headers?.get('retry-after') ?? undefined,
    shouldRetry: advice === 'true' ? true : advice === 'false' ? false : undefined,
    apiMessage,
  };
}

function errorOf(status: number, reason: string, model: string, host: string): AppError {
  const params = { reason: reason.slice(0, 500), status, model, host };
  const make = (code: string, message: string, action?: AppError['action']): AppError => ({
    code: `model/${code}`,
    message,
    params,
    ...(action && { action }),
  });
  if (/prompt is too long|exceed context limit|context window/i.test(reason) && status < 500) {
    return make('context-full', `The conversation is too long for ${model}.`);
  }
  if (status === 402 || /credit balance is too low/i.test(reason)) {
    return make('billing', `The account at ${host} can't pay for the request: ${reason}`);
  }
  switch (status) {
    case 401:
      return make('key-refused', `${host} does not accept the API key.`, 'add-key');
    case 403:
      return make('not-allowed', `${host} does not allow this: ${reason}`, 'open-settings');
    case 404:
      return make('not-found', `${host} does not know the model ${model}.`, 'open-settings');
    case 413:
      return make('too-large', 'The request is larger than the API takes.');
    case 429:
      return make('rate-limited', `${host} limits the rate of requests: ${reason}`, 'retry');
    case 529:
      return make('overloaded', `${host} is overloaded.`, 'retry');
  }
  if (status >= 500) return make('server-error', `${host} failed with status ${status}.`, 'retry');
  return make('bad-request', `${host} refused the request: ${reason}`);
}

function unreachable(reason: string, host: string): ModelFailure {
  return {
    error: {
      code: 'model/unreachable',
      message: `${host} can't be reached: ${reason}`,
      params: { host, reason },
      action: 'retry',
    },
    apiMessage: reason,
  };
}

/** The innermost message: fetch says only "fetch failed". */
function reasonOf(thrown: unknown): string {
  let at: unknown = thrown;
  for (let depth = 0; depth < 5 && at instanceof Error && at.cause instanceof Error; depth++) {
    at = at.cause;
  }
  return at instanceof Error ? at.message || at.name : String(at);
}
