import type { AppError } from './errors.ts';

/**
 * How many attachments a message may have, and how many bytes in all: a request to the Messages API
 * may have 32 MB with all its words, files in base64.
 */
export const mostAttachments = 20;
export const mostAttachedBytes = 18_000_000;

const limit = mostAttachedBytes / 1_000_000;
export const attachmentsTooBig: AppError = {
  code: 'chat/attachments-too-big',
  message: `The attachments have more than ${limit} MB together. Take some away.`,
  params: { limit },
};
