import { ConversationId } from './chat.ts';
import type { ContextMeter } from './context.ts';
import { request } from './ipcRequest.ts';

/** Requests about what of a conversation the model is given. */
export const contextRequests = {
  /** How full the context is; without an id of a conversation that is about to begin. */
  'chat.meter': request(ConversationId.optional())<ContextMeter>(),
  /** Has the conversation summarized for the model. Fails while a turn is running. */
  'chat.compact': request(ConversationId)<void>(),
} as const;
