import { expect, it } from 'vitest';
import { afterCrash } from '../../src/main/platform/afterCrash.ts';

it.each([
  [[], 0, true],
  [[0], 1_000, true],
  [[0, 1_000], 2_000, false],
  [[0, 1_000], 60_500, true],
  [[0, 1_000, 2_000], 3_000, false],
])('after ends at %j, one at %i opens the page again: %s', (crashes, now, isReopened) => {
  const next = afterCrash(crashes, now);
  expect(next.isReopened).toBe(isReopened);
  expect(next.crashes.at(-1)).toBe(now);
});
