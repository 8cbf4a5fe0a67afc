import { dialog } from 'electron';
import type { BrowserWindow, OpenDialogOptions } from 'electron';

export type PathQuestion = {
  readonly kind: 'folder' | 'file' | 'certificates' | 'bundle';
  readonly title: string;
  /** Where the dialog begins. */
  readonly start: string | undefined;
};

const kinds: Readonly<Record<PathQuestion['kind'], OpenDialogOptions>> = {
  folder: { properties: ['openDirectory', 'createDirectory'] },
  file: { properties: ['openFile', 'showHiddenFiles'] },
  bundle: {
    properties: ['openFile'],
    filters: [
      { name: 'MCPB', extensions: ['mcpb', 'dxt'] },
      { name: '*', extensions: ['*'] },
    ],
  },
  certificates: {
    properties: ['openFile'],
    filters: [
      { name: 'PEM', extensions: ['pem', 'crt', 'cer'] },
      { name: '*', extensions: ['*'] },
    ],
  },
};

/** Asks for files by the system's own dialog; none when the person chose none. */
export async function chooseFiles(
  window: BrowserWindow,
  title: string,
): Promise<readonly string[]> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title,
    properties: ['openFile', 'multiSelections', 'showHiddenFiles'],
  });
  return filePaths;
}

/** Asks for a path by the system's own dialog; undefined when the person chose none. */
export async function choosePath(
  window: BrowserWindow,
  { kind, title, start }: PathQuestion,
): Promise<string | undefined> {
  const begin = start === undefined ? {} : { defaultPath: start };
  const { filePaths } = await dialog.showOpenDialog(window, { title, ...begin, ...kinds[kind] });
  return filePaths[0];
}
