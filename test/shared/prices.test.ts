import { expect, it } from 'vitest';
import { costOf } from '../../src/shared/prices.ts';

const million = 1_000_000;
const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

// From the price list of the API (platform.claude.com/docs/en/about-claude/pricing).
it.each([
  ['claude-opus-5', { input: million }, 5],
  ['claude-opus-5', { output: million }, 25],
  ['claude-opus-5', { cacheRead: million }, 0.5],
  ['claude-opus-5', { cacheWrite: million }, 6.25],
  ['claude-opus-4-5-20251101', { input: million }, 5],
  ['claude-opus-5-5', { cacheRead: million }, 0.2],
  ['claude-sonnet-5-5', { input: million, output: million }, 12],
  ['claude-haiku-5-5', { input: 100_000 }, 0.01],
  ['claude-haiku-5-5', { input: 100_001 }, 0.0500005],
  ['claude-opus-9', { input: million }, undefined],
  ['claude-opus-5-new', { input: million }, undefined],
  ['patchbay-demo', { input: million }, undefined],
])('knows what %s costs for %j', (model, tokens, dollars) => {
  const cost = costOf({ ...nothing, ...tokens, model });
  if (dollars === undefined) expect(cost).toBeUndefined();
  else expect(cost).toBeCloseTo(dollars, 10);
});
