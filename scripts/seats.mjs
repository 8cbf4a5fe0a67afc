// What each e2e test file that runs at a time has for itself: a display, a session bus and a keyring.
import os from 'node:os';
import { ensureDisplay } from './display.mjs';
import { startKeyring } from './keyring.mjs';

const variable = 'PATCHBAY_SEATS';

/**
 * The seats' environments, as the tests and Vitest's configuration find them; none when Vitest is run
 * by hand.
 * @returns {readonly Record<string, string>[]}
 */
export function seats() {
  return JSON.parse(process.env[variable] ?? '[]');
}

/**
 * Opens a seat for every two cores, since an app is several busy processes, and one only on the user's
 * own display, where two apps would take the focus from each other.
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work `env`: tells the tests of the seats
 * @returns {Promise<T>}
 */
export async function inSeats(work) {
  /** @type {NodeJS.ProcessEnv[]} */
  const opened = [];
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  try {
    const most = Math.max(1, Math.floor(os.availableParallelism() / 2));
    for (let isFree = true; isFree && opened.length < most;) {
      const display = await ensureDisplay();
      stops.push(display.stop);
      const keyring = await startKeyring();
      stops.push(keyring.stop);
      opened.push({ ...keyring.env, ...display.env });
      isFree = display.virtual;
    }
    return await work({ [variable]: JSON.stringify(opened) });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
