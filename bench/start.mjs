// Time from starting the process to a window that takes typing, against a bare Electron window
// with one text field on the same runtime; several pairs, in turn, so that noise hits both.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron } from 'playwright-core';
import { launchPatchbay } from '../scripts/launch.mjs';
import { percentile, runtimePath } from './figures.mjs';

const pairs = 7;
const execPath = runtimePath();
const bareFolder = path.join(import.meta.dirname, 'bareWindow');

/** @type {number[]} */
const ours = [];
/** @type {number[]} */
const bare = [];
const userData = await mkdtemp(path.join(os.tmpdir(), 'patchbay-bench-'));
try {
  await timed(() => launchPatchbay({ execPath, userData })); // Warms the disk cache, not counted.
  for (let pair = 1; pair <= pairs; pair++) {
    ours.push(await timed(() => launchPatchbay({ execPath, userData })));
    bare.push(await timed(launchBare));
    console.log(`pair ${pair}: patchbay ${ours.at(-1)} ms, bare ${bare.at(-1)} ms`);
  }
} finally {
  await rm(userData, { recursive: true, force: true });
}
const ratio = percentile(ours, 50) / percentile(bare, 50);
console.log(
  JSON.stringify({
    bench: 'start',
    ratio: Number(ratio.toFixed(2)),
    p50: percentile(ours, 50),
    p99: percentile(ours, 99),
    bareP50Ms: percentile(bare, 50),
    unit: 'ms',
    pairs,
  }),
);

/** @param {() => Promise<{ app: import('playwright-core').ElectronApplication, page: import('playwright-core').Page }>} launch */
async function timed(launch) {
  const started = performance.now();
  const { app, page } = await launch();
  try {
    const field = page.locator('textarea').first();
    await field.pressSequentially('a');
    const took = performance.now() - started;
    if ((await field.inputValue()) !== 'a') throw new Error('the text field took no typing');
    return Math.round(took);
  } finally {
    await app.close();
  }
}

async function launchBare() {
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath: execPath,
    args: [...noSandbox, bareFolder],
    env: /** @type {Record<string, string>} */ (process.env),
  });
  return { app, page: await app.firstWindow() };
}
