import { readFileSync, writeFileSync } from 'node:fs';
import { screen } from 'electron';
import type { BrowserWindow, Rectangle } from 'electron';

/** How the window stood when it was closed. */
export type WindowState = {
  /** Without a place where no screen shows that one any more. */
  readonly bounds: Pick<Rectangle, 'width' | 'height'> & Partial<Rectangle>;
  readonly isMaximized: boolean;
  /** Electron's: 0 is the usual size, each step 20 %. */
  readonly zoom: number;
};

const [smallest, largest] = [-3, 5];

/** Undefined when there is none, or it can't be read. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<WindowState>;
    const { x, y, width, height } = kept.bounds ?? {};
    const { zoom = 0 } = kept;
    if (![x, y, width, height, zoom].every(Number.isFinite)) return undefined;
    const whole = { x, y, width, height } as Rectangle;
    const bounds = isOnScreen(whole) ? whole : onPrimary(whole);
    return { bounds, isMaximized: kept.isMaximized === true, zoom: inRange(zoom) };
  } catch {
    return undefined;
  }
}

/** Writes how the window stands as it closes, or is hidden instead. A window that can't be remembered closes all the same. */
export function keepWindowState(window: BrowserWindow, file: string): void {
  // What a hidden window says of itself is not how it stood.
  let isHidden = false;
  window.on('hide', () => (isHidden = true));
  window.on('show', () => (isHidden = false));
  window.on('close', () => {
    if (isHidden) return;
    const state: WindowState = {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      zoom: window.webContents.zoomLevel,
    };
    try {
      writeFileSync(file, JSON.stringify(state));
    } catch {
      return;
    }
  });
}

export function zoomWindow({ webContents }: BrowserWindow, step: 'in' | 'out' | 'reset'): void {
  const level = webContents.zoomLevel;
  webContents.zoomLevel = step === 'reset' ? 0 : inRange(level + (step === 'in' ? 0.5 : -0.5));
}

const inRange = (zoom: number): number => Math.min(largest, Math.max(smallest, zoom));

/** Its size, as far as the screen has room for it; its place is the system's choice. */
function onPrimary({ width, height }: Rectangle): WindowState['bounds'] {
  const { workAreaSize: area } = screen.getPrimaryDisplay();
  return { width: Math.min(width, area.width), height: Math.min(height, area.height) };
}

/** Enough of its title bar to drag it. */
function isOnScreen({ x, y, width }: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea: area }) => {
    const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    return across >= 100 && y >= area.y - 8 && y <= area.y + area.height - 40;
  });
}
