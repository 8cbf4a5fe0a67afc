import { app, dialog } from 'electron';
import type { BrowserWindow } from 'electron';
import { afterCrash } from './afterCrash.ts';

/**
 * Opens the page again when its process is gone, on a new chat: what broke it may be what it showed.
 * A page that is gone again and again is opened by the person only. `load` opens it, and says so there.
 */
export function reopenAfterCrash(window: BrowserWindow, load: () => void): void {
  let crashes: readonly number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const next = afterCrash(crashes, Date.now());
    ({ crashes } = next);
    if (next.isReopened) load();
    // Nobody is asked in front of a window that is hidden.
    else if (window.isVisible()) ask(reason);
    else window.once('show', () => ask(reason));
  });
  const ask = (reason: string): void => {
    const words = wordsOf(app.getLocale());
    const question = {
      type: 'error' as const,
      message: words.message,
      detail: `${words.detail} (${reason})`,
      buttons: [words.reopen, words.quit],
      defaultId: 0,
      cancelId: 1,
    };
    void dialog.showMessageBox(window, question).then(({ response }) => {
      crashes = [];
      if (response === 0) load();
      else app.quit();
    });
  };
}

type Words = Readonly<Record<'message' | 'detail' | 'reopen' | 'quit', string>>;

/** There is no page to say it in. */
function wordsOf(locale: string): Words {
  if (locale.startsWith('zh')) return chinese;
  return locale.startsWith('ja') ? japanese : english;
}

const english: Words = {
  message: 'Patchbay’s window has stopped several times',
  detail: 'Servers and answers go on, and all conversations are kept.',
  reopen: 'Open it again',
  quit: 'Quit',
};
const chinese: Words = {
  message: 'Patchbay 的窗口多次停止工作',
  detail: '服务器和回答仍在继续，所有对话都已保存。',
  reopen: '重新打开',
  quit: '退出',
};
const japanese: Words = {
  message: 'Patchbay のウィンドウが何度も停止しました',
  detail: 'サーバーと回答は続いており、会話はすべて保存されています。',
  reopen: 'もう一度開く',
  quit: '終了',
};
