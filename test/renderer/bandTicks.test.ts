import { describe, expect, it } from 'vitest';
import { bandTicks } from '../../src/renderer/src/servers/detail/bandTicks.ts';

const at = (time: string) => Date.parse(`2026-12-01T${time}Z`);
const shown = (from: string, to: string, offset = 0) => {
  const { unit, at: ticks } = bandTicks(at(from), at(to), offset);
  return [unit, ...ticks.map(({ time }) => new Date(time).toISOString().slice(11, 19))].join(' ');
};

describe('the ticks of a band', () => {
  it.each([
    ['11:26:31', '13:41:07', 'minutes 11:26:31 12:00:00 12:30:00 13:00:00 13:41:07'],
    ['11:00:00', '12:00:00', 'minutes 11:00:00 11:15:00 11:30:00 11:45:00 12:00:00'],
    ['20:46:04', '20:49:53', 'minutes 20:46:04 20:47:00 20:48:00 20:49:53'],
    ['11:26:31', '11:26:35', 'seconds 11:26:31 11:26:32 11:26:33 11:26:34 11:26:35'],
    ['11:26:31', '11:26:43', 'seconds 11:26:31 11:26:35 11:26:40 11:26:43'],
    ['11:26:31', '11:26:31', 'seconds 11:26:31 11:26:31'],
    ['00:00:00', '23:59:59', 'minutes 00:00:00 06:00:00 12:00:00 18:00:00 23:59:59'],
  ])('from %s to %s are %s', (from, to, expected) => {
    expect(shown(from, to)).toBe(expected);
  });

  it('are round in local time, which may be half an hour away', () => {
    const offset = -5.5 * 3_600_000;
    expect(shown('00:10:00', '12:10:00', offset)).toBe(
      'minutes 00:10:00 02:30:00 04:30:00 06:30:00 08:30:00 12:10:00',
    );
  });

  it('keep clear of the ends and of each other, however long it has been', () => {
    for (const length of [900, 61_000, 3.7e6, 8.7e7, 9e8, 4e10]) {
      const { at: ticks } = bandTicks(12_345, 12_345 + length, 0);
      const gaps = ticks.slice(1).map(({ place }, index) => place - (ticks[index]?.place ?? 0));
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.13);
    }
  });

  it('are days when it has been longer than one', () => {
    expect(bandTicks(at('10:00:00'), at('10:00:00') + 3 * 86_400_000, 0).unit).toBe('days');
  });
});
