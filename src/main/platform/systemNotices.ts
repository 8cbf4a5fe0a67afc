import { Notification } from 'electron';
import type { BrowserWindow } from 'electron';
import type { NoticePorts } from '../ipc/notices/notices.ts';
import { bringToFront } from './window.ts';

/** The system's notifications about a window. */
export function systemNotices(window: BrowserWindow): NoticePorts {
  const shown = new Map<string, Notification>();
  const remove = (tag: string): void => {
    shown.get(tag)?.close();
    shown.delete(tag);
  };
  return {
    isInFront: () => !window.isDestroyed() && window.isFocused(),
    show(tag, { title, body }, onClick) {
      remove(tag);
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      notification.on('click', onClick);
      // Kept until then, or a click would find nobody.
      shown.set(tag, notification);
      notification.show();
    },
    remove,
    onFront: (listener) => void window.on('focus', listener),
    bringToFront: () => bringToFront(window),
  };
}
