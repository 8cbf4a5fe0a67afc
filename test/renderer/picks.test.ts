import { expect, it } from 'vitest';
import { noPicks, rangeTo, stillShown, toggled } from '../../src/renderer/src/servers/picks.ts';

const shown = ['a', 'b', 'c', 'd'];
const names = ({ names: set }: typeof noPicks) => [...set].sort();

it('picks one row after the other, and drops one that is picked', () => {
  const both = toggled(toggled(noPicks, 'a'), 'c');
  expect(names(both)).toEqual(['a', 'c']);
  expect(names(toggled(both, 'a'))).toEqual(['c']);
});

it.each([
  ['down from the last pick', toggled(noPicks, 'b'), 'd', undefined, ['b', 'c', 'd']],
  ['up from the last pick', toggled(noPicks, 'c'), 'a', undefined, ['a', 'b', 'c']],
  ['from the row in focus where there is none', noPicks, 'c', 'b', ['b', 'c']],
  ['only the row, with nothing to start from', noPicks, 'c', undefined, ['c']],
  [
    'from the focus where the last pick is hidden',
    toggled(noPicks, 'z'),
    'b',
    'a',
    ['a', 'b', 'z'],
  ],
])('picks a range %s', (_name, picks, to, from, expected) => {
  expect(names(rangeTo(picks, shown, to, from))).toEqual(expected);
});

it('forgets picks that are not shown any more', () => {
  const picks = toggled(toggled(noPicks, 'a'), 'z');
  expect(names(stillShown(picks, shown))).toEqual(['a']);
  const whole = toggled(noPicks, 'a');
  expect(stillShown(whole, shown)).toBe(whole);
});
