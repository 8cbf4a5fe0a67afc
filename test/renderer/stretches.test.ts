import { expect, it } from 'vitest';
import { stretches } from '../../src/renderer/src/servers/detail/stretches.ts';
import type { Stretch } from '../../src/renderer/src/servers/detail/stretches.ts';

it.each<[string, readonly (number | null)[], number, readonly Stretch[]]>([
  ['nothing', [], 60, []],
  ['gaps only', [null, null], 58, []],
  ['one line', [1, 2, 3], 57, [{ from: 57, values: [1, 2, 3] }]],
  [
    'a gap',
    [1, 2, null, 3, 4],
    0,
    [
      { from: 0, values: [1, 2] },
      { from: 3, values: [3, 4] },
    ],
  ],
  ['the first sample, at the right edge', [5], 59, [{ from: 58, values: [5, 5] }]],
  ['a single value at the left edge', [5, null], 0, [{ from: 0, values: [5, 5] }]],
  ['a single value between gaps', [null, 5, null], 0, [{ from: 0, values: [5, 5] }]],
])('a line of %s', (_name, values, offset, expected) => {
  expect(stretches(values, offset)).toEqual(expected);
});
