import { contextBridge, ipcRenderer } from 'electron';
import { createBridge } from './bridge.ts';

contextBridge.exposeInMainWorld('patchbay', createBridge(ipcRenderer, process.platform));
