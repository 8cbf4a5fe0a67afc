import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RestartSchedule } from '../../src/main/servers/restartSchedule.ts';

const cause = { code: 'server/gone', message: 'docs ended with exit code 1' };

function open() {
  const restart = vi.fn();
  const schedule = new RestartSchedule({ now: () => Date.now(), random: () => 0 }, restart);
  /** Ends as soon as it was restarted; the delays in between. */
  const endRepeatedly = (times: number) =>
    Array.from({ length: times }, () => {
      const decision = schedule.afterEnd(cause, 0);
      vi.runOnlyPendingTimers();
      return decision.kind === 'restart' ? decision.delayMs : decision.cause.code;
    });
  return { restart, schedule, endRepeatedly };
}

describe('RestartSchedule', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits longer each time and gives up at the fifth end within a minute', () => {
    const { restart, endRepeatedly } = open();
    expect(endRepeatedly(5)).toEqual([1_000, 2_000, 4_000, 8_000, 'server/crash-loop']);
    expect(restart).toHaveBeenCalledTimes(4);
    vi.advanceTimersByTime(3_600_000);
    expect(restart).toHaveBeenCalledTimes(4);
  });

  it('starts from the shortest delay after a minute of calm', () => {
    const { schedule, endRepeatedly } = open();
    endRepeatedly(3);
    vi.advanceTimersByTime(60_000);
    expect(schedule.afterEnd(cause, 60_000)).toMatchObject({ delayMs: 1_000, attempt: 1 });
  });

  it('forgets everything when a person asks', () => {
    const { schedule, endRepeatedly } = open();
    endRepeatedly(4);
    schedule.reset();
    expect(endRepeatedly(1)).toEqual([1_000]);
  });

  it('does not restart what was cancelled', () => {
    const { restart, schedule } = open();
    schedule.afterEnd(cause, 0);
    schedule.cancel();
    vi.advanceTimersByTime(60_000);
    expect(restart).not.toHaveBeenCalled();
  });
});
