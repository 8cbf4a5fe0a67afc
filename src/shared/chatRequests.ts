import { z } from 'zod';
import { ConversationId } from './chat.ts';
import { request } from './ipcRequest.ts';
import type { SearchResult } from './search.ts';

/** How long a deletion can be undone, in milliseconds. */
export const undoDeleteMs = 10_000;

const title = z.string().trim().min(1).max(200);

/** Requests about conversations as a whole: which there are, and what is in them. */
export const chatRequests = {
  'chat.change': request(
    z.object({
      conversationId: ConversationId,
      title: title.optional(),
      isPinned: z.boolean().optional(),
      isArchived: z.boolean().optional(),
    }),
  )<void>(),
  /** Stops what is written there. It can be undone for `undoDeleteMs`, then it is gone for good. */
  'chat.delete': request(ConversationId)<void>(),
  'chat.undoDelete': request(ConversationId)<void>(),
  /** Words, the last letters of each may be missing; in double quotes they stand in a row. */
  'chat.search': request(z.string().max(500))<SearchResult>(),
} as const;
