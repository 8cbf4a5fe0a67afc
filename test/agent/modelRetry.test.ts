import { describe, expect, it } from 'vitest';
import type { ModelFailure } from '../../src/main/agent/model/modelFailure.ts';
import { maxRetries, retryDelay } from '../../src/main/agent/model/modelRetry.ts';

const failure = (more: Partial<ModelFailure>): ModelFailure => ({
  error: { code: 'model/x', message: 'x' },
  apiMessage: 'x',
  ...more,
});
const now = Date.parse('Wed, 21 Oct 2015 07:28:00 GMT');

describe('retryDelay', () => {
  it.each<[string, Partial<ModelFailure>, number, number | undefined]>([
    ['a rate limit after the seconds it asks for', { status: 429, retryAfter: '7' }, 1, 7_000],
    [
      'overload at the date it names',
      { status: 529, retryAfter: 'Wed, 21 Oct 2015 07:28:05 GMT' },
      1,
      5_000,
    ],
    [
      'at once when the date has passed',
      { status: 529, retryAfter: 'Wed, 21 Oct 2015 07:27:00 GMT' },
      1,
      0,
    ],
    ['overload after a second', { status: 529 }, 1, 1_000],
    ['a server error after growing delays', { status: 500 }, 4, 8_000],
    ['a lost connection, with 30 s at most', {}, maxRetries, 30_000],
    [
      'when a header can not be read, after a delay of its own',
      { status: 429, retryAfter: 'soon' },
      1,
      1_000,
    ],
    ['what the API says can be tried again', { status: 400, shouldRetry: true }, 1, 1_000],
    ['nothing the API says not to', { status: 500, shouldRetry: false }, 1, undefined],
    ['no bad request', { status: 400 }, 1, undefined],
    ['no refused key', { status: 401 }, 1, undefined],
    ['not for ever', { status: 529 }, maxRetries + 1, undefined],
    ['not after an hour', { status: 429, retryAfter: '3600' }, 1, undefined],
  ])('tries again: %s', (_what, more, attempt, expected) => {
    expect(retryDelay(failure(more), attempt, now, 1)).toBe(expected);
  });

  it('spreads the delays', () => {
    expect(retryDelay(failure({ status: 529 }), 1, now, 0)).toBe(750);
  });
});
