import { describe, expect, it } from 'vitest';
import { cutText, wellFormed, wellFormedJson } from '../../src/main/tools/codePoints.ts';

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

describe('wellFormedJson', () => {
  it('mends texts and keys inside, and only them', () => {
    const value = { 'k\ud83d': ['\ude00', '😀', '\\ud83d', 'a\\\ud83d'] };
    expect(wellFormedJson(value)).toEqual({
      'k\ufffd': ['\ufffd', '😀', '\\ud83d', 'a\\\ufffd'],
    });
  });

  it('answers the same object when there is nothing to mend', () => {
    const value = { a: '😀' };
    expect(wellFormedJson(value)).toBe(value);
  });
});
