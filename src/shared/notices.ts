import { z } from 'zod';

/** What settings may say of being told, and of going on, while the window is not in front. */
export const noticeFields = {
  /** False: the system's notifications are not used. */
  notifications: z.boolean(),
  /** An answer that took so long is told of when it is finished; 0 for never. */
  turnNoticeSeconds: z.number().int().min(0).max(86_400),
  /** True: there is an icon in the tray, and closing the window hides it. */
  tray: z.boolean(),
};

/**
 * No tray: what a closed window leaves running without a trace is what people complain of, and on
 * some desktops a tray icon is not shown at all. Who wants it switches it on, and reads what it does.
 */
export const usualNotices = { notifications: true, turnNoticeSeconds: 30, tray: false };

/** Where a person asked to be led from outside the window, as by a notification or the tray. */
export type AskedPlace =
  /** Null for a new one; absent for the one that was open last. */
  | { readonly view: 'chat'; readonly conversationId?: string | null }
  | { readonly view: 'servers'; readonly server?: string; readonly tab?: 'tools' };
