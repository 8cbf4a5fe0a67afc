import { expect, it } from 'vitest';
import { openPatchbay } from './patchbay.ts';

it('opens the window again when its process is gone, but not in a loop', async () => {
  const patchbay = await openPatchbay();
  const { app } = patchbay;
  await patchbay.ask('Hello there');
  await app.evaluate(({ dialog, app: electron }) => {
    const asked = { count: 0, answer: 0 };
    Object.assign(electron, { asked });
    dialog.showMessageBox = () => {
      asked.count += 1;
      return Promise.resolve({ response: asked.answer, checkboxChecked: false });
    };
  });
  const asked = () =>
    app.evaluate(
      ({ app: electron }) => (electron as never as { asked: { count: number } }).asked.count,
    );
  /** Resolves when the page is loaded again. */
  const crash = () =>
    app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const loaded = new Promise<void>((resolve) =>
        contents?.once('did-finish-load', () => resolve()),
      );
      contents?.forcefullyCrashRenderer();
      await loaded;
    });
  // The driver lets go of a page that crashed, so main looks at it.
  const text = () =>
    app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return String(await contents?.executeJavaScript('document.body.innerText'));
    });
  const isBack = () =>
    expect
      .poll(text, { timeout: 20_000 })
      .toMatch(/Hello there[^]*The window stopped and was opened again[^]*Ask for something/);
  await crash();
  await isBack();
  await crash();
  await isBack();
  expect(await asked()).toBe(0);
  // Soon again: the person is asked, and opens it.
  await crash();
  await expect.poll(asked).toBe(1);
  await isBack();
});
