// Whether the build in out/ still belongs to the sources. By content, not by date: switching branches
// back and forth should not cost a build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const stampFile = path.join(root, 'out', '.stamp');
const sources = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** A hash of everything that goes into the build. */
export function sourcesHash() {
  const hash = createHash('sha256');
  for (const name of sources) {
    if (existsSync(path.join(root, name))) addTo(hash, name);
  }
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} name a file or folder, from the root
 */
function addTo(hash, name) {
  let entries;
  try {
    entries = readdirSync(path.join(root, name)).sort();
  } catch {
    hash.update(`\n${name}\n`).update(readFileSync(path.join(root, name)));
    return;
  }
  for (const entry of entries) addTo(hash, `${name}/${entry}`);
}

/** @param {string} hash */
export function isBuilt(hash) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash;
}

/** To be called before a build, so that half a build never counts. */
export function forgetBuild() {
  rmSync(stampFile, { force: true });
}

/** @param {string} hash the sources' hash from before the build: a later change is not in it */
export function rememberBuild(hash) {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hash);
}
