import { describe, expect, it, test } from 'vitest';
import { foldSame, lineDiff } from '../../src/renderer/src/ui/lineDiff.ts';

const marks = { same: ' ', gone: '-', new: '+' } as const;
const drawn = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${marks[kind]}${text}`);

describe('lineDiff', () => {
  it.each([
    ['a', 'a', [' a']],
    ['', 'a', ['-', '+a']],
    ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['a\nb\nc\nd', 'b\nx\nd', ['-a', ' b', '-c', '+x', ' d']],
  ])('of %j and %j', (before, after, expected) => {
    expect(drawn(before, after)).toEqual(expected);
  });

  it('gives back both sides, however long', () => {
    const before = Array.from({ length: 1500 }, (_, n) => `line ${n}`).join('\n');
    const after = before.replace('line 7\n', '').replaceAll('9', 'nine');
    const lines = lineDiff(before, after);
    const side = (hidden: string) =>
      lines.flatMap(({ kind, text }) => (kind === hidden ? [] : [text])).join('\n');
    expect(side('new')).toBe(before);
    expect(side('gone')).toBe(after);
  });
});

test('what stays the same is folded but for the lines beside a change', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni';
  const rows = foldSame(lineDiff(before, before.replace('e', 'x')), 1);
  expect(rows.map((row) => (row.kind === 'skipped' ? row.count : row.text))).toEqual([
    3,
    'd',
    'e',
    'x',
    'f',
    3,
  ]);
});
