// Starts the built app as a user would and hands over its window: for e2e tests, demo and bench.
import { _electron } from 'playwright-core';
import { root } from './run.mjs';

/** Variables of the caller that would change what the app does. */
const kept = Object.entries(process.env).filter(
  ([name]) => !/^(ANTHROPIC_|PATCHBAY_|ELECTRON_)/.test(name),
);

/**
 * @param {{
 *   execPath: string,
 *   userData: string,
 *   env?: Readonly<Record<string, string>>,
 *   args?: readonly string[],
 * }} options `userData`: the data folder, made when it is missing
 */
export async function launchPatchbay({ execPath, userData, env = {}, args = [] }) {
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath: execPath,
    args: [...noSandbox, root, ...args],
    cwd: userData,
    env: { ...Object.fromEntries(kept), LANG: 'en_US.UTF-8', PATCHBAY_USER_DATA: userData, ...env },
  });
  const page = await app.firstWindow();
  return { app, page };
}

/**
 * Sets the window's content to a size in pixels, as a person would by dragging its edge.
 * @param {import('playwright-core').ElectronApplication} app
 * @param {number} width
 * @param {number} height
 */
export async function resize(app, width, height) {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
    /** @type {[number, number]} */ ([width, height]),
  );
}
