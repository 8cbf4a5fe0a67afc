// A display for machines that have none.
import { firstLine, startDaemon } from './daemon.mjs';
import { ScriptError } from './run.mjs';

/**
 * The display to use: the user's when there is one, else a private Xvfb on a number that Xvfb itself
 * picks (`-displayfd`), so that parallel runs never collide.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, virtual: boolean, stop: () => Promise<void> }>}
 *   env: what to add to a child's environment.
 */
export async function ensureDisplay() {
  const present = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (process.platform !== 'linux' || present) {
    return { env: {}, virtual: false, stop: async () => {} };
  }
  const daemon = startDaemon(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-noreset'],
    { pipeFd3: true },
  );
  const pipe = /** @type {NodeJS.ReadableStream} */ (daemon.child.stdio[3]);
  const number = await firstLine(daemon, pipe, 20_000);
  if (number === undefined) {
    await daemon.stop();
    throw new ScriptError(`Xvfb did not start. ${daemon.errors()}`);
  }
  return { env: { DISPLAY: `:${number.trim()}` }, virtual: true, stop: () => daemon.stop() };
}
