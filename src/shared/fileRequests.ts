import { z } from 'zod';
import { request } from './ipcRequest.ts';
import { KeptFileName } from './keptFile.ts';

/** What a person does with a file that came with a tool's result. */
export const fileRequests = {
  /** Has the system open it. */
  'files.open': request(KeptFileName)<void>(),
  /** Asks where, and copies it there; null when the person chose no place. */
  'files.save': request(z.object({ name: KeptFileName, title: z.string().max(200) }))<
    string | null
  >(),
} as const;
