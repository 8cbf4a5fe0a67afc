// Helper processes (a display, a session bus, a keyring) that must not outlive the script.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { atExit } from './run.mjs';

const setpriv = '/usr/bin/setpriv';

/**
 * Starts a helper process. It has its own process group, so that Ctrl-C in the terminal reaches the
 * app first and the helper is still there while the app shuts down; where the system offers it, the
 * kernel ends the helper should this script be killed outright.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, input?: string, pipeFd3?: boolean }} [options]
 *   input: written to its stdin, which is then closed. pipeFd3: adds a readable descriptor 3.
 */
export function startDaemon(command, args, { env = process.env, input, pipeFd3 = false } = {}) {
  const argv = [command, ...args];
  if (existsSync(setpriv)) argv.unshift(setpriv, '--pdeathsig', 'TERM', '--');
  const [file = command, ...rest] = argv;
  const child = spawn(file, rest, {
    env,
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', pipeFd3 ? 'pipe' : 'ignore'],
  });
  child.stdin?.on('error', () => {}); // it may have died already; the caller hears that from `exit`
  child.stdin?.end(input);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (errors = (errors + text).slice(-4_000)));
  const exit = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', (error) => {
      errors += error.message;
      resolve(undefined);
    });
  });
  const forget = atExit(() => child.kill('SIGKILL'));

  return {
    child,
    exit,
    errors: () => errors,
    /** Ends it politely, then by force; resolves when it is gone. */
    async stop() {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await exit;
      clearTimeout(force);
      forget();
    },
  };
}

/**
 * The first line a helper writes to `stream`, or undefined when it dies or stays silent.
 * @param {ReturnType<typeof startDaemon>} daemon
 * @param {NodeJS.ReadableStream} stream
 * @param {number} limitMs
 * @returns {Promise<string | undefined>}
 */
export function firstLine(daemon, stream, limitMs) {
  return new Promise((resolve) => {
    let text = '';
    const limit = setTimeout(() => resolve(undefined), limitMs);
    void daemon.exit.then(() => {
      clearTimeout(limit);
      resolve(undefined);
    });
    stream.on('data', (chunk) => {
      text += String(chunk);
      if (!text.includes('\n')) return;
      clearTimeout(limit);
      resolve(text.slice(0, text.indexOf('\n')));
    });
  });
}
