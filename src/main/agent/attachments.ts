import { AppFailure } from '../../shared/errors.ts';
import type { Attachment, ReadAttachment, ResourceContent } from '../../shared/resource.ts';
import { imageTypeOf, isImageType } from '../tools/imageType.ts';
import { keep } from '../tools/resultFiles.ts';
import type { SaveFile } from '../tools/resultFiles.ts';

/** What the attachments of one message may hold in all, in bytes: a request may have 32 MB. */
export const mostAttachedBytes = 20_000_000;

/** The Messages API takes no larger image: 5 MiB as base64. */
const mostImageData = 5 * 1024 * 1024;

type Read = (server: string, uri: string) => Promise<readonly ResourceContent[]>;

/**
 * Reads what is to go with a message. A resource of several parts becomes several attachments.
 * Rejects with an AppFailure when one can't be read, or not by the model.
 */
export async function readAttachments(
  attachments: readonly Attachment[],
  read: Read,
): Promise<readonly ReadAttachment[]> {
  const all = await Promise.all(
    attachments.map(async (attachment) => {
      const contents = await read(attachment.server, attachment.uri);
      if (contents.length === 0) throw empty(attachment);
      return contents.map((content) => readable(attachment, content));
    }),
  );
  const parts = all.flat();
  const bytes = parts.reduce((sum, { text = '', data = '' }) => sum + text.length + data.length, 0);
  if (bytes <= (mostAttachedBytes * 4) / 3) return parts;
  const limit = mostAttachedBytes / 1_000_000;
  throw new AppFailure({
    code: 'chat/attachments-too-big',
    message: `The attachments have more than ${limit} MB together. Take some away.`,
    params: { limit },
  });
}

/** Puts images and documents into files, so that the conversation holds words only. */
export async function keepAttachments(
  attachments: readonly ReadAttachment[],
  save: SaveFile,
): Promise<readonly ReadAttachment[]> {
  return Promise.all(
    attachments.map(async ({ data, ...rest }) => {
      const { mediaType = '' } = rest;
      const type = isImageType(mediaType) ? mediaType : 'application/pdf';
      if (data === undefined) return rest;
      return { ...rest, file: await keep(Buffer.from(data, 'base64'), type, save) };
    }),
  );
}

/** Data that is text in truth becomes text; an image gets the type that its bytes tell. */
function readable(attachment: Attachment, content: ResourceContent): ReadAttachment {
  const { uri, mediaType, text, data } = content;
  const part = { ...attachment, uri, ...(mediaType !== undefined && { mediaType }) };
  if (text !== undefined) return { ...part, text };
  const image = imageTypeOf(data ?? '');
  if (image !== undefined) {
    if ((data ?? '').length > mostImageData) throw imageTooBig(attachment);
    return { ...part, mediaType: image, data };
  }
  const bytes = Buffer.from(data ?? '', 'base64');
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    return { ...part, mediaType: 'application/pdf', data: bytes.toString('base64') };
  }
  const decoded = textOf(bytes);
  if (decoded !== undefined) return { ...part, text: decoded };
  throw new AppFailure({
    code: 'chat/attachment-unreadable',
    message: `${attachment.name} of ${attachment.server} is of a type that a model can't read: ${mediaType ?? 'unknown'}.`,
    params: { server: attachment.server, name: attachment.name, type: mediaType ?? '?' },
  });
}

function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function imageTooBig({ server, name }: Attachment): AppFailure {
  const limit = 3.9;
  return new AppFailure({
    code: 'chat/image-too-big',
    message: `The image ${name} of ${server} has more than the ${limit} MB that a model takes.`,
    params: { server, name, limit },
  });
}

function empty({ server, name }: Attachment): AppFailure {
  return new AppFailure({
    code: 'chat/attachment-empty',
    message: `${server} answered with nothing for ${name}.`,
    params: { server, name },
  });
}
