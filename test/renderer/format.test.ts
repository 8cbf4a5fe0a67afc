import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDuration,
  formatList,
  formatPercent,
  formatTime,
  formatTokens,
  formatUptime,
} from '../../src/renderer/src/ui/format.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [84.4, '84 ms'],
    [999, '999 ms'],
    [4250, '4.2 s'],
    [9999, '9.9 s'],
    [14_300, '14 s'],
    [3 * minute + 8 * second, '3 min 8 s'],
  ])('says %d ms as %s', (ms, text) => {
    expect(formatDuration(ms, 'en')).toBe(text);
  });

  it("uses the language's units", () => {
    expect(formatDuration(4250, 'zh')).toBe('4.2 秒');
    expect(formatDuration(84, 'ja')).toBe('84 ミリ秒');
  });
});

describe('formatUptime', () => {
  it.each([
    [0, '0 s'],
    [14 * second, '14 s'],
    [5 * minute, '5 min'],
    [2 * hour + 14 * minute + 9 * second, '2 h 14 min'],
    [3 * day + 1 * hour, '3 d 1 h'],
  ])('says %d ms as %s', (ms, text) => {
    expect(formatUptime(ms, 'en')).toBe(text);
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [612, '612 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1100, '1.1 kB'],
    [61_000_000, '61 MB'],
    [999_600, '1.0 MB'],
  ])('says %d as %s', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text);
  });
});

describe('formatPercent', () => {
  it.each([
    [0, 'en', '0 %'],
    [0.04, 'en', '0 %'],
    [0.1, 'en', '0.1 %'],
    [9.94, 'en', '9.9 %'],
    [17.6, 'en', '18 %'],
    [200, 'ja', '200%'],
  ])('says %d in %s as %s', (percent, language, text) => {
    expect(formatPercent(percent, language)).toBe(text);
  });
});

describe('formatTokens', () => {
  it.each([
    [0, '0'],
    [950, '950'],
    [18_400, '18.4k'],
    [999_960, '1.0M'],
    [1_250_000, '1.3M'],
  ])('says %d as %s', (tokens, text) => {
    expect(formatTokens(tokens, 'en')).toBe(text);
  });
});

describe('formatTime', () => {
  const at = new Date(2026, 0, 2, 14, 2, 5, 35).getTime();

  it.each([
    ['minutes', '14:02'],
    ['seconds', '14:02:05'],
    ['milliseconds', '14:02:05.035'],
  ] as const)('shows %s', (precision, text) => {
    expect(formatTime(at, precision)).toBe(text);
  });
});

describe('formatList', () => {
  it.each([
    ['en', 'a, b, c'],
    ['zh', 'a、b、c'],
    ['ja', 'a、b、c'],
  ])('puts in %s between names what the language does', (language, text) => {
    expect(formatList(['a', 'b', 'c'], language)).toBe(text);
    expect(formatList(['a'], language)).toBe('a');
    expect(formatList([], language)).toBe('');
  });
});
