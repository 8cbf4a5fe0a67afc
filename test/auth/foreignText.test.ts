import { describe, expect, it } from 'vitest';
import { foreignText } from '../../src/main/auth/foreignText.ts';

describe('what a server says', () => {
  it.each([
    ['plain words stay', 'The code has expired.', 'The code has expired.'],
    ['other scripts stay', 'コードの有効期限 已过期 😀', 'コードの有効期限 已过期 😀'],
    ['lines become one', 'one\r\n\ttwo\u2028three', 'one two three'],
    ['control characters go', 'a\u0000b\u001b[31mc\u009b', 'ab[31mc'],
    ['bidirectional marks go', 'safe\u202Eelif\u202C\u2066x\u2069', 'safeelifx'],
    ['invisible ones go', 'a\u200Bb\uFEFFc\u{E0041}', 'abc'],
    ['half a code point goes', 'a\uD83D', 'a'],
  ])('%s', (_name, said, shown) => {
    expect(foreignText(said)).toBe(shown);
  });

  it.each([[undefined], [null], [7], [{ toString: () => 'x' }], [['x']]])(
    '%j is no text',
    (said) => {
      expect(foreignText(said)).toBe('');
    },
  );

  it('is cut to 300 units, or as many as are given, never within a code point', () => {
    expect(foreignText('x'.repeat(300))).toBe('x'.repeat(300));
    expect(foreignText('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
    expect(foreignText('x'.repeat(10_000_000))).toHaveLength(300);
    expect(foreignText('abc😀def', 5)).toBe('abc…');
    expect(foreignText('abc😀', 5)).toBe('abc😀');
  });
});
