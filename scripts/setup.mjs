// Does whatever is missing before the app or its tests can run; silent and quick when nothing is.
// `node scripts/setup.mjs`. Node built-ins only: it runs before node_modules exists.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { forgetBuild, isBuilt, rememberBuild, sourcesHash } from './build-stamp.mjs';
import { installPackages, missingPackages } from './debian-packages.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { withLock } from './lock.mjs';
import { exitOnSignals, isEntry, npm, root, run, runMain, ScriptError, tail } from './run.mjs';

const lockFile = path.join(root, 'package-lock.json');
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.patchbay-setup');

/**
 * @typedef {object} SetupOptions
 * @property {boolean} [build] build the app when out/ is older than its sources (default: true)
 * @property {boolean} [electron] find or fetch an Electron (default: true)
 * @property {boolean} [tests] install what only tests need, too (default: true)
 * @property {(line: string) => void} [log] gets the line that says which Electron is used; silent by
 *   default
 */

/**
 * npm packages, Debian packages, the Electron runtime and the build: what is missing is done, in this
 * order, while other scripts that set up the same clone wait.
 * @param {SetupOptions} [options]
 * @returns {Promise<import('./electron-runtime.mjs').ElectronRuntime | undefined>} the runtime, unless
 *   `electron` is false
 * @throws {ScriptError} saying what is missing and which command helps
 */
export async function setup(options = {}) {
  const { build = true, electron = true, tests = true, log = () => {} } = options;
  if (!modulesAreCurrent()) await locked(installModules);

  const missing = missingPackages({ tests });
  if (missing.required.length > 0 || missing.optional.length > 0) {
    await locked(() => installPackages(missingPackages({ tests })));
  }

  const runtime = electron ? await electronRuntime({ fetch: true, log }) : undefined;
  if (build && !isBuilt(sourcesHash())) await locked(() => buildApp(runtime?.execPath));
  return runtime;
}

/**
 * @template T
 * @param {() => Promise<T>} work
 */
function locked(work) {
  const clone = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return withLock(`setup-${clone}`, work);
}

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

function modulesAreCurrent() {
  if (!existsSync(modules)) return false;
  if (!existsSync(lockFile)) return true; // a developer is changing the dependencies: their business
  const hash = lockHash();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return true;
  if (!matchesInstalled()) return false;
  writeFileSync(stampFile, hash); // installed by hand, with npm: just as good
  return true;
}

/** Whether npm's own record of what it installed agrees with the lock file. */
function matchesInstalled() {
  try {
    const read = (/** @type {string} */ file) =>
      new Map(
        Object.entries(
          /** @type {Record<string, { version?: string, optional?: boolean }>} */ (
            JSON.parse(readFileSync(file, 'utf8')).packages
          ),
        ),
      );
    const installed = read(path.join(modules, '.package-lock.json'));
    for (const [name, entry] of read(lockFile)) {
      if (name === '') continue; // the project itself
      const there = installed.get(name);
      // Optional ones may be for another platform.
      if (there ? there.version !== entry.version : !entry.optional) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function installModules() {
  if (modulesAreCurrent()) return; // done by the script we waited for
  const hash = lockHash();
  // --include=dev: NODE_ENV=production may be set, and we need the tools.
  const [command, args] = npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  const label = 'Installing npm packages';
  const { code, output } = await run(command, args, { label, limitMs: 20 * 60_000 });
  if (code !== 0) {
    throw new ScriptError(`${tail(output)}\nThe npm packages could not be installed. Run: npm ci`);
  }
  writeFileSync(stampFile, hash);
}

/** @param {string | undefined} execPath */
async function buildApp(execPath) {
  const hash = sourcesHash();
  if (isBuilt(hash)) return;
  forgetBuild();
  const cli = path.join(modules, 'electron-vite', 'bin', 'electron-vite.js');
  const { code, output } = await run(process.execPath, [cli, 'build'], {
    label: 'Building the app',
    limitMs: 10 * 60_000,
    env: { ...process.env, ...(execPath && { ELECTRON_EXEC_PATH: execPath }) },
  });
  if (code !== 0) {
    throw new ScriptError(`${tail(output)}\nThe app could not be built. Run: npm run build`);
  }
  rememberBuild(hash);
}

if (isEntry(import.meta.url)) {
  exitOnSignals();
  await runMain(async () => {
    await setup();
  });
}
