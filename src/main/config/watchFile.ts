import { statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** How long a burst of file events may last before it is told once, in milliseconds. */
const settleMs = 60;

/**
 * Calls back after the file may have changed, also where it or its folders come to be, or go, only
 * later. The folder is watched: editors replace the file, and a watch on it would follow the old one.
 * The answer ends it.
 */
export function watchFile(path: string, onChange: () => void): () => void {
  let watcher: FSWatcher | undefined;
  let watched = '';
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const arm = (): void => {
    let folder = dirname(path);
    let awaited = basename(path);
    let inode = folderInode(folder);
    while (inode === undefined && dirname(folder) !== folder) {
      awaited = basename(folder);
      folder = dirname(folder);
      inode = folderInode(folder);
    }
    const key = `${inode ?? ''} ${folder}`;
    if (key === watched) return;
    watcher?.close();
    watched = key;
    try {
      watcher = watch(folder, (_event, name) => {
        if (name === null || name === awaited || name === basename(folder)) later();
      });
      watcher.on('error', forget);
    } catch {
      forget();
    }
  };
  const forget = (): void => {
    watcher?.close();
    watcher = undefined;
    watched = '';
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isClosed) return;
      arm();
      onChange();
    }, settleMs);
  };

  arm();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    forget();
  };
}

/** Undefined where there is no folder that could be watched. */
function folderInode(folder: string): number | undefined {
  try {
    const found = statSync(folder);
    return found.isDirectory() ? found.ino : undefined;
  } catch {
    return undefined;
  }
}
