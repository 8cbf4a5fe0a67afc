import { z } from 'zod';
import { ConversationId } from './chat.ts';
import type { ChatItem, ChatItemOf } from './chat.ts';
import { request } from './ipcRequest.ts';
import type { SearchResult } from './search.ts';

/** How long a deletion can be undone, in milliseconds. */
export const undoDeleteMs = 10_000;

const itemRef = z.object({ conversationId: ConversationId, itemId: z.string() });
const ModelId = z.string().trim().min(1).max(200);
const title = z.string().trim().min(1).max(200);

/** Requests about conversations as a whole: which there are, and what is in them. */
export const chatRequests = {
  'chat.change': request(
    z.object({
      conversationId: ConversationId,
      title: title.optional(),
      isPinned: z.boolean().optional(),
      isArchived: z.boolean().optional(),
      /** Null for the one of the settings. */
      model: ModelId.nullable().optional(),
    }),
  )<void>(),
  /** Stops what is written there. It can be undone for `undoDeleteMs`, then it is gone for good. */
  'chat.delete': request(ConversationId)<void>(),
  'chat.undoDelete': request(ConversationId)<void>(),
  /** Words, the last letters of each may be missing; in double quotes they stand in a row. */
  'chat.search': request(z.string().max(500))<SearchResult>(),
  /** Asks something else in place of a message; the old way is kept. Fails while a turn is running. */
  'chat.edit': request(itemRef.extend({ text: z.string().min(1).max(1_000_000) }))<void>(),
  /** Asks again for the answer that an item belongs to. */
  'chat.regenerate': request(itemRef)<void>(),
  /** Makes a conversation with what was said up to an item; answers its id. */
  'chat.branch': request(itemRef)<string>(),
  /** Shows the `to`th way on, from 1. Fails while a turn is running. */
  'chat.switchBranch': request(itemRef.extend({ to: z.number().int().min(1) }))<void>(),
  /** Shows the way that an item is on, where another one is shown. */
  'chat.reveal': request(itemRef)<void>(),
  'chat.markdown': request(ConversationId)<string>(),
  /** Asks where, and writes one conversation there, or all; null when the person chose no place. */
  'chat.export': request(
    z.object({
      conversationId: ConversationId.optional(),
      format: z.enum(['markdown', 'json']),
      title: z.string().max(200),
    }),
  )<string | null>(),
  /** Asks for a file that was exported as JSON; answers the new ids, null when there was none. */
  'chat.import': request(z.object({ title: z.string().max(200) }))<readonly string[] | null>(),
  /** Takes a message out of those that wait; answers it, null when it is on its way already. */
  'chat.unqueue': request(itemRef)<ChatItemOf<'user'> | null>(),
  /** Sends what waits since the last turn was stopped, or since the app was closed. */
  'chat.sendQueued': request(ConversationId)<void>(),
  /** The last `limit` items before one that was answered by `chat.open` or this. */
  'chat.earlier': request(itemRef.extend({ limit: z.number().int().min(1).max(10_000) }))<
    readonly ChatItem[]
  >(),
} as const;
