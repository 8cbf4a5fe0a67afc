// Decides which Electron is used, and says which in one line: `node scripts/electron-runtime.mjs`.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fallbackIsSupported, fallbackRuntime, fallbackVersion } from './electron-fallback.mjs';
import { withLock } from './lock.mjs';
import { atExit, cacheFolder, isEntry, root, run, runMain, ScriptError, tail } from './run.mjs';

/**
 * @typedef {object} ElectronRuntime
 * @property {string} execPath the binary
 * @property {string} distPath its folder, as ELECTRON_OVERRIDE_DIST_PATH takes it
 * @property {string} version '45.5.0', or 'unknown' for an override that does not say
 * @property {boolean} old older than the Electron we ship, or unknown: never package it for release
 * @property {'override' | 'official' | 'fallback'} source
 */

const electronPackage = path.join(root, 'node_modules', 'electron');
const failureNote = path.join(cacheFolder, 'electron-download-failed.json');
const dayMs = 24 * 60 * 60_000;
const stallMs = 20_000;

/**
 * Finds the runtime: ELECTRON_OVERRIDE_DIST_PATH, else the official download, else (linux-x64) the
 * offline fallback.
 * @param {{ fetch: boolean, log?: (line: string) => void }} options
 *   fetch: whether what is missing may be downloaded. log: gets the one line, and a warning when the
 *   runtime is old.
 * @returns {Promise<ElectronRuntime>}
 * @throws {ScriptError} when there is none
 */
export async function electronRuntime({ fetch, log = console.log }) {
  const runtime = overridden() ?? (await official(fetch)) ?? (await fallback(fetch));
  const names = { override: 'override', official: 'official', fallback: 'offline fallback' };
  log(`Electron ${runtime.version} (${names[runtime.source]}): ${runtime.execPath}`);
  if (runtime.old) {
    log(
      `Warning: this Electron is old and has known holes. It is for development and tests only, ` +
        `never for a release.`,
    );
  }
  return runtime;
}

/** @returns {ElectronRuntime | undefined} */
function overridden() {
  const distPath = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!distPath) return undefined;
  const runtime = describe(path.resolve(distPath), 'override');
  if (existsSync(runtime.execPath)) return runtime;
  throw new ScriptError(`ELECTRON_OVERRIDE_DIST_PATH is set, but ${runtime.execPath} is missing.`);
}

/**
 * @param {boolean} fetch
 * @returns {Promise<ElectronRuntime | undefined>}
 */
async function official(fetch) {
  const runtime = describe(path.join(electronPackage, 'dist'), 'official');
  if (isInstalled(runtime)) return runtime;
  if (!fetch || !existsSync(path.join(electronPackage, 'install.js'))) return undefined;
  if (fallbackIsSupported && failedToday()) return undefined;
  return withLock('electron-download', async () => {
    const again = describe(runtime.distPath, 'official');
    if (isInstalled(again)) return again;
    if (fallbackIsSupported && failedToday()) return undefined; // tried while we waited
    const { code, output } = await install();
    if (code === 0) return describe(runtime.distPath, 'official');
    if (!fallbackIsSupported) {
      throw new ScriptError(
        `Electron could not be downloaded:\n${tail(output)}\nTry again with a network: npx install-electron`,
      );
    }
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(failureNote, JSON.stringify({ attempt: attemptKey(), at: Date.now() }));
    console.log('The official Electron cannot be downloaded now; next attempt in a day.');
    return undefined;
  });
}

/**
 * @param {boolean} fetch
 * @returns {Promise<ElectronRuntime>}
 */
async function fallback(fetch) {
  const distPath = await fallbackRuntime({ fetch });
  if (distPath !== undefined) return describe(distPath, 'fallback', fallbackVersion);
  throw new ScriptError('There is no Electron to run with. Run: node scripts/setup.mjs');
}

/** Runs Electron's own installer; ends it when nothing arrives any more. */
async function install() {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'patchbay-electron-'));
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  const forget = atExit(remove);
  const folders = [temporary, path.join(electronPackage, 'dist')];
  try {
    return await run(process.execPath, [path.join(electronPackage, 'install.js')], {
      label: `Fetching Electron ${wantedVersion()}`,
      limitMs: 10 * 60_000,
      // The installer downloads into TMPDIR: a folder of its own lets us see whether bytes arrive.
      env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      watch: (stop) => {
        let size = -1;
        let since = Date.now();
        const timer = setInterval(() => {
          const now = folders.reduce((sum, folder) => sum + bytesIn(folder), 0);
          if (now !== size) since = Date.now();
          else if (Date.now() - since > stallMs) stop();
          size = now;
        }, 1_000);
        return () => clearInterval(timer);
      },
    });
  } finally {
    forget();
    remove();
  }
}

/** @param {string} folder */
function bytesIn(folder) {
  let bytes = 0;
  try {
    for (const name of readdirSync(folder, { recursive: true })) {
      bytes += statSync(path.join(folder, String(name)), { throwIfNoEntry: false })?.size ?? 0;
    }
  } catch {
    // Not there yet, or just renamed: counted again in a second.
  }
  return bytes;
}

/** A changed mirror, proxy or version deserves a new attempt at once. */
function attemptKey() {
  const { ELECTRON_MIRROR, npm_config_electron_mirror, HTTPS_PROXY, https_proxy } = process.env;
  return [wantedVersion(), ELECTRON_MIRROR, npm_config_electron_mirror, HTTPS_PROXY, https_proxy]
    .map(String)
    .join(' ');
}

function failedToday() {
  try {
    const { attempt, at } = JSON.parse(readFileSync(failureNote, 'utf8'));
    return attempt === attemptKey() && Date.now() - at < dayMs;
  } catch {
    return false;
  }
}

function wantedVersion() {
  const manifest = path.join(electronPackage, 'package.json');
  return existsSync(manifest) ? String(JSON.parse(readFileSync(manifest, 'utf8')).version) : '';
}

/**
 * Whether the official download is complete: its installer writes path.txt last.
 * @param {ElectronRuntime} runtime
 */
function isInstalled(runtime) {
  return (
    runtime.version === wantedVersion() &&
    existsSync(path.join(electronPackage, 'path.txt')) &&
    existsSync(runtime.execPath)
  );
}

/**
 * @param {string} distPath
 * @param {ElectronRuntime['source']} source
 * @param {string} [knownVersion]
 * @returns {ElectronRuntime}
 */
function describe(distPath, source, knownVersion) {
  const binaries = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const binary = binaries[/** @type {keyof typeof binaries} */ (process.platform)] ?? 'electron';
  const file = path.join(distPath, 'version');
  const version =
    knownVersion ??
    (existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : 'unknown');
  const old = !(Number.parseInt(version, 10) >= (Number.parseInt(wantedVersion(), 10) || 0));
  return { execPath: path.join(distPath, binary), distPath, version, old, source };
}

if (isEntry(import.meta.url)) {
  await runMain(async () => {
    await electronRuntime({ fetch: true });
  });
}
