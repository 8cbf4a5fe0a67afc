import { expect, it } from 'vitest';
import { letsIn, refill } from '../../src/main/channels/floodGate.ts';

const bounds = { burst: 10, perMinute: 6, waiting: 5, waitingBytes: 100 };
const none = { count: 0, bytes: 0 };

it.each([
  ['a server that was never heard', undefined, 0, 10],
  ['a moment later', { left: 3, at: 0 }, 0, 3],
  ['ten seconds later', { left: 3, at: 0 }, 10_000, 4],
  ['an hour later', { left: 3, at: 0 }, 3_600_000, 10],
  ['a clock that was set back', { left: 3, at: 9_000 }, 0, 3],
])('has, for %s, so many left', (_what, before, now, left) => {
  expect(refill(before, now, bounds)).toEqual({ left, at: now });
});

it.each([
  ['there is room', 1, none, true],
  ['its burst is used up', 0.9, none, false],
  ['too many wait', 9, { count: 5, bytes: 5 }, false],
  ['too much waits', 9, { count: 1, bytes: 100 }, false],
])('lets one in or not where %s', (_what, left, backlog, isIn) => {
  expect(letsIn({ left, at: 0 }, backlog, bounds)).toBe(isIn);
});
