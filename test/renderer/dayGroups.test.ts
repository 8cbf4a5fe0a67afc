import { describe, expect, it, vi } from 'vitest';
import { dayGroups, shortWhen } from '../../src/renderer/src/chat/dayGroups.ts';
import type { ConversationSummary } from '../../src/shared/chat.ts';

const now = new Date(2026, 11, 2, 14, 2).getTime();
const local = (month: number, day: number, hour = 12, year = 2026) =>
  new Date(year, month - 1, day, hour).getTime();
const touched = (updatedAt: number): ConversationSummary => ({
  id: String(updatedAt),
  title: 'x',
  updatedAt,
  activity: 'idle',
  agents: [],
});

describe('dayGroups', () => {
  it('groups by day, week and month, newest first', () => {
    const times = [
      local(12, 2, 0),
      local(12, 1, 23),
      local(12, 1, 0),
      local(11, 30),
      local(11, 25),
      local(11, 24),
      local(10, 31),
      local(11, 20, 12, 2025),
    ];
    const groups = dayGroups(times.map(touched), now, 'en');
    expect(groups.map(({ key, label, items }) => [key, label, items.length])).toEqual([
      ['today', undefined, 1],
      ['yesterday', undefined, 2],
      ['week', undefined, 2],
      ['2026-11', 'November', 1],
      ['2026-10', 'October', 1],
      ['2025-11', 'November 2025', 1],
    ]);
  });

  it('makes no formatter for each of them', () => {
    const made: unknown[] = [];
    class Counted extends Intl.DateTimeFormat {
      constructor(...of: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        super(...of);
        made.push(of);
      }
    }
    vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: Counted });
    const days = Array.from({ length: 300 }, (_, day) => touched(local(1, 1 + day)));
    dayGroups(days, now, 'ja');
    for (const { updatedAt } of days) shortWhen(updatedAt, now, 'ja');
    vi.unstubAllGlobals();
    expect(made.length).toBeLessThanOrEqual(3);
  });
});

describe('shortWhen', () => {
  it.each([
    [local(12, 2, 9), '09:00'],
    [local(12, 1, 17), '17:00'],
    [local(11, 27), 'Fri'],
    [local(11, 24), '24 Nov'],
  ])('says %d as %s', (at, text) => {
    expect(shortWhen(at, now, 'en')).toBe(text);
  });
});
