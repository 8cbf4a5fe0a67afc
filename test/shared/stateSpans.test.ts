import { describe, expect, it } from 'vitest';
import type { ConnectionState } from '../../src/shared/server.ts';
import { percentConnected, stateSpans } from '../../src/shared/stateSpans.ts';

const connected = (at: number) => ({
  at,
  state: { kind: 'connected', since: at, tookMs: 1 } satisfies ConnectionState,
});
const starting = (at: number) => ({
  at,
  state: { kind: 'starting', since: at, by: 'you' } satisfies ConnectionState,
});

describe('the spans of a history', () => {
  it('last until the next state, and the last one until now', () => {
    expect(stateSpans([starting(10), connected(12)], 100)).toEqual([
      { kind: 'starting', from: 10, to: 12 },
      { kind: 'connected', from: 12, to: 100 },
    ]);
  });

  it('have no negative length where a clock is behind', () => {
    expect(stateSpans([connected(50)], 40)).toEqual([{ kind: 'connected', from: 50, to: 50 }]);
  });

  it.each([
    ['nothing', [], 100, 0],
    ['all of it', [connected(0)], 100, 100],
    ['nearly all of it, which is not all', [starting(0), connected(1)], 1000, 99],
    ['half of it', [connected(0), starting(50)], 100, 50],
    ['only just', [connected(100)], 100, 100],
    ['not yet', [starting(100)], 100, 0],
  ] as const)('tell the share that was connected: %s', (_what, history, now, percent) => {
    expect(percentConnected(stateSpans(history, now))).toBe(percent);
  });
});
