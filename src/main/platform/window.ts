import { join } from 'node:path';
import { BrowserWindow, app, nativeTheme, session } from 'electron';
import type { IpcMainInvokeEvent } from 'electron';
import { appOrigin } from './appProtocol.ts';
import { reopenAfterCrash } from './crashRecovery.ts';
import type { WindowState } from './windowState.ts';

/** The dev server of `npm run dev`; never honoured by a packaged app. */
const devUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
const origin = devUrl ? new URL(devUrl).origin : appOrigin;

/** Refuses what no page of ours ever needs: permissions, new windows, navigation, web views. */
export function hardenWebContents(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) =>
    answer(false),
  );
  session.defaultSession.setPermissionCheckHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** The main frame of our own page, and nothing else. */
export function isTrustedSender(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  // Not URL.origin, which is "null" for a scheme of our own.
  return frame !== null && frame.parent === null && frame.url.startsWith(`${origin}/`);
}

/** Shows it, where it was hidden or minimised. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Stands as it stood last, where that is known. */
export function createWindow(before: WindowState | undefined): BrowserWindow {
  const mac = process.platform === 'darwin';
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...before?.bounds,
    minWidth: 640,
    minHeight: 420,
    show: false,
    title: 'Patchbay',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#141519' : '#f3f4f7',
    ...(mac ? { titleBarStyle: 'hiddenInset' as const } : { frame: false }),
    webPreferences: {
      preload: join(__dirname, '../preload/index.js'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (before && before.zoom !== 0) {
    window.webContents.once('did-finish-load', () => (window.webContents.zoomLevel = before.zoom));
  }
  // To maximise a window shows it too.
  window.once('ready-to-show', () => (before?.isMaximized ? window.maximize() : window.show()));
  const address = devUrl ?? `${appOrigin}/index.html`;
  // After a crash it starts anew, so that nothing of its state is left.
  reopenAfterCrash(window, () => void window.loadURL(`${address}#crashed`));
  void window.loadURL(address);
  return window;
}
