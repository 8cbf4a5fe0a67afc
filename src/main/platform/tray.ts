import { Menu, nativeImage, Tray } from 'electron';
import type { BrowserWindow, MenuItemConstructorOptions, NativeImage } from 'electron';
import type { TrayPort } from '../ipc/tray/openTray.ts';
import type { TrayAsk, TrayItem, TrayView } from '../ipc/tray/trayView.ts';
import { trayIcon } from './trayIcon.ts';
import type { TrayIconKind } from './trayIcon.ts';

export type SystemTray = {
  readonly show: TrayPort;
  /** As far as we are told: some desktops have no place for it and say nothing. */
  readonly isShown: () => boolean;
};

/** The icon in the system's tray. Where there can't be one, there is none, and a window closes as ever. */
export function systemTray(): SystemTray {
  let tray: Tray | undefined;
  let icon: TrayIconKind | undefined;
  const put = (view: TrayView, onAsk: (ask: TrayAsk) => void): void => {
    if (tray === undefined) {
      tray = new Tray(imageOf(view.icon));
      // A click on the icon itself opens the menu on macOS and Linux; elsewhere it is the window's.
      tray.on('click', () => {
        if (process.platform === 'win32') onAsk({ kind: 'window' });
      });
    } else if (icon !== view.icon) tray.setImage(imageOf(view.icon));
    icon = view.icon;
    tray.setToolTip(view.tooltip);
    tray.setContextMenu(Menu.buildFromTemplate(view.items.map((item) => menuItem(item, onAsk))));
  };
  const remove = (): void => {
    tray?.destroy();
    tray = undefined;
  };
  return {
    isShown: () => tray !== undefined,
    show(view, onAsk) {
      try {
        if (view === undefined) remove();
        else put(view, onAsk);
      } catch (thrown) {
        process.stderr.write(`The tray can't be used: ${String(thrown)}\n`);
        remove();
      }
    },
  };
}

/** Closing the window hides it while there is a tray, until the app ends. */
export function hideInstead(window: BrowserWindow, mayHide: () => boolean): void {
  window.on('close', (event) => {
    if (!mayHide()) return;
    event.preventDefault();
    window.hide();
  });
}

function menuItem(item: TrayItem, onAsk: (ask: TrayAsk) => void): MenuItemConstructorOptions {
  if (item.kind === 'line') return { type: 'separator' };
  // One ampersand would underline the letter after it.
  const label = item.label.replaceAll('&', '&&');
  if (item.kind === 'text') return { label, enabled: false };
  return { label, click: () => onAsk(item.ask) };
}

function imageOf(kind: TrayIconKind): NativeImage {
  const isTemplate = process.platform === 'darwin';
  // Linux desktops scale the one bitmap that they are given.
  const size = process.platform === 'linux' ? 32 : 16;
  const bitmap = (of: number): Buffer => trayIcon(kind, of, isTemplate);
  const image = nativeImage.createFromBitmap(bitmap(size), { width: size, height: size });
  const [width, height] = [size * 2, size * 2];
  image.addRepresentation({ scaleFactor: 2, width, height, buffer: bitmap(size * 2) });
  image.setTemplateImage(isTemplate);
  return image;
}
