import { describe, expect, it } from 'vitest';
import type { OAuthTokens } from '../../src/main/auth/oauth.ts';
import {
  afterFailedRefresh,
  dueAt,
  hasExpired,
  nextStep,
  renewedTokens,
} from '../../src/main/auth/tokens/refreshPolicy.ts';

const second = 1_000;
const minute = 60 * second;
const tokens: OAuthTokens = {
  accessToken: 'access-1',
  tokenType: 'Bearer',
  refreshToken: 'refresh-1',
  obtainedAt: 0,
  expiresAt: 60 * minute,
};
const living = (lifeMs: number): OAuthTokens => ({ ...tokens, expiresAt: lifeMs });
const { expiresAt: _expiry, ...withoutExpiry } = tokens;
const { refreshToken: _refresh, ...withoutRefresh } = tokens;

describe('dueAt', () => {
  it.each([
    { life: 60 * minute, due: 55 * minute },
    { life: 11 * minute, due: 6 * minute },
    { life: 10 * minute, due: 5 * minute },
    { life: 6 * minute, due: 3 * minute },
    { life: 60 * second, due: 30 * second },
    { life: 0, due: 0 },
    { life: -minute, due: -minute },
  ])('is 5 minutes before the end of $life ms, or their half', ({ life, due }) => {
    expect(dueAt(living(life))).toBe(due);
  });

  it('is never for a token without an expiry', () => {
    expect(dueAt(withoutExpiry)).toBeUndefined();
    expect(hasExpired(withoutExpiry, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

describe('nextStep', () => {
  const failedAt = 56 * minute;
  it.each([
    { name: 'a fresh token', of: tokens, now: 54 * minute, next: 'use' },
    { name: 'a token that is due', of: tokens, now: 55 * minute, next: 'refresh' },
    { name: 'an expired token', of: tokens, now: 60 * minute, next: 'refresh' },
    { name: 'a token without expiry', of: withoutExpiry, now: 900 * minute, next: 'use' },
    { name: 'a due one, none to renew by', of: withoutRefresh, now: 59 * minute, next: 'use' },
    {
      name: 'an expired one, none to renew by',
      of: withoutRefresh,
      now: 60 * minute,
      next: 'sign-in',
    },
    { name: 'a refused one', of: tokens, now: 0, refused: 'access-1', next: 'refresh' },
    {
      name: 'a refused one without expiry',
      of: withoutExpiry,
      now: 0,
      refused: 'access-1',
      next: 'refresh',
    },
    {
      name: 'a refused one, none to renew by',
      of: withoutRefresh,
      now: 0,
      refused: 'access-1',
      next: 'sign-in',
    },
    { name: 'another than was refused', of: tokens, now: 0, refused: 'access-0', next: 'use' },
    {
      name: 'another than was refused, due',
      of: tokens,
      now: 55 * minute,
      refused: 'access-0',
      next: 'refresh',
    },
    {
      name: 'a due one, just failed',
      of: tokens,
      now: failedAt + 29 * second,
      failedAt,
      next: 'use',
    },
    {
      name: 'a due one, failed a while ago',
      of: tokens,
      now: failedAt + 30 * second,
      failedAt,
      next: 'refresh',
    },
    {
      name: 'an expired one, just failed',
      of: tokens,
      now: 60 * minute,
      failedAt: 60 * minute - 1,
      next: 'refresh',
    },
    {
      name: 'a refused one, just failed',
      of: tokens,
      now: failedAt,
      failedAt,
      refused: 'access-1',
      next: 'refresh',
    },
  ])('says $next of $name', ({ of, next, ...state }) => {
    expect(nextStep(of, state)).toBe(next);
  });
});

describe('afterFailedRefresh', () => {
  it.each([
    { oauthError: 'invalid_grant', stored: 'refresh-1', verdict: 'delete' },
    { oauthError: 'invalid_grant', stored: 'refresh-2', verdict: 'take-stored' },
    { oauthError: 'invalid_grant', stored: undefined, verdict: 'take-stored' },
    { oauthError: 'invalid_client', stored: 'refresh-1', verdict: 'keep' },
    { oauthError: 'server_error', stored: 'refresh-1', verdict: 'keep' },
    { oauthError: 'temporarily_unavailable', stored: 'refresh-1', verdict: 'keep' },
    // 500, HTML, no network, time-out: no OAuth error at all.
    { oauthError: undefined, stored: 'refresh-1', verdict: 'keep' },
    { oauthError: undefined, stored: 'refresh-2', verdict: 'keep' },
  ])('says $verdict after $oauthError with $stored stored', ({ oauthError, stored, verdict }) => {
    const now = stored === undefined ? undefined : { ...tokens, refreshToken: stored };
    expect(afterFailedRefresh({ oauthError, used: 'refresh-1', stored: now })).toBe(verdict);
  });
});

describe('renewedTokens', () => {
  const old: OAuthTokens = { ...tokens, scope: 'files:read', idToken: 'id-1' };

  it('keeps what the response leaves out', () => {
    const fresh: OAuthTokens = { accessToken: 'access-2', tokenType: 'Bearer', obtainedAt: minute };
    expect(renewedTokens(old, fresh)).toEqual({
      ...fresh,
      refreshToken: 'refresh-1',
      scope: 'files:read',
      idToken: 'id-1',
    });
  });

  it('takes what the response brings', () => {
    const fresh: OAuthTokens = {
      ...old,
      accessToken: 'access-2',
      refreshToken: 'refresh-2',
      scope: 'files:write',
      idToken: 'id-2',
    };
    expect(renewedTokens(old, fresh)).toEqual(fresh);
  });
});
