import { basename } from 'node:path';
import type { ChatItem } from '../../shared/chat.ts';
import { KeptFileName } from '../../shared/keptFile.ts';

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
