import { z } from 'zod';
import { ConversationId } from './chat.ts';
import { request } from './ipcRequest.ts';

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
  /** Stops what is written there. It can be undone for some seconds, then it is gone for good. */
  'chat.delete': request(ConversationId)<void>(),
  'chat.undoDelete': request(ConversationId)<void>(),
} as const;
