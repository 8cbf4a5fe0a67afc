import { describe, expect, it } from 'vitest';
import { CallFigures } from '../../src/main/servers/tools/callFigures.ts';

const minute = 60_000;

describe('the figures of calls', () => {
  it('count calls and errors in steps of ten seconds, the last ten minutes of them', () => {
    const figures = new CallFigures();
    figures.add('s', { at: 0, tookMs: 5, isError: false });
    figures.add('s', { at: 9 * minute, tookMs: 10, isError: true });
    figures.add('s', { at: 9 * minute + 1, tookMs: 20, isError: false });
    figures.add('s', { at: 10 * minute - 1, tookMs: 30, isError: false });
    const told = figures.of('s', 10 * minute - 1);
    expect(told?.calls).toHaveLength(60);
    expect(told?.calls.map((count, index) => [index, count]).filter(([, count]) => count)).toEqual([
      [0, 1],
      [54, 2],
      [59, 1],
    ]);
    expect(told?.errors[54]).toBe(1);
    expect(told?.slowestMs[54]).toBe(20);
    expect(told?.slowestMs[53]).toBeNull();
    expect(told?.errorRate).toBe(0.25);
    expect(figures.of('s', 10 * minute)?.calls[0]).toBe(0);
    expect(figures.of('s', 60 * minute)).toBeUndefined();
    expect(figures.of('other', 0)).toBeUndefined();
  });

  it('tell the middle and the slowest of the last 200 calls only', () => {
    const figures = new CallFigures();
    for (let n = 0; n < 1_000; n += 1) figures.add('s', { at: n, tookMs: 9_999, isError: false });
    for (let n = 1; n <= 200; n += 1) figures.add('s', { at: 1_000, tookMs: n, isError: false });
    expect(figures.of('s', 1_000)).toMatchObject({ p50Ms: 100, p95Ms: 190 });
  });

  it('stay bounded in a flood, and forget servers that are gone', () => {
    const figures = new CallFigures();
    for (let n = 0; n < 100_000; n += 1) {
      figures.add('s', { at: n * 100, tookMs: n % 7, isError: n % 2 === 0 });
    }
    expect(JSON.stringify(figures.of('s', 10_000_000)).length).toBeLessThan(3_000);
    figures.keep(new Set(['t']));
    expect(figures.of('s', 10_000_000)).toBeUndefined();
  });
});
