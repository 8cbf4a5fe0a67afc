import {
  attachmentsTooBig,
  mostAttachedBytes,
  mostAttachments,
  tooManyPages,
} from '../../../shared/attachLimits.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Attachment, ReadAttachment, UnreadFile } from '../../../shared/resource.ts';

/** What stands beside a message that is being written; an unread file keeps it from being sent. */
export type DraftAttachment = Attachment | UnreadFile;

/** Adds some behind those that are there; a resource is there once. */
export function withMore(
  known: readonly DraftAttachment[],
  more: readonly DraftAttachment[],
): readonly DraftAttachment[] {
  const isNew = (one: DraftAttachment) =>
    one.kind !== 'resource' ||
    !known.some(
      (other) => other.kind === 'resource' && other.server === one.server && other.uri === one.uri,
    );
  return [...known, ...more.filter(isNew)];
}

/**
 * Why each can't be sent, undefined where it can: those before it count. What a resource holds is
 * known when the message is sent.
 */
export function problemsOf(
  attachments: readonly DraftAttachment[],
  pageLimit = Number.POSITIVE_INFINITY,
): readonly (AppError | undefined)[] {
  let [count, bytes, pages] = [0, 0, 0];
  return attachments.map((one) => {
    if (one.kind === 'unread') return one.error;
    count += 1;
    if (count > mostAttachments) return tooMany;
    if (one.kind === 'resource') return undefined;
    bytes += one.file.bytes;
    if (bytes > mostAttachedBytes) return attachmentsTooBig;
    if (one.file.pages === undefined) return undefined;
    pages += one.file.pages;
    return tooManyPages(pages, pageLimit);
  });
}

/** Of all PDF together, as far as they are counted. */
export const pagesOf = (attachments: readonly DraftAttachment[]): number =>
  attachments.reduce((sum, one) => sum + (one.kind === 'file' ? (one.file.pages ?? 0) : 0), 0);

/** What can be sent; what went with a message before goes again, a resource by its address only. */
export function sendable(
  attachments: readonly (DraftAttachment | ReadAttachment)[],
): readonly Attachment[] {
  const found = new Map<string, Attachment>();
  for (const one of attachments) {
    if (one.kind === 'resource') {
      const { kind, server, uri, name } = one;
      found.set(JSON.stringify([server, uri]), { kind, server, uri, name });
    } else if (one.kind === 'file' && one.file !== undefined) {
      found.set(one.file.name, { ...one, file: one.file });
    }
  }
  return [...found.values()];
}

/**
 * The files of what was pasted. Where programs put a text and a picture of it on the clipboard, the
 * text is meant: such a picture has no name of its own.
 */
export function pastedFiles({
  types,
  files,
}: {
  readonly types: readonly string[];
  readonly files: Iterable<File>;
}): readonly File[] {
  const all = [...files];
  const isPicture = all.every(({ name }) => name === 'image.png');
  return types.includes('text/plain') && isPicture ? [] : all;
}

/** A pasted text of more characters than this is a file: nobody goes on writing in it. */
const longestPasted = 10_000;

/** What is pasted as text and too long for one; undefined where it is not. */
export function pastedText(data: {
  readonly getData: (type: string) => string;
}): string | undefined {
  const text = data.getData('text/plain');
  return text.length > longestPasted ? text : undefined;
}

const tooMany: AppError = {
  code: 'chat/too-many-attachments',
  message: `A message takes ${mostAttachments} attachments.`,
  params: { limit: mostAttachments },
};
