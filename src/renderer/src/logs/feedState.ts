import type { AppError } from '../../../shared/errors.ts';
import type { LogCounts, LogEntry } from '../../../shared/log.ts';

/** What the Logs view shows. `lines` are in order and never more than a bounded number. */
export type FeedState = {
  readonly lines: readonly LogEntry[];
  /** How many lines match in all; undefined until they are counted. */
  readonly total: number | undefined;
  readonly counts: LogCounts;
  /** A new filter's lines are being looked for. */
  readonly searching: boolean;
  /** False until the first lines of the filter have come. */
  readonly loaded: boolean;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly following: boolean;
  /** Matching lines that came while paused. */
  readonly waiting: number;
  /** The latest change was at the start of `lines`: the place that is read must not move. */
  readonly shifted: boolean;
  readonly error?: AppError | undefined;
};

export const emptyState: FeedState = {
  lines: [],
  total: undefined,
  counts: { errors: 0 },
  searching: false,
  loaded: false,
  atStart: true,
  atEnd: true,
  following: true,
  waiting: 0,
  shifted: false,
};
