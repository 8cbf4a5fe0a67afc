import type { LogEntry } from '../../../shared/log.ts';
import type { FeedState } from './feedState.ts';

/** So many lines are asked for at a time. */
export const pageSize = 500;
/** How far the window may pass its limit before it is cut back. */
export const slack = 500;

type Part = Partial<FeedState>;
type Lines = readonly LogEntry[];

/** A filter's first page has come: the end of the log, or the lines around one. */
export const opened = (lines: Lines, following: boolean): Part => ({
  lines,
  total: undefined,
  searching: false,
  loaded: true,
  atStart: lines.length < pageSize,
  atEnd: following,
  following,
  waiting: 0,
  shifted: false,
  error: undefined,
});

export const withOlder = (lines: Lines, older: Lines): Part => ({
  lines: [...older, ...lines],
  atStart: older.length < pageSize,
  shifted: true,
});

export const withNewer = (lines: Lines, newer: Lines, atEnd: boolean): Part => ({
  lines: [...lines, ...newer],
  atEnd,
  shifted: false,
  ...(atEnd ? { waiting: 0 } : {}),
});

/**
 * The last lines after `after` have come, no more than `limit`: either they follow those that are
 * shown, or so many came that they take their place.
 */
export function withEnd(
  { lines, atStart }: Pick<FeedState, 'lines' | 'atStart'>,
  end: Lines,
  { after, limit }: { readonly after: number; readonly limit: number },
): Part {
  const isCut = end.length === limit;
  const before = isCut ? [] : lines.filter(({ seq }) => seq <= after);
  return { lines: [...before, ...end], atStart: isCut ? false : atStart, shifted: false };
}

export const isTooLong = (lines: Lines, limit: number): boolean => lines.length > limit + slack;

export const cutStart = (lines: Lines, limit: number): Part => ({
  lines: lines.slice(-limit),
  atStart: false,
  shifted: true,
});

export const cutEnd = (lines: Lines, limit: number): Part => ({
  lines: lines.slice(0, limit),
  atEnd: false,
  following: false,
  shifted: false,
});
