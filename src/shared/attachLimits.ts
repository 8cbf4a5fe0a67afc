/**
 * How many attachments a message may have, and how many bytes in all: a request to the Messages API
 * may have 32 MB with all its words, files in base64.
 */
export const mostAttachments = 20;
export const mostAttachedBytes = 18_000_000;
