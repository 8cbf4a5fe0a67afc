// Running commands from our scripts: argv arrays only, output kept for the moment it is needed, and
// nothing left running when the script itself is stopped.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));

/** Where downloads are kept: outside the work tree, so that a fresh clone finds them again. */
export const cacheFolder = path.join(
  process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'),
  'patchbay',
);

/** Thrown for what the reader can mend; the message says how, so no stack is shown. */
export class ScriptError extends Error {}

/** @type {Set<() => void>} */
const cleanups = new Set();
process.on('exit', () => {
  for (const cleanup of cleanups) cleanup();
});

/**
 * Registers a synchronous clean-up for the case that this process ends early.
 * @param {() => void} cleanup
 * @returns {() => void} takes the registration back
 */
export function atExit(cleanup) {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an ordinary exit, so that clean-ups run.
 * @returns {() => void} restores the default behaviour
 */
export function exitOnSignals() {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  /** @param {NodeJS.Signals} signal */
  const exit = (signal) => process.exit(signalExitCode(signal));
  for (const signal of signals) process.on(signal, exit);
  const unwatch = whenOrphaned(() => exit('SIGTERM'));
  return () => {
    for (const signal of signals) process.off(signal, exit);
    unwatch();
  };
}

/**
 * Calls back when the npm that runs this script was stopped: npm passes signals to its shell, which
 * dies of them without passing them on.
 * @param {() => void} callback
 * @returns {() => void} stops watching
 */
export function whenOrphaned(callback) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * The exit code by which shells report a death by signal.
 * @param {NodeJS.Signals} signal
 */
export const signalExitCode = (signal) => 128 + (os.constants.signals[signal] ?? 0);

/**
 * Runs a command to its end; a failure is a value, never a rejection.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, label?: string,
 *   limitMs?: number, watch?: (stop: () => void) => () => void }} [options]
 *   show: output goes straight to the terminal instead of being kept.
 *   label: announced when the command starts, and repeated while it is long.
 *   watch: called at the start with a function that ends the command; returns its own disposer.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  const { cwd = root, env = process.env, show = false, label, limitMs, watch } = options;
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    if (label) console.log(`${label} ...`);
    const heartbeat = setInterval(() => {
      if (label) console.log(`${label} ... ${Math.round((Date.now() - started) / 1000)} s`);
    }, 15_000);
    const limit = limitMs ? setTimeout(() => stop('time limit reached'), limitMs) : undefined;
    const forget = atExit(() => child.kill());
    const unwatch = watch?.(() => stop('stopped: no progress'));

    /** @param {string} why */
    function stop(why) {
      output += `\n${why}\n`;
      if (show) console.error(why);
      child.kill();
      setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
    }
    /** @param {number} code */
    function finish(code) {
      clearInterval(heartbeat);
      clearTimeout(limit);
      forget();
      unwatch?.();
      resolve({ code, output });
    }
    child.once('error', (error) => {
      output += `${error.message}\n`;
      if (show) console.error(error.message);
      finish(127);
    });
    child.once('close', (code, signal) => finish(signal ? signalExitCode(signal) : (code ?? 1)));
  });
}

/**
 * How to run npm here: the npm that runs us, else the one beside this Node. Asking Node to run its
 * script avoids npm.cmd, which only a shell can start on Windows.
 * @param {readonly string[]} args
 * @returns {[command: string, args: string[]]}
 */
export function npm(args) {
  const bin = path.dirname(process.execPath);
  const script = [
    process.env.npm_execpath ?? '',
    path.join(bin, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(bin, 'node_modules/npm/bin/npm-cli.js'),
  ].find((file) => file.endsWith('npm-cli.js') && existsSync(file));
  return script ? [process.execPath, [script, ...args]] : ['npm', [...args]];
}

/**
 * The end of a long output, where the reason usually stands.
 * @param {string} output
 */
export const tail = (output) => output.trimEnd().split('\n').slice(-40).join('\n');

/** @param {string} moduleUrl the caller's import.meta.url */
export function isEntry(moduleUrl) {
  return (
    process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(moduleUrl)
  );
}

/**
 * Runs a script's main function and reports a failure in the reader's terms.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof ScriptError ? error.message : error);
    process.exitCode = 1;
  }
}
