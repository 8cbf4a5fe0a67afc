import { z } from 'zod';
import { ConversationId } from './chat.ts';
import { draftRequests } from './draft.ts';
import { request } from './ipcRequest.ts';
import { KeptFileName } from './keptFile.ts';
import type { FileAttachment, UnreadFile } from './resource.ts';

/** Messages that are being written, and the files for them. */
export const attachRequests = {
  /**
   * Reads and keeps a file as it is now. The preload script alone may ask for it (Bridge.attach): the
   * page has no say in paths. Fails with chat/file-….
   */
  'attach.file': request(
    z.union([
      z.object({ path: z.string().min(1).max(4096) }),
      z.object({ name: z.string().max(4096), bytes: z.instanceof(Uint8Array) }),
    ]),
  )<FileAttachment>(),
  /** Asks for files by the system's dialog; none when the person chose none. */
  'attach.choose': request(z.object({ title: z.string().max(200) }))<
    readonly (FileAttachment | UnreadFile)[]
  >(),
  /** Lets go of a file that is not to be sent after all. */
  'attach.forget': request(KeptFileName)<void>(),
  /** How many pages of PDF a message may have, by the model that answers it. */
  'attach.pageLimit': request(
    z.object({
      conversationId: ConversationId.optional(),
      /** Of a conversation that is about to begin. */
      model: z.string().max(200).optional(),
    }),
  )<number>(),
  ...draftRequests,
} as const;
