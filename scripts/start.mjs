// `npm start`: sets up whatever is missing and starts the app; `--dev` runs it with live reload.
// Every other argument is passed on to the app.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureDisplay } from './display.mjs';
import { exitOnSignals, root, runMain, signalExitCode, whenOrphaned } from './run.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  const defaultSignals = exitOnSignals();
  const args = process.argv.slice(2).filter((arg) => arg !== '--dev' && arg !== '--');
  const dev = process.argv.includes('--dev');
  const runtime = await setup({ build: !dev, tests: false, log: console.log });
  if (runtime === undefined) return 1;
  const display = await ensureDisplay();
  if (display.virtual) {
    console.log('There is no display: the app runs on an invisible one (Xvfb).');
  }
  defaultSignals();

  const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses to work for root
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env; // set by editors' terminals
  const env = { ...inherited, ...display.env, ELECTRON_EXEC_PATH: runtime.execPath };
  try {
    if (dev) {
      const cli = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
      const sandbox = isRoot ? ['--noSandbox'] : [];
      return await runApp(process.execPath, [cli, 'dev', ...sandbox, '--', ...args], env);
    }
    const sandbox = isRoot ? ['--no-sandbox'] : [];
    return await runApp(runtime.execPath, [...sandbox, '.', ...args], env);
  } finally {
    await display.stop();
  }
});

/**
 * Runs the app to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code
 */
function runApp(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? signalExitCode(signal) : (code ?? 1)));
    process.on('exit', () => child.kill());
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    // Ctrl-C in a terminal reaches the app by itself; a second SIGINT would force it.
    process.on('SIGINT', () => {
      if (!process.stdin.isTTY) child.kill('SIGINT');
    });
    process.on('SIGHUP', () => child.kill('SIGHUP'));
    whenOrphaned(() => child.kill('SIGTERM'));
  });
}
