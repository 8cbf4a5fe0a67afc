import { z } from 'zod';
import { ConversationId } from './chat.ts';
import { request } from './ipcRequest.ts';
import { Attachment } from './resource.ts';

/** A message that is written and not sent. `of` is its conversation; empty is the one to begin. */
export const KeptDraft = z.object({
  of: z.union([z.literal(''), ConversationId]),
  text: z.string().max(2_000_000),
  attachments: z.array(Attachment).max(100),
});
export type KeptDraft = z.infer<typeof KeptDraft>;

export const draftRequests = {
  /** Also from before the app was closed. */
  'drafts.list': request(z.undefined())<readonly KeptDraft[]>(),
  /** Without text and attachments it is forgotten. */
  'drafts.keep': request(KeptDraft)<void>(),
} as const;
