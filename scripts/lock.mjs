// One setup at a time: two terminals may start in the same clone at once.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit, cacheFolder, ScriptError } from './run.mjs';

const limitMs = 15 * 60_000;

/**
 * Runs `work` while holding a lock; a lock whose holder has died is taken over.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const file = path.join(cacheFolder, `${name}.lock`);
  mkdirSync(cacheFolder, { recursive: true });
  const deadline = Date.now() + limitMs;
  for (let told = false; !take(file); told = true) {
    if (!told) console.log('Waiting for another Patchbay script that is setting up ...');
    if (Date.now() > deadline) throw new ScriptError(`Still locked. Remove ${file} and try again.`);
    await sleep(300);
  }
  const forget = atExit(() => rmSync(file, { force: true }));
  try {
    return await work();
  } finally {
    forget();
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  if (!holderIsAlive(file)) rmSync(file, { force: true });
  return false;
}

/** @param {string} file */
function holderIsAlive(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')) || process.pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to someone else.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
