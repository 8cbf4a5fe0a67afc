import type { AppError } from './errors.ts';

/**
 * How many attachments a message may have, and how many bytes in all: a request to the Messages API
 * may have 32 MB with all its words, files in base64.
 */
export const mostAttachments = 20;
export const mostAttachedBytes = 18_000_000;

/**
 * How many pages of PDF a request may have: fewer where the model takes less than a million tokens
 * (Messages API, "PDF support").
 */
export const fewestPages = 100;
export const mostPages = (window: number): number => (window < 1_000_000 ? fewestPages : 600);

/** Undefined where they may all go. */
export function tooManyPages(pages: number, most: number): AppError | undefined {
  if (pages <= most) return undefined;
  return {
    code: 'chat/too-many-pages',
    message: `The PDF have ${pages} pages together, and the model takes ${most}.`,
    params: { pages, limit: most },
  };
}

const limit = mostAttachedBytes / 1_000_000;
export const attachmentsTooBig: AppError = {
  code: 'chat/attachments-too-big',
  message: `The attachments have more than ${limit} MB together. Take some away.`,
  params: { limit },
};
