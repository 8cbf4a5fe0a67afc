import { z } from 'zod';
import { ChatItem } from '../../../shared/chat.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/jsonPointer.ts';
import { KeptFileName } from '../../../shared/keptFile.ts';

/** The largest file that is read, in bytes: what a JSON text may be at most. */
export const mostBytes = 500_000_000;

const index = z.number().int().min(0).max(1_000_000);

/**
 * A conversation in a file: all the ways it went, without those who worked for it, and without the
 * folder that it may work in. Its images, documents and long results come along, in base64, so that the
 * file is whole.
 */
export const ExchangedConversation = z.object({
  title: z.string().max(1_000),
  /** Epoch milliseconds. */
  updatedAt: z.number().int().min(0).max(8.64e15),
  items: z
    .array(ChatItem)
    .max(1_000_000)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, {
      message: 'two items have the same id',
    })
    .readonly(),
  /** As store/fillConversation has them. */
  ways: z
    .object({
      forks: z
        .array(z.object({ first: index, after: z.number().int().min(-1) }))
        .refine((forks) => forks.every(({ first, after }) => after < first), {
          message: 'a way begins before what it follows',
        })
        .readonly(),
      aside: z
        .array(z.object({ at: index, branch: index }))
        .refine((aside) => aside.every(({ at, branch }) => branch <= at), {
          message: 'an item stands before the way it is on',
        })
        .readonly(),
    })
    .optional(),
  isPinned: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  model: z.string().min(1).max(200).optional(),
  files: z.array(z.object({ name: KeptFileName, data: z.base64() })).optional(),
});
export type ExchangedConversation = z.infer<typeof ExchangedConversation>;

export const exchangeFormat = 'patchbay-conversations';

const ExchangeFile = z.object({
  format: z.literal(exchangeFormat),
  version: z.literal(1),
  exportedAt: z.number(),
  conversations: z.array(ExchangedConversation),
});

/** Takes the text of a file apart; throws an AppFailure that names the field that is wrong. */
export function parseExchange(text: string, file: string): readonly ExchangedConversation[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppFailure({
      code: 'chat/import-no-json',
      message: `${file} is not JSON: ${why}`,
      params: { file, why },
    });
  }
  if (!isRecord(json) || json['format'] !== exchangeFormat) {
    throw new AppFailure({
      code: 'chat/import-foreign',
      message: `${file} has no conversations that Patchbay has exported. Nothing was imported.`,
      params: { file },
    });
  }
  const parsed = ExchangeFile.safeParse(json);
  if (parsed.success) return parsed.data.conversations;
  const [issue] = parsed.error.issues;
  const field = fieldName(issue?.path ?? []);
  const why = issue?.message ?? '';
  throw new AppFailure({
    code: 'chat/import-wrong',
    message: `${file} was not imported: ${field} is wrong: ${why}`,
    params: { file, field, why },
  });
}

/** Such as `conversations[0].items[3].kind`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
