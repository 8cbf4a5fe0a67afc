import * as electron from 'electron';
import { createBridge } from './bridge.ts';

const { contextBridge, ipcRenderer } = electron;
// Before Electron 29 a file tells its path itself. An object that the page has made is no File here.
const { webUtils } = electron as Partial<typeof electron>;
const pathOf = (file: File & { readonly path?: string }): string => {
  if (!(file instanceof File)) return '';
  return webUtils ? webUtils.getPathForFile(file) : (file.path ?? '');
};
contextBridge.exposeInMainWorld('patchbay', createBridge(ipcRenderer, process.platform, pathOf));
