// The Debian packages that Electron and its tests need.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, run, ScriptError, tail } from './run.mjs';

/** What Electron and keytar link against: nothing runs without them. */
const app = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libatk-bridge2.0-0',
  'libxss1',
  'libxtst6',
  'libsecret-1-0',
];
const display = ['xvfb', 'xauth'];
const keyring = ['dbus', 'dbus-x11', 'gnome-keyring'];
/** So that screenshots show Chinese, Japanese and emoji; nothing fails without them. */
const fonts = ['fonts-noto-cjk', 'fonts-noto-color-emoji'];
const fontsNote = path.join(cacheFolder, 'fonts-not-installed');

/**
 * The packages that are missing. Reads dpkg's own list: starting dpkg each time would be slow.
 * @param {{ tests: boolean }} options whether what only tests need is needed
 * @param {string} [statusFile]
 * @returns {{ required: string[], optional: string[] }} both empty where there is no dpkg
 */
export function missingPackages({ tests }, statusFile = '/var/lib/dpkg/status') {
  if (process.platform !== 'linux' || !existsSync(statusFile))
    return { required: [], optional: [] };
  const installed = installedPackages(readFileSync(statusFile, 'utf8'));
  // Since the 64-bit time_t transition some libraries carry the suffix t64.
  const missing = (/** @type {string} */ name) =>
    !installed.has(name) && !installed.has(`${name}t64`);
  const noDisplay = !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  const required = [...app, ...(tests || noDisplay ? display : []), ...(tests ? keyring : [])];
  return { required: required.filter(missing), optional: fonts.filter(missing) };
}

/** @param {string} status */
function installedPackages(status) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const paragraph of status.split('\n\n')) {
    const name = /^Package: (.+)$/m.exec(paragraph)?.[1];
    if (name !== undefined && /^Status: \S+ \S+ installed$/m.test(paragraph)) names.add(name);
  }
  return names;
}

/**
 * Installs packages when we may.
 * @param {ReturnType<typeof missingPackages>} missing
 * @throws {ScriptError} with the one command to run, when required ones stay missing
 */
export async function installPackages({ required, optional }) {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (required.length === 0 && (!mayInstall || fontsFailedToday())) return;
  const names = [...required, ...optional];
  if (!mayInstall) {
    const all = (await packageNames(names)).join(' ');
    throw new ScriptError(`Debian packages are missing. Run: sudo apt-get install -y ${all}`);
  }
  let result = await aptInstall(names);
  if (result.code !== 0) {
    // The usual reason on a fresh machine: package lists that are empty or out of date.
    await apt(['update'], 'Updating the package lists');
    result = await aptInstall(names);
  }
  if (result.code === 0) return;
  const command = `apt-get update && apt-get install -y ${(await packageNames(names)).join(' ')}`;
  if (required.length > 0 && (optional.length === 0 || (await aptInstall(required)).code !== 0)) {
    throw new ScriptError(`${tail(result.output)}\nDebian packages are missing. Run: ${command}`);
  }
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(fontsNote, '');
  console.warn(`Fonts for screenshots are missing. Run: ${command}`);
}

/** So that a machine without a network does not try anew at every start. */
function fontsFailedToday() {
  const note = statSync(fontsNote, { throwIfNoEntry: false });
  return note !== undefined && Date.now() - note.mtimeMs < 24 * 60 * 60_000;
}

/** @param {string[]} names */
async function aptInstall(names) {
  const real = await packageNames(names);
  const label = `Installing ${real.length} Debian packages (${real.join(' ')})`;
  return apt(['install', '-y', '--no-install-recommends', ...real], label);
}

/**
 * @param {string[]} args
 * @param {string} label
 */
function apt(args, label) {
  // Another apt (unattended upgrades) may hold the lock for a while.
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::http::Timeout=20'];
  return run('apt-get', [...options, ...args], {
    label,
    limitMs: 15 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * The names this release uses: apt refuses the old name of a renamed library when several packages
 * provide it.
 * @param {string[]} names
 */
async function packageNames(names) {
  const result = [];
  for (const name of names) {
    const { code } = await run('apt-cache', ['show', `${name}t64`]);
    result.push(code === 0 ? `${name}t64` : name);
  }
  return result;
}
