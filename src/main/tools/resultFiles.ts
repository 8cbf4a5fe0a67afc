import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultPart } from '../../shared/chat.ts';
import type { DraftPart } from './toolResult.ts';

/** Keeps bytes and answers the path of the file. */
export type SaveFile = (bytes: Uint8Array, mediaType: string) => Promise<string>;

/** Saves into `folder`, which is made when first needed. */
export function saveInFolder(folder: string): SaveFile {
  return async (bytes, mediaType) => {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${randomUUID()}.${extensionOf(mediaType)}`);
    await writeFile(path, bytes, { flag: 'wx' });
    return path;
  };
}

/** Saves what has to be a file. One that can't be saved becomes a line that says why. */
export async function saveDrafts(
  drafts: readonly DraftPart[],
  saveFile: SaveFile,
): Promise<ResultPart[]> {
  return Promise.all(
    drafts.map(async (draft): Promise<ResultPart> => {
      if (draft.kind !== 'save') return draft;
      const { bytes, mediaType, note } = draft;
      try {
        const path = await saveFile(bytes, mediaType);
        return { kind: 'file', path, mediaType, bytes: bytes.length, note };
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
function extensionOf(mediaType: string): string {
  return extensions.get(mediaType) ?? 'bin';
}
