import type { ReadAttachment } from '../../shared/resource.ts';
import { wellFormed } from '../tools/codePoints.ts';
import { isImageType } from '../tools/imageType.ts';
import type { ContentParam } from './model.ts';
import { sentFile } from './sentFiles.ts';
import type { SentFiles } from './sentFiles.ts';

/** How a text block begins that holds an attachment and not the user's words. */
export const frameStart = '<resource server="';

/**
 * An attachment as the Messages API takes it: text in a frame that says where it is from, images
 * and PDF after such a frame. What would close the frame early is escaped.
 */
export function attachmentBlocks(attachment: ReadAttachment, files: SentFiles): ContentParam[] {
  const { text, mediaType = '' } = attachment;
  if (text !== undefined) return [frame(attachment, text)];
  const sent = sentFile(attachment, files);
  if ('left' in sent) return [frame(attachment, `(not here: ${sent.left})`)];
  const { data } = sent;
  if (isImageType(mediaType)) {
    return [
      frame(attachment, '(the image that follows)'),
      { type: 'image', source: { type: 'base64', media_type: mediaType, data } },
    ];
  }
  if (mediaType === 'application/pdf') {
    return [
      frame(attachment, '(the document that follows)'),
      { type: 'document', source: { type: 'base64', media_type: mediaType, data } },
    ];
  }
  return [frame(attachment, '(its content is not available)')];
}

/** How a text block begins that holds what hooks of the user's settings add to a message. */
export const hookStart = '<hook-context>';

/** In a frame that it can't close early. */
export function hookBlock(text: string): ContentParam {
  const inside = wellFormed(text).replace(/<(?=\s*\/?\s*hook-context\b)/gi, '&lt;');
  return { type: 'text', text: `${hookStart}\n${inside}\n</hook-context>` };
}

function frame({ server, uri, name, mediaType }: ReadAttachment, body: string): ContentParam {
  const type = mediaType === undefined ? '' : ` type="${attribute(mediaType)}"`;
  const head = `${frameStart}${attribute(server)}" uri="${attribute(uri)}" name="${attribute(name)}"${type}>`;
  const inside = body.replace(/<(?=\s*\/?\s*resource\b)/gi, '&lt;');
  return { type: 'text', text: wellFormed(`${head}\n${inside}\n</resource>`) };
}

function attribute(value: string): string {
  return value
    .replace(/&/g, '&amp;')
    .replace(/"/g, '&quot;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\s+/g, ' ');
}
