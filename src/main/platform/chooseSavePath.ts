import { dialog } from 'electron';
import type { BrowserWindow } from 'electron';

/** Asks by the system's own dialog where to save; undefined when the person chose no place. */
export async function chooseSavePath(
  window: BrowserWindow,
  title: string,
  name: string,
): Promise<string | undefined> {
  const { filePath } = await dialog.showSaveDialog(window, { title, defaultPath: name });
  return filePath === undefined || filePath === '' ? undefined : filePath;
}
