import { realpathSync } from 'node:fs';

/** A folder as boards know it: without links on the way, where it is there. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
