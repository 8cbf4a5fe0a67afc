import type { ConversationSummary } from '../../../shared/chat.ts';
import { formatDate, formatTime } from '../ui/format.ts';

export type DayGroup = {
  /** `today`, `yesterday` and `week` have their own words; a month has its label. */
  readonly key: string;
  readonly label?: string;
  readonly items: readonly ConversationSummary[];
};

/** Local midnight, `days` days before the day of `at`. */
function startOfDay(at: number, days = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

/** Groups conversations, newest first, by how long ago they were touched. */
export function dayGroups(
  newestFirst: readonly ConversationSummary[],
  now: number,
  language: string,
): readonly DayGroup[] {
  const groups = new Map<string, { label?: string; items: ConversationSummary[] }>();
  for (const item of newestFirst) {
    const { key, label } = groupOf(item.updatedAt, now, language);
    const group = groups.get(key) ?? { ...(label === undefined ? {} : { label }), items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

function groupOf(at: number, now: number, language: string): { key: string; label?: string } {
  if (at >= startOfDay(now)) return { key: 'today' };
  if (at >= startOfDay(now, 1)) return { key: 'yesterday' };
  if (at >= startOfDay(now, 7)) return { key: 'week' };
  const date = new Date(at);
  const thisYear = date.getFullYear() === new Date(now).getFullYear();
  const label = formatDate(at, language, {
    month: 'long',
    ...(thisYear ? {} : { year: 'numeric' }),
  });
  return { key: `${date.getFullYear()}-${date.getMonth() + 1}`, label };
}

/** When a conversation was touched, as shortly as its group allows: `14:02`, `Fri`, `24 Nov`. */
export function shortWhen(at: number, now: number, language: string): string {
  if (at >= startOfDay(now, 1)) return formatTime(at);
  const options: Intl.DateTimeFormatOptions =
    at >= startOfDay(now, 7) ? { weekday: 'short' } : { day: 'numeric', month: 'short' };
  return formatDate(at, language === 'en' ? 'en-GB' : language, options);
}
