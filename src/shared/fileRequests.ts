import { z } from 'zod';
import { request } from './ipcRequest.ts';
import { KeptFileName } from './keptFile.ts';

/** What a person does with a file that is kept beside the database. */
export const fileRequests = {
  /** Has the system open it. */
  'files.open': request(KeptFileName)<void>(),
  /** What a text holds. */
  'files.text': request(KeptFileName)<string>(),
  /** Asks where, and copies it there; null when the person chose no place. `as` is what it is called. */
  'files.save': request(
    z.object({
      name: KeptFileName,
      as: z.string().max(255).optional(),
      title: z.string().max(200),
    }),
  )<string | null>(),
  /** The same for what the window shows of a resource: a text, or `data` in base64. */
  'files.saveResource': request(
    z.object({
      uri: z.string().max(8192),
      mediaType: z.string().max(255).optional(),
      content: z.union([z.object({ text: z.string() }), z.object({ data: z.string() })]),
      title: z.string().max(200),
    }),
  )<string | null>(),
} as const;
