import { z } from 'zod';
import { request } from './ipcRequest.ts';
import { LogFilter } from './log.ts';
import type { LogBody, LogCounts, LogPage } from './log.ts';

/** What the Logs screen asks for. */
export const logRequests = {
  /** The last `limit` matching lines before `before` (or at the end), ascending. */
  'log.query': request(
    z.object({
      filter: LogFilter,
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(2000),
    }),
  )<LogPage>(),
  'log.counts': request(LogFilter)<LogCounts>(),
  'log.body': request(z.number().int())<LogBody>(),
} as const;
