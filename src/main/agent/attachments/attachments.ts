import { attachmentsTooBig, mostAttachedBytes } from '../../../shared/attachLimits.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { KeptFile } from '../../../shared/keptFile.ts';
import type {
  Attachment,
  FileAttachment,
  ReadAttachment,
  ReadResource,
  ResourceAttachment,
  ResourceContent,
} from '../../../shared/resource.ts';
import { imageTypeOf, isImageType } from '../../tools/imageType.ts';
import { textOf } from '../../tools/files/textFile.ts';
import { keep } from '../../tools/resultFiles.ts';
import type { SaveFile } from '../../tools/resultFiles.ts';
import type { PageCounter } from '../pdf/pageCounter.ts';
import { isPdf, personFileType } from './personFile.ts';
import type { PersonFileType } from './personFile.ts';
import { mostImageBytes } from '../request/sentFiles.ts';

/** As base64. */
const mostImageData = (mostImageBytes * 4) / 3;

export type ReadOfServer = (server: string, uri: string) => Promise<readonly ResourceContent[]>;

/**
 * Reads the resources that are to go with a message; one of several parts becomes several attachments.
 * Files are kept already.
 * Rejects with an AppFailure when one can't be read, or not by the model.
 */
export async function readAttachments(
  attachments: readonly Attachment[],
  read: ReadOfServer,
): Promise<readonly ReadAttachment[]> {
  const all = await Promise.all(
    attachments.map(async (attachment): Promise<readonly ReadAttachment[]> => {
      if (attachment.kind === 'file') return [attachment];
      const contents = await read(attachment.server, attachment.uri);
      if (contents.length === 0) throw empty(attachment);
      return contents.map((content) => readable(attachment, content));
    }),
  );
  const parts = all.flat();
  if (parts.reduce((sum, part) => sum + bytesOf(part), 0) <= mostAttachedBytes) return parts;
  throw new AppFailure(attachmentsTooBig);
}

function bytesOf(part: ReadAttachment): number {
  if (part.kind === 'file') return part.file?.bytes ?? 0;
  return ((part.text?.length ?? 0) + (part.data?.length ?? 0)) * 0.75;
}

/**
 * Puts images and documents into files, so that the conversation holds words only. A file of the
 * person's is looked at anew, as it was the window that told of it, and becomes one of its own.
 */
export async function keepAttachments(
  attachments: readonly ReadAttachment[],
  save: SaveFile,
  {
    bytesOfFile,
    countPages,
  }: {
    readonly bytesOfFile: (one: FileAttachment) => Promise<Buffer>;
    /** `name` is that of a file of the person's. */
    readonly countPages: (bytes: Uint8Array, name?: string) => ReturnType<PageCounter>;
  },
): Promise<readonly ReadAttachment[]> {
  return Promise.all(
    attachments.map(async (one): Promise<ReadAttachment> => {
      if (one.kind === 'file') {
        const { file: given } = one;
        if (given === undefined) return one;
        const bytes = await bytesOfFile({ ...one, file: given });
        const mediaType = personFileType(one.name, bytes);
        const count: PageCounter = (whole) => countPages(whole, given.name);
        const file = await keepWithPages(bytes, mediaType, save, count);
        return { ...one, mediaType, file };
      }
      const { data, ...rest } = one;
      const { mediaType = '' } = rest;
      const type = isImageType(mediaType) ? mediaType : 'application/pdf';
      if (data === undefined) return rest;
      const bytes = Buffer.from(data, 'base64');
      return { ...rest, file: await keepWithPages(bytes, type, save, countPages) };
    }),
  );
}

/** Of a PDF the pages are told, too. */
export async function keepWithPages(
  bytes: Uint8Array,
  mediaType: PersonFileType,
  save: SaveFile,
  countPages: PageCounter,
): Promise<KeptFile> {
  const pages = mediaType === 'application/pdf' ? await countPages(bytes) : undefined;
  return { ...(await keep(bytes, mediaType, save)), ...(pages !== undefined && { pages }) };
}

/** Data that is text in truth becomes text; an image gets the type that its bytes tell. */
function readable(attachment: ResourceAttachment, content: ResourceContent): ReadResource {
  const { uri, mediaType, text, data } = content;
  const part = { ...attachment, uri, ...(mediaType !== undefined && { mediaType }) };
  if (text !== undefined) return { ...part, text };
  const image = imageTypeOf(data ?? '');
  if (image !== undefined) {
    if ((data ?? '').length > mostImageData) throw imageTooBig(attachment);
    return { ...part, mediaType: image, data };
  }
  const bytes = Buffer.from(data ?? '', 'base64');
  if (isPdf(bytes)) {
    return { ...part, mediaType: 'application/pdf', data: bytes.toString('base64') };
  }
  const decoded = textOf(bytes);
  if (decoded) return { ...part, text: decoded.text };
  throw new AppFailure({
    code: 'chat/attachment-unreadable',
    message: `${attachment.name} of ${attachment.server} is of a type that a model can't read: ${mediaType ?? 'unknown'}.`,
    params: { server: attachment.server, name: attachment.name, type: mediaType ?? '?' },
  });
}

function imageTooBig({ server, name }: ResourceAttachment): AppFailure {
  const limit = 3.9;
  return new AppFailure({
    code: 'chat/image-too-big',
    message: `The image ${name} of ${server} has more than the ${limit} MB that a model takes.`,
    params: { server, name, limit },
  });
}

function empty({ server, name }: ResourceAttachment): AppFailure {
  return new AppFailure({
    code: 'chat/attachment-empty',
    message: `${server} answered with nothing for ${name}.`,
    params: { server, name },
  });
}
