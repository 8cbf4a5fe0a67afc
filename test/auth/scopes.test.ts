import { describe, expect, it } from 'vitest';
import { hasScope, scopesToAsk, scopesToRegister } from '../../src/main/auth/tokens/scopes.ts';
import type { ScopeSources } from '../../src/main/auth/tokens/scopes.ts';

const cases: readonly [string, Partial<ScopeSources>, string | undefined][] = [
  ['nothing is known', {}, undefined],
  ['only the resource lists some', { supported: ['a', 'b'] }, 'a b'],
  ['the resource lists none', { supported: [] }, undefined],
  ['the challenge names some', { challenge: 'c', supported: ['a', 'b'] }, 'c'],
  ['the challenge names nothing', { challenge: ' ', supported: ['a'] }, 'a'],
  ['the entry names some', { configured: 'x', challenge: 'c', supported: ['a'] }, 'x'],
  ['one stands twice', { challenge: 'a  b a' }, 'a b'],
  ['a grant is held, but no more is wanted', { challenge: 'c', granted: 'a' }, 'c'],
  ['more is wanted than is held', { challenge: 'c', granted: 'a', isStepUp: true }, 'a c'],
  [
    'more is wanted than the entry names',
    { configured: 'x', challenge: 'c', granted: 'x y', isStepUp: true },
    'x y c',
  ],
  ['more is wanted, unnamed', { supported: ['a', 'b'], granted: 'a', isStepUp: true }, 'a b'],
  [
    'the authorization server lists offline_access',
    { challenge: 'c', serverSupported: ['openid', 'offline_access'] },
    'c offline_access',
  ],
  ['it lists no offline_access', { challenge: 'c', serverSupported: ['openid'] }, 'c'],
  ['it lists it, and nothing is asked for', { serverSupported: ['offline_access'] }, undefined],
  [
    'offline_access is named already',
    { challenge: 'offline_access c', serverSupported: ['offline_access'] },
    'offline_access c',
  ],
];

describe('the scopes to ask for', () => {
  it.each(cases)('when %s', (_when, sources, expected) => {
    expect(scopesToAsk({ isStepUp: false, ...sources })).toBe(expected);
  });
});

describe('the scopes of a registration', () => {
  it.each([
    ['all that is asked and supported', 'a', ['a', 'b'], undefined, 'a b'],
    ['none, where nothing is known', undefined, undefined, undefined, undefined],
    ['only what the server lists', 'a', ['a', 'b', 'c'], ['a', 'b'], 'a b'],
    ['none, where the server does not list what is asked', 'a', ['a'], ['openid'], undefined],
  ])('are %s', (_what, asked, supported, serverSupported, expected) => {
    expect(scopesToRegister(asked, supported, serverSupported)).toBe(expected);
  });
});

it('a scope is a whole word of a list', () => {
  expect(hasScope('read:all write', 'read')).toBe(false);
  expect(hasScope('read write', 'read')).toBe(true);
  expect(hasScope(undefined, 'read')).toBe(false);
});
