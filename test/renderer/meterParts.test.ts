import { describe, expect, it } from 'vitest';
import { meterParts } from '../../src/renderer/src/context/meterParts.ts';
import type { ContextMeter } from '../../src/shared/context.ts';

const meter = (servers: number): ContextMeter => ({
  window: 200_000,
  compactOver: 160_000,
  isCounted: true,
  system: 1,
  builtins: 2,
  servers: Array.from({ length: servers }, (_, n) => ({
    server: `s${n}`,
    tokens: 10,
    told: 1,
    tools: 2,
  })),
  messages: 3,
  canCompact: true,
});
const keys = (servers: number) => meterParts(meter(servers)).map(({ key }) => key);

describe('meterParts', () => {
  it('names every part in the order of the request', () => {
    expect(keys(2)).toEqual(['system', 'builtins', 'server s0', 'server s1', 'messages']);
  });

  it('puts the last of many servers together, but never a single one', () => {
    expect(keys(7)).toHaveLength(3 + 7);
    expect(keys(9)).toEqual([
      'system',
      'builtins',
      ...['s0', 's1', 's2', 's3', 's4', 's5'].map((name) => `server ${name}`),
      'more',
      'messages',
    ]);
    expect(meterParts(meter(9)).find(({ key }) => key === 'more')).toMatchObject({
      count: 3,
      tokens: 30,
    });
  });

  it('leaves no token out', () => {
    const sum = meterParts(meter(9)).reduce((all, { tokens }) => all + tokens, 0);
    expect(sum).toBe(1 + 2 + 90 + 3);
  });
});
