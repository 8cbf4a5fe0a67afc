import type { ModelFailure } from './modelFailure.ts';

/** How often a request is sent again before the failure is told. */
export const maxRetries = 6;
const firstDelayMs = 1_000;
const maxDelayMs = 30_000;
/** A server that wants a longer pause is not waited for. */
const maxRetryAfterMs = 10 * 60_000;

/**
 * Milliseconds to wait before retry number `attempt` (from 1), or undefined to give up: rate limits,
 * overload, server errors and lost connections are tried again, after the server's `retry-after`
 * (seconds or a date, RFC 9110 10.2.3) or with growing, jittered delays. `random` is 0 to 1.
 */
export function retryDelay(
  failure: ModelFailure,
  attempt: number,
  now: number,
  random: number,
): number | undefined {
  if (attempt > maxRetries || !isTransient(failure)) return undefined;
  const asked = retryAfterMs(failure.retryAfter, now);
  if (asked !== undefined) return asked <= maxRetryAfterMs ? asked : undefined;
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.round(delay * (0.75 + random * 0.25));
}

function isTransient({ status, shouldRetry }: ModelFailure): boolean {
  if (shouldRetry !== undefined) return shouldRetry;
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isFinite(seconds)) return Math.ceil(seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
