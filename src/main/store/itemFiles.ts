import { basename } from 'node:path';
import type { ChatItem, ResultPart } from '../../shared/chat.ts';
import { KeptFileName } from '../../shared/keptFile.ts';
import type { ReadAttachment } from '../../shared/resource.ts';

/** The names of the files beside the database that an item shows or gives to the model. */
export function filesOf(item: ChatItem): readonly string[] {
  return namesIn(item).filter((name) => KeptFileName.safeParse(name).success);
}

function namesIn(item: ChatItem): readonly string[] {
  if (item.kind === 'user') {
    return (item.attachments ?? []).flatMap(({ file }) => file?.name ?? []);
  }
  if (!('call' in item)) return [];
  return (item.call.result ?? []).flatMap((part) => {
    if (part.kind === 'file') return basename(part.path);
    return part.kind === 'image' ? (part.file?.name ?? []) : [];
  });
}

/**
 * The item with its files called otherwise: `paths` has the new path of each by its old name. What is
 * not among them is said to be missing, so that an item never refers to a file that is not its own.
 */
export function withFiles<T extends ChatItem>(item: T, paths: ReadonlyMap<string, string>): T {
  if (item.kind === 'user' && item.attachments) {
    const attachments = item.attachments.map(({ file, ...rest }): ReadAttachment => {
      const path = file && paths.get(file.name);
      if (file === undefined || path === undefined) return rest;
      return { ...rest, file: { ...file, name: basename(path) } };
    });
    return { ...item, attachments };
  }
  if (!('call' in item) || !item.call.result) return item;
  const result = item.call.result.map((part) => moved(part, paths));
  return { ...item, call: { ...item.call, result } };
}

function moved(part: ResultPart, paths: ReadonlyMap<string, string>): ResultPart {
  if (part.kind === 'image' && part.file) {
    const path = paths.get(part.file.name);
    if (path !== undefined) return { ...part, file: { ...part.file, name: basename(path) } };
    return { kind: 'text', text: `(an image, ${part.mediaType}, that is missing)` };
  }
  if (part.kind !== 'file') return part;
  const path = paths.get(basename(part.path));
  if (path !== undefined) return { ...part, path };
  return { kind: 'text', text: `(a file, ${part.mediaType}, that is missing: ${part.note})` };
}
