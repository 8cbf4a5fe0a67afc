import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silenceLeft, watchSilence } from '../../src/main/servers/connection/silence.ts';

it.each([
  ['has just begun', 100, 1_000, 1_000, 100],
  ['is half over', 100, 1_000, 1_050, 50],
  ['is over', 100, 1_000, 1_100, 0],
  ['is long over, as after a sleep', 100, 1_000, 9_000, 0],
  ['began in the future, as the clock was set back', 100, 9_000, 1_000, 100],
])('what is left of a silence that %s', (_case, limitMs, lastAt, now, left) => {
  expect(silenceLeft(limitMs, lastAt, now)).toBe(left);
});

describe('watchSilence', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watch(limitMs: number) {
    let heardAt = Date.now();
    const onSilence = vi.fn();
    const lastAt = vi.fn(() => heardAt);
    const stop = watchSilence(limitMs, { lastAt, now: () => Date.now() }, onSilence);
    return { onSilence, stop, lastAt, hear: () => void (heardAt = Date.now()) };
  }

  it('calls back once, the limit after what was heard last', () => {
    const { onSilence, hear } = watch(100);
    vi.advanceTimersByTime(60);
    hear();
    vi.advanceTimersByTime(99);
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSilence).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(onSilence).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('looks once in a limit, however much is heard', () => {
    const { hear, lastAt } = watch(100);
    for (let n = 0; n < 1_000; n += 1) {
      vi.advanceTimersByTime(1);
      hear();
    }
    expect(lastAt.mock.calls.length).toBeLessThanOrEqual(12);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('says nothing once it is stopped', () => {
    const { onSilence, stop } = watch(100);
    stop();
    vi.advanceTimersByTime(1_000);
    expect(onSilence).not.toHaveBeenCalled();
  });
});
