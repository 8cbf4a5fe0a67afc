import { fewestPages, mostAttachedBytes } from '../../../shared/attachLimits.ts';
import type { ChatItem } from '../../../shared/chat.ts';
import type { KeptFile } from '../../../shared/keptFile.ts';
import type { ResultFiles } from '../../tools/resultFiles.ts';

/** What of a kept file goes into a request: its data in base64, or in words why it does not. */
export type SentFile = { readonly data: string } | { readonly left: string };
/** By the files' names. */
export type SentFiles = ReadonlyMap<string, SentFile>;

/** What goes of an image or attachment; versions before files have kept its data with it. */
export function sentFile(
  { file, data }: { readonly file?: KeptFile | undefined; readonly data?: string | undefined },
  files: SentFiles,
): SentFile {
  const sent = data === undefined ? files.get(file?.name ?? '') : { data };
  return sent ?? { left: 'its file is gone' };
}

type Kept = { readonly file: KeptFile; readonly isImage: boolean };

/**
 * Limits of the Messages API ("Vision", "Request size limits"): 5 MiB an image as base64, 8000
 * pixels a side, 2000 where there are more than 20, 100 images, 32 MB a request (mostAttachedBytes).
 */
export const mostImageBytes = (5 * 1024 * 1024 * 3) / 4;
export const mostPixels = 8_000;
const many = 20;
const mostPixelsOfMany = 2_000;
const mostImages = 100;

/** Reads what the items of a conversation refer to, as far as a request may hold it. */
export async function readSentFiles(
  items: readonly ChatItem[],
  files: Pick<ResultFiles, 'read' | 'path'>,
  mostPages: number,
): Promise<SentFiles> {
  const sent = [...whyLeft(keptFiles(items), mostPages)].map(
    async ([name, why]): Promise<[string, SentFile]> => {
      if (why === 'too big') {
        return [name, { left: `larger than a model takes; it is the file ${files.path(name)}` }];
      }
      if (why === 'no room') return [name, { left: 'left out of a long conversation' }];
      const bytes = await files.read(name);
      return [name, bytes ? { data: bytes.toString('base64') } : { left: 'its file is gone' }];
    },
  );
  return new Map(await Promise.all(sent));
}

/** Which files go, by their names, and why others do not: the newest come first. */
export function whyLeft(
  kept: readonly Kept[],
  mostPages = fewestPages,
): ReadonlyMap<string, 'too big' | 'no room' | undefined> {
  const fitting = kept.filter(({ file, isImage }) => !isImage || fits(file, mostPixels));
  const isMany = fitting.filter(({ isImage }) => isImage).length > many;
  const left = new Map<string, 'too big' | 'no room' | undefined>();
  let [bytes, images, pages] = [0, 0, 0];
  for (const { file, isImage } of [...kept].reverse()) {
    if (isImage && !fits(file, isMany ? mostPixelsOfMany : mostPixels)) {
      left.set(file.name, fits(file, mostPixels) ? 'no room' : 'too big');
    } else if (
      bytes + file.bytes > mostAttachedBytes ||
      (isImage && images === mostImages) ||
      pages + (file.pages ?? 0) > mostPages
    ) {
      left.set(file.name, 'no room');
    } else {
      bytes += file.bytes;
      pages += file.pages ?? 0;
      if (isImage) images += 1;
      left.set(file.name, undefined);
    }
  }
  return left;
}

function fits({ bytes, width = 0, height = 0 }: KeptFile, pixels: number): boolean {
  return bytes <= mostImageBytes && width <= pixels && height <= pixels;
}

/** In the order of the conversation. Results that are errors hold no image for the model. */
function keptFiles(items: readonly ChatItem[]): readonly Kept[] {
  return items.flatMap((item): readonly Kept[] => {
    if (item.kind === 'user') {
      return (item.attachments ?? []).flatMap(({ file, mediaType }) =>
        file ? [{ file, isImage: mediaType?.startsWith('image/') === true }] : [],
      );
    }
    if (!('call' in item) || item.call.state !== 'done') return [];
    return (item.call.result ?? []).flatMap((part) =>
      part.kind === 'image' && part.file ? [{ file: part.file, isImage: true }] : [],
    );
  });
}
