import { describe, expect, it } from 'vitest';
import { foldedText } from '../../src/renderer/src/chat/foldedText.ts';
import {
  ancestors,
  jsonMatches,
  jsonRows,
  patternOf,
  sizeOf,
  textRows,
} from '../../src/renderer/src/viewer/viewerRows.ts';
import { zoomed } from '../../src/renderer/src/viewer/zoomed.ts';

const value = { name: 'a/b', list: [1, { deep: null }, []], 'x/y~z': { on: true }, none: {} };
const find = (query: string) => {
  const pattern = patternOf(query);
  return pattern ? jsonMatches(value, pattern) : [];
};

describe('the rows of JSON', () => {
  it('are its values with their pointers, as far as they are open', () => {
    const rows = jsonRows(value, (pointer) => pointer === '' || pointer === '/list');
    expect(rows.map(({ key, depth, name, text }) => [key, depth, name, text])).toEqual([
      ['', 0, undefined, ''],
      ['/name', 1, '"name"', '"a/b"'],
      ['/list', 1, '"list"', ''],
      ['/list/0', 2, '0', '1'],
      ['/list/1', 2, '1', ''],
      ['/list/2', 2, '2', '[]'],
      ['/x~1y~0z', 1, '"x/y~z"', ''],
      ['/none', 1, '"none"', '{}'],
    ]);
    expect(rows[2]?.branch).toEqual({ kind: 'list', size: 3, open: true });
    expect(rows[6]?.branch).toEqual({ kind: 'object', size: 1, open: false });
  });

  it.each([
    ['a name', 'DEEP', ['/list/1/deep']],
    ['a value', 'a/b', ['/name']],
    ['a word of JSON', 'true', ['/x~1y~0z/on']],
    ['what no pattern may mean', '.*', []],
    ['nothing', '', []],
  ])('hold %s wherever it is', (_what, query, found) => {
    expect(find(query)).toEqual(found);
  });

  it('lie in all that their pointer goes through', () => {
    expect(ancestors('/list/1/deep')).toEqual(['', '/list', '/list/1']);
    expect(ancestors('')).toEqual([]);
  });

  it('are counted up to a limit only', () => {
    expect(sizeOf(value, 100)).toBe(10);
    expect(sizeOf(Array.from({ length: 1000 }), 10)).toBe(10);
  });
});

describe('the rows of a text', () => {
  it('are its lines, the longest in pieces', () => {
    const rows = textRows(`a\n${'x'.repeat(4500)}\n`);
    expect(rows.map(({ text, line }) => [text.length, line])).toEqual([
      [1, 1],
      [2000, 2],
      [2000, undefined],
      [500, undefined],
      [0, 3],
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});

describe('a long text', () => {
  const lines = (count: number) => Array.from({ length: count }, (_one, at) => `${at}`).join('\n');
  it.each([
    ['short', 'a\nb', 'a\nb', 2],
    ['hardly long', lines(16), lines(16), 16],
    ['of many lines', lines(100), `${lines(12)}…`, 100],
    ['of one long line', 'y'.repeat(9000), `${'y'.repeat(2000)}…`, 1],
    [
      'that would be cut in a character',
      'y'.repeat(1999) + '😀'.repeat(900),
      `${'y'.repeat(1999)}…`,
      1,
    ],
  ])('%s', (_what, text, start, count) => {
    expect(foldedText(text)).toEqual({ start, lines: count });
  });
});

describe('zoom', () => {
  it.each([
    [1, 1, 1.5],
    [1, -1, 0.75],
    [0.37, 1, 0.5],
    [0.37, -1, 0.25],
    [8, 1, 8],
    [0.02, -1, 0.02],
  ] as const)('from %d by %d goes to %d', (from, direction, to) => {
    expect(zoomed(from, direction)).toBe(to);
  });
});
