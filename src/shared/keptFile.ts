import { z } from 'zod';

/** The name of a file that Patchbay keeps beside the database: always of its own making, no path. */
export const KeptFileName = z.string().regex(/^[0-9a-f-]{36}\.[a-z0-9]{2,4}$/);

/**
 * An image or a document that is kept as a file; `width` and `height` are pixels of an image, `pages`
 * those of a PDF, where they could be counted.
 */
export const KeptFile = z.object({
  name: KeptFileName,
  bytes: z.number(),
  width: z.number().optional(),
  height: z.number().optional(),
  pages: z.number().optional(),
});
export type KeptFile = z.infer<typeof KeptFile>;

/** The images among them have an address for the window, and that of no page (platform/keptFiles). */
export const keptFilesOrigin = 'app://files';

/** What a file holds that a tool's answer was kept in. `detail` is an address or a count. */
export const SavedAs = z.object({
  code: z.enum(['audio', 'image', 'resource', 'unknown', 'whole', 'output', 'output-start']),
  detail: z.string().optional(),
});
export type SavedAs = z.infer<typeof SavedAs>;
