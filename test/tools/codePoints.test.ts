import { describe, expect, it } from 'vitest';
import { cutText, wellFormed } from '../../src/main/tools/codePoints.ts';

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀bc', 3, 'a…'],
    ['ab😀c', 4, 'ab…'],
    ['', 5, ''],
  ])('cuts %j to %d', (text, max, expected) => {
    expect(cutText(text, max)).toBe(expected);
  });
});

describe('wellFormed', () => {
  it.each([
    ['a\ud83d', 'a\ufffd'],
    ['\ude00a', '\ufffda'],
    ['😀', '😀'],
  ])('makes %j well-formed', (text, expected) => {
    expect(wellFormed(text)).toBe(expected);
  });
});
