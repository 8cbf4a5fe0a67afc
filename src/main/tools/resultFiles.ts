import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ResultPart } from '../../shared/chat.ts';
import type { KeptFile } from '../../shared/keptFile.ts';
import { imageSize } from './imageSize.ts';
import { isImageType } from './imageType.ts';
import type { ImageType } from './imageType.ts';
import type { DraftPart } from './toolResult.ts';

/** The files beside the database: what conversations hold besides words. */
export type ResultFiles = {
  /** Keeps bytes and answers the path of the file. */
  readonly save: SaveFile;
  /** What a file of that name holds; undefined when it can't be read (any more). */
  readonly read: (name: string) => Promise<Buffer | undefined>;
  /** Where a file of that name is, or would be. */
  readonly path: (name: string) => string;
  /** A file that is not there is removed already. */
  readonly remove: (name: string) => Promise<void>;
  /** All that are there. */
  readonly names: () => Promise<readonly string[]>;
};
export type SaveFile = (bytes: Uint8Array, mediaType: string) => Promise<string>;

/** Those in `folder`, which is made when first needed. */
export function resultFiles(folder: string): ResultFiles {
  const path = (name: string): string => join(folder, name);
  return {
    path,
    read: (name) => readFile(path(name)).catch(() => undefined),
    remove: (name) => rm(path(name), { force: true }),
    names: () => readdir(folder).catch(() => []),
    async save(bytes, mediaType) {
      await mkdir(folder, { recursive: true });
      const made = path(`${randomUUID()}.${extensionOf(mediaType)}`);
      await writeFile(made, bytes, { flag: 'wx' });
      return made;
    },
  };
}

/** Keeps an image, a document or a text, of which only the name then stands in the conversation. */
export async function keep(
  bytes: Uint8Array,
  mediaType: ImageType | 'application/pdf' | 'text/plain',
  save: SaveFile,
): Promise<KeptFile> {
  const size = isImageType(mediaType) ? imageSize(bytes, mediaType) : undefined;
  return { name: basename(await save(bytes, mediaType)), bytes: bytes.length, ...size };
}

/** Saves what has to be a file. One that can't be saved becomes a line that says why. */
export async function saveDrafts(
  drafts: readonly DraftPart[],
  saveFile: SaveFile,
): Promise<ResultPart[]> {
  return Promise.all(
    drafts.map(async (draft): Promise<ResultPart> => {
      if (draft.kind !== 'save') return draft;
      const { bytes, mediaType, note, about, image } = draft;
      try {
        if (image) return { kind: 'image', mediaType, file: await keep(bytes, image, saveFile) };
        const path = await saveFile(bytes, mediaType);
        return { kind: 'file', path, mediaType, bytes: bytes.length, note, about };
      } catch (thrown) {
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        return { kind: 'text', text: `Could not save ${note} (${mediaType}): ${reason}` };
      }
    }),
  );
}

const extensions: ReadonlyMap<string, string> = new Map([
  ['application/json', 'json'],
  ['application/pdf', 'pdf'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
]);

/** A server states the type: nothing that an operating system would run gets its ending. */
export function extensionOf(mediaType: string): string {
  return extensions.get(mediaType) ?? 'bin';
}

/** Of a file that was kept here, by its ending. */
export function mediaTypeOf(name: string): string {
  const ending = name.split('.').at(-1);
  const [type] = [...extensions].find(([, known]) => known === ending) ?? [];
  return type ?? 'application/octet-stream';
}
