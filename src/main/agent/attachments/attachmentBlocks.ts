import type { ReadAttachment, ReadResource } from '../../../shared/resource.ts';
import { cutText, wellFormed } from '../../tools/codePoints.ts';
import { isImageType } from '../../tools/imageType.ts';
import type { ContentParam } from '../model/model.ts';
import { sentFile } from '../request/sentFiles.ts';
import type { SentFiles } from '../request/sentFiles.ts';

/** How a text block begins that holds an attachment and not the user's words. */
export const resourceStart = '<resource server="';
export const fileStart = '<attached-file name="';

/**
 * An attachment as the Messages API takes it: text in a frame that says where it is from, images
 * and PDF after such a frame. What would close the frame early is escaped.
 */
export function attachmentBlocks(attachment: ReadAttachment, files: SentFiles): ContentParam[] {
  const { mediaType = '' } = attachment;
  if (attachment.kind === 'resource' && attachment.text !== undefined) {
    return [frame(attachment, attachment.text)];
  }
  const sent = sentFile(attachment, files);
  if ('left' in sent) return [frame(attachment, `(not here: ${sent.left})`)];
  const { data } = sent;
  if (mediaType === 'text/plain') {
    return [frame(attachment, Buffer.from(data, 'base64').toString('utf8'))];
  }
  if (isImageType(mediaType)) {
    return [
      frame(attachment, '(the image that follows)'),
      { type: 'image', source: { type: 'base64', media_type: mediaType, data } },
    ];
  }
  if (mediaType === 'application/pdf') {
    return [
      frame(attachment, '(the document that follows)'),
      {
        type: 'document',
        title: title(attachment.name),
        source: { type: 'base64', media_type: mediaType, data },
      },
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

function frame(attachment: ReadAttachment, body: string): ContentParam {
  const { name, mediaType } = attachment;
  const type = mediaType === undefined ? '' : ` type="${attribute(mediaType)}"`;
  const inside = body.replace(/<(?=\s*\/?\s*(?:resource|attached-file)\b)/gi, '&lt;');
  const text =
    attachment.kind === 'file'
      ? `${fileStart}${attribute(name)}"${type}>\n${inside}\n</attached-file>`
      : `${resourceHead(attachment)}${type}>\n${inside}\n</resource>`;
  return { type: 'text', text: wellFormed(text) };
}

function resourceHead({ server, uri, name }: ReadResource): string {
  return `${resourceStart}${attribute(server)}" uri="${attribute(uri)}" name="${attribute(name)}"`;
}

/** The API takes 1 to 500 characters. */
function title(name: string): string {
  const cut = cutText(wellFormed(name).trim(), 500);
  return cut === '' ? 'document' : cut;
}

function attribute(value: string): string {
  return value
    .replace(/&/g, '&amp;')
    .replace(/"/g, '&quot;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\s+/g, ' ');
}
