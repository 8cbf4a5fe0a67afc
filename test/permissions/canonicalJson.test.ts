import { expect, it } from 'vitest';
import { canonicalJson, digestOf } from '../../src/main/permissions/canonicalJson.ts';

it('sorts keys by their UTF-16 code units (RFC 8785, section 3.2.3)', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  const names = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map((found) => found[1]);
  expect(names).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

it('writes numbers, literals and texts as RFC 8785, section 3.2.2, does', () => {
  const value = {
    numbers: [1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27]}',
  );
});

it('gives the same arguments the same digest, whatever their order', () => {
  expect(digestOf({ b: [1, { d: 1, c: 2 }], a: 'x' })).toBe(
    digestOf({ a: 'x', b: [1, { c: 2, d: 1 }] }),
  );
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: '1' }));
  // printf '{}' | sha256sum
  expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
});
