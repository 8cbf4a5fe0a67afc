import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { ResultFiles } from '../../src/main/tools/resultFiles.ts';

/** Files beside the database without a disk; `held` has them by their names. */
export function memoryFiles(): ResultFiles & { readonly held: Map<string, Buffer> } {
  const held = new Map<string, Buffer>();
  const path = (name: string): string => `/files/${name}`;
  return {
    held,
    path,
    read: async (name) => held.get(name),
    remove: async (name) => void held.delete(name),
    names: async () => [...held.keys()],
    save: async (bytes, mediaType) => {
      const name = `${randomUUID()}.${mediaType.split('/')[1]?.replace('jpeg', 'jpg').slice(0, 4)}`;
      held.set(basename(name), Buffer.from(bytes));
      return path(name);
    },
  };
}
