import { describe, expect, it } from 'vitest';
import { accountOf } from '../../src/main/auth/identity/account.ts';
import { checkIdToken } from '../../src/main/auth/identity/idToken.ts';
import { AppFailure } from '../../src/shared/errors.ts';

const now = 1_700_000_000_000;
const soon = now / 1000 + 300;
const good = { iss: 'https://idp.example.com', aud: 'me', sub: 'u1', exp: soon, nonce: 'n1' };
const expected = { issuer: 'https://idp.example.com', clientId: 'me', nonce: 'n1', now };

/** An unsigned JWT (RFC 7519 section 6). */
function jwt(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

function verdict(idToken: string, part: { nonce?: string | undefined } = {}): unknown {
  try {
    return checkIdToken(idToken, { ...expected, ...part });
  } catch (error) {
    return error instanceof AppFailure ? [error.error.code, error.error.params?.['why']] : error;
  }
}

describe('an id token', () => {
  it.each([
    ['for us alone', good],
    ['with us in a list of one', { ...good, aud: ['me'] }],
    ['for several, made for us', { ...good, aud: ['you', 'me'], azp: 'me' }],
    ['that has just expired by a clock a little off', { ...good, exp: now / 1000 - 30 }],
  ])('%s is taken, with its expiry', (_name, claims) => {
    expect(verdict(jwt(claims))).toBe(claims.exp * 1000);
  });

  it.each([
    ['of another issuer', { ...good, iss: 'https://idp.example.com/' }, /another issuer/],
    ['of no issuer', { ...good, iss: undefined }, /another issuer/],
    ['for another client', { ...good, aud: 'you' }, /for another client/],
    ['for nobody', { ...good, aud: undefined }, /for another client/],
    ['for several, not saying for whom', { ...good, aud: ['you', 'me'] }, /made for another/],
    ['made for another', { ...good, azp: 'you' }, /made for another/],
    ['without an expiry', { ...good, exp: undefined }, /when it expires/],
    ['with an expiry in words', { ...good, exp: 'never' }, /./],
    ['that has expired', { ...good, exp: now / 1000 - 61 }, /has expired/],
    ['of another sign-in', { ...good, nonce: 'n2' }, /another sign-in/],
    ['without the nonce', { ...good, nonce: undefined }, /another sign-in/],
  ])('%s is refused', (_name, claims, why) => {
    const idToken = jwt(claims);
    expect(verdict(idToken)).toEqual(['auth/bad-id-token', expect.stringMatching(why)]);
  });

  it.each(['', 'abc', 'a.b.c', '..', 'null'])('that is %j is refused', (idToken) => {
    expect(verdict(idToken)).toEqual(['auth/bad-id-token', 'it is no JWT']);
  });

  it('needs no nonce where none was sent', () => {
    const { nonce: _unused, ...rest } = good;
    expect(verdict(jwt(rest), { nonce: undefined })).toBe(soon * 1000);
  });
});

describe('who is signed in', () => {
  it.each([
    [
      'all of it',
      { sub: 'u1', name: 'Ada', email: 'ada@example.com' },
      { subject: 'u1', name: 'Ada', email: 'ada@example.com' },
    ],
    ['a user name', { sub: 'u1', preferred_username: 'ada' }, { subject: 'u1', name: 'ada' }],
    ['the subject only', { sub: 'u1', name: 7, email: null }, { subject: 'u1' }],
    ['long and marked', { sub: `\u202E${'x'.repeat(400)}` }, { subject: `${'x'.repeat(199)}…` }],
  ])('is %s', (_name, claims, account) => {
    expect(accountOf(jwt(claims))).toEqual(account);
  });

  it.each([undefined, '', 'opaque', jwt({ exp: 1 })])('is not known from %j', (idToken) => {
    expect(accountOf(idToken)).toBeUndefined();
  });
});
