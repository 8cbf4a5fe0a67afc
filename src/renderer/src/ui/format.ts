type Units = {
  readonly ms: string;
  readonly s: string;
  readonly min: string;
  readonly h: string;
  readonly d: string;
};

const english: Units = { ms: 'ms', s: 's', min: 'min', h: 'h', d: 'd' };
const units = new Map<string, Units>([
  ['zh', { ms: '毫秒', s: '秒', min: '分', h: '小时', d: '天' }],
  ['ja', { ms: 'ミリ秒', s: '秒', min: '分', h: '時間', d: '日' }],
]);
const unitsOf = (language: string): Units => units.get(language) ?? english;

/** Formatters are dear to make and are the same for the same language and digits. */
const formats = new Map<string, Intl.NumberFormat>();

function number(value: number, language: string, fractionDigits = 0): string {
  const isPlain = fractionDigits === 0 && Number.isInteger(value) && value >= 0 && value < 1000;
  if (isPlain) return String(value);
  const key = `${language} ${fractionDigits}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    });
  formats.set(key, format);
  return format.format(value);
}

/** Whole numbers with the language's grouping, such as 41,902. */
export const formatCount = (value: number, language: string): string => number(value, language);

/** How long something took: `84 ms`, `4.2 s`, `3 min 8 s`, `2 h 14 min`. */
export function formatDuration(ms: number, language: string): string {
  const unit = unitsOf(language);
  if (ms < 1000) return `${number(Math.max(0, Math.round(ms)), language)} ${unit.ms}`;
  const tenths = Math.floor(ms / 100) / 10;
  if (tenths < 10) return `${number(tenths, language, 1)} ${unit.s}`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${number(seconds, language)} ${unit.s}`;
  return formatUptime(ms, language);
}

/** How long something has lasted, in its two largest units from seconds up: `14 s`, `2 h 14 min`. */
export function formatUptime(ms: number, language: string): string {
  const unit = unitsOf(language);
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const pair = (a: number, aUnit: string, b: number, bUnit: string) =>
    b === 0 ? `${number(a, language)} ${aUnit}` : `${number(a, language)} ${aUnit} ${b} ${bUnit}`;
  if (days > 0) return pair(days, unit.d, hours % 24, unit.h);
  if (hours > 0) return pair(hours, unit.h, minutes % 60, unit.min);
  if (minutes > 0) return pair(minutes, unit.min, seconds % 60, unit.s);
  return `${seconds} ${unit.s}`;
}

/** A size in decimal units: `612 B`, `1.1 kB`, `61 MB`. */
export function formatBytes(bytes: number, language: string): string {
  const steps = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let step = 0;
  while (value >= 999.5 && step < steps.length - 1) {
    value /= 1000;
    step += 1;
  }
  const digits = step > 0 && value < 9.95 ? 1 : 0;
  return `${number(value, language, digits)} ${steps[step]}`;
}

/** A share in hundredths: `0.1 %`, `18 %`, `200 %`; by its language also without the space. */
export function formatPercent(percent: number, language: string): string {
  const digits = percent > 0.05 && percent < 9.95 ? 1 : 0;
  const space = language === 'en' ? ' ' : '';
  return `${number(percent, language, digits)}${space}%`;
}

/** Numbers of tokens: `950`, `18.4k`, `160k`, `1.2M`. */
export function formatTokens(tokens: number, language: string): string {
  if (tokens < 1000) return number(tokens, language);
  if (tokens < 99_950) return `${number(tokens / 1000, language, 1)}k`;
  if (tokens < 999_500) return `${number(Math.round(tokens / 1000), language)}k`;
  return `${number(tokens / 1_000_000, language, 1)}M`;
}

export type TimePrecision = 'minutes' | 'seconds' | 'milliseconds';

/** The local time of day on a 24-hour clock: `14:02`, `14:02:05`, `14:02:05.350`. */
export function formatTime(at: number, precision: TimePrecision = 'minutes'): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (precision === 'minutes') return minutes;
  const seconds = `${minutes}:${two(date.getSeconds())}`;
  if (precision === 'seconds') return seconds;
  return `${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

const lists = new Map<string, Intl.ListFormat>();

/** Names or short sentences in a row: `a, b, c`, and `a、b、c` where a language writes it so. */
export function formatList(parts: readonly string[], language: string): string {
  const format =
    lists.get(language) ?? new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' });
  lists.set(language, format);
  return format.format(parts);
}

const dates = new Map<string, Intl.DateTimeFormat>();

/** A date, or a part of one, as a language writes it. */
export function formatDate(
  at: number,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = JSON.stringify([language, options]);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(language, options);
  dates.set(key, format);
  return format.format(at);
}

/** Day and time in full, for tooltips. */
export const formatMoment = (at: number, language: string): string =>
  formatDate(at, language, { dateStyle: 'full', timeStyle: 'medium' });
