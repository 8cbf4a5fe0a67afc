import { z } from 'zod';
import { request } from './ipcRequest.ts';
import { LogFilter } from './log.ts';
import type { LogBody, LogEntry, LogTally } from './log.ts';

/** What the Logs screen asks for. */
export const logRequests = {
  /**
   * The last `limit` matching lines after `after` (or from the start) and before `before` (or to the
   * end), ascending. A search for another text ends one that is under way, which then fails with
   * `log/superseded`; so it is with `log.tally`.
   */
  'log.query': request(
    z.object({
      filter: LogFilter,
      after: z.number().int().optional(),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(2000),
    }),
  )<readonly LogEntry[]>(),
  /** Counts by kind and level, whatever of these the filter asks for; of lines after `after`. */
  'log.tally': request(LogFilter.extend({ after: z.number().int().optional() }))<LogTally>(),
  'log.body': request(z.number().int())<LogBody>(),
  /** Asks where, and writes what matches there as JSON Lines; null when the person chose no place. */
  'log.export': request(z.object({ title: z.string().max(200), filter: LogFilter }))<
    string | null
  >(),
  'log.usage': request(z.undefined())<{ readonly bytes: number; readonly lines: number }>(),
  'log.clear': request(z.undefined())<void>(),
} as const;
