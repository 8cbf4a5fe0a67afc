import { endAtOnce } from './platform/oldRuntime.ts';
import { join, resolve } from 'node:path';
import { app, BrowserWindow, ipcMain, Menu, nativeTheme, session, shell } from 'electron';
import { eventChannel, openRouter } from './ipc/router.ts';
import type { WindowHandlers } from './ipc/router.ts';
import type { StartedApp } from './app.ts';
import { registerAppScheme, serveApp } from './platform/appProtocol.ts';
import { chooseFiles, choosePath } from './platform/choosePath.ts';
import { chooseSavePath } from './platform/chooseSavePath.ts';
import { Keychain } from './platform/keychain.ts';
import { machineSignals } from './platform/machineSignals.ts';
import { openExternal } from './platform/openExternal.ts';
import { LinkInbox } from './platform/linkInbox.ts';
import { dataPaths, launchOptions, linkIn, managedFile } from './platform/paths.ts';
import { systemNotices } from './platform/systemNotices.ts';
import { hideInstead, systemTray } from './platform/tray.ts';
import type { SystemTray } from './platform/tray.ts';
import { savedTheme } from './platform/savedTheme.ts';
import type { NetworkOptions } from './platform/wayOut.ts';
import {
  bringToFront,
  createWindow,
  hardenWebContents,
  isTrustedSender,
} from './platform/window.ts';
import { keepWindowState, readWindowState, zoomWindow } from './platform/windowState.ts';

// Electron's life cycle only. The window comes first; all else is loaded once it can be seen.

const afterApp = process.argv.findIndex((word) => resolve(word) === app.getAppPath()) + 1;
const options = launchOptions(
  process.argv.slice(app.isPackaged ? 1 : afterApp),
  process.env,
  process.cwd(),
);
if (options.dataFolder) app.setPath('userData', options.dataFolder);
app.setPath('sessionData', join(app.getPath('userData'), 'chromium'));
// An app that is installed must not let anybody say that the managed file is another one.
const testedFile = app.isPackaged ? undefined : process.env['PATCHBAY_MANAGED_FILE'];
const paths = dataPaths(
  app.getPath('userData'),
  testedFile ?? managedFile(process.platform, process.env),
);

process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
});

let started: Promise<StartedApp> | undefined;
/** Set once the app ends; resolves when the rooms are closed. */
let ending: Promise<void> | undefined;
let stopped = false;
const links = new LinkInbox();

if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  if (app.isPackaged) app.setAsDefaultProtocolClient('patchbay');
  links.put(linkIn(process.argv));
  app.on('second-instance', (_event, argv) => {
    focusWindow();
    links.put(linkIn(argv));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    focusWindow();
    links.put(url);
  });
  app.on('activate', focusWindow);
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    ending ??= end();
    if (stopped) return;
    event.preventDefault();
    // It goes at once; what it shows would only fail from now on.
    for (const window of BrowserWindow.getAllWindows()) window.close();
  });
  app.on('quit', (_event, code) => endAtOnce(code));
  void app.whenReady().then(open);
} else {
  app.quit();
}

/** Closes the rooms, then the app. */
async function end(): Promise<void> {
  if (app.isReady()) session.defaultSession.flushStorageData();
  // Rooms that could not be opened need no closing; the window has been told why.
  await started?.then(({ stop }) => stop()).catch(() => undefined);
  stopped = true;
  app.quit();
}

function open(): void {
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  nativeTheme.themeSource = savedTheme(paths.settings);
  hardenWebContents();
  serveApp(join(__dirname, '../renderer'), [paths.files, paths.waiting]);
  const window = createWindow(readWindowState(paths.window));
  keepWindowState(window, paths.window);
  const tray = systemTray();
  hideInstead(window, () => ending === undefined && tray.isShown());
  // The page asks for something once it has painted: the rooms are loaded by its first request.
  openRouter(ipcMain, isTrustedSender, windowHandlers(window), async () => {
    started ??= start(window, tray);
    return (await started).handlers;
  });
}

async function start(window: BrowserWindow, tray: SystemTray): Promise<StartedApp> {
  const [{ startApp }, { createWebFetch }, { createStreamOpener }, { checkCertificates }] =
    await Promise.all([
      import('./app.ts'),
      import('./platform/webFetch.ts'),
      import('./platform/webSocketStream.ts'),
      import('./platform/extraCertificates.ts'),
    ]);
  let extraCaFile: string | undefined;
  const network: NetworkOptions = {
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    extraCaFile: () => extraCaFile,
  };
  return startApp({
    paths,
    launch: options,
    version: app.getVersion(),
    language: app.getLocale().slice(0, 2),
    execPath: process.execPath,
    serversFolder: join(__dirname, 'servers'),
    pageThread: join(__dirname, 'pageThread.js'),
    environment: process.env,
    keychain: new Keychain(),
    fetch: createWebFetch(network),
    openStream: createStreamOpener(network),
    machine: machineSignals,
    notices: systemNotices(window),
    tray: tray.show,
    quit: () => app.quit(),
    openExternal,
    openPath: (path) => shell.openPath(path),
    setTheme: (theme) => (nativeTheme.themeSource = theme),
    setExtraCaFile: (file) => (extraCaFile = file),
    checkCertificates,
    choosePath: (question) => choosePath(window, question),
    chooseFiles: (title) => chooseFiles(window, title),
    chooseSave: (title, name) => chooseSavePath(window, title, name),
    onLink: (follow) => links.open(follow),
    chooseAny: (kind, title) => choosePath(window, { kind, title, start: undefined }),
    send: (name, payload) => {
      if (!window.isDestroyed()) window.webContents.send(eventChannel, name, payload);
    },
  });
}

function windowHandlers(window: BrowserWindow): WindowHandlers {
  return {
    'window.minimise': () => window.minimize(),
    'window.toggleMaximise': () => (window.isMaximized() ? window.unmaximize() : window.maximize()),
    'window.zoom': (step) => zoomWindow(window, step),
    'window.close': () => window.close(),
    'window.quit': () => app.quit(),
  };
}

function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window) bringToFront(window);
}
