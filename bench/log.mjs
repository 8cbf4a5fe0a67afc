// The log with years of use in it: lines a second that the app takes in from a server while the Logs
// screen follows them, against bare inserts; and, over a million lines, text searches against the bare
// queries, what they do to the main process, and frames while the screen is scrolled.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../scripts/bundle.mjs';
import { launchPatchbay, resize } from '../scripts/launch.mjs';
import { root } from '../scripts/run.mjs';
import { percentile, runtimePath } from './figures.mjs';

const lines = Number(process.argv[2] ?? 1_000_000);
const flood = 100_000;
const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-bench-'));
const { fill, bareSearch, bareInserts } = await import(await bundle('bench/fillLog.ts'));

try {
  console.log(JSON.stringify(await measureFlood()));
  console.log(JSON.stringify(await measureSearch()));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** One server that prints as fast as it can, with the screen open. */
async function measureFlood() {
  const userData = path.join(folder, 'flood');
  const args = [path.join(root, 'test/fixtures/servers/flood.mjs')];
  const settings = { mcpServers: { flood: { command: process.execPath, args } } };
  const bare = bareInserts(path.join(folder, 'bare.sqlite'), flood);
  const { app, page } = await open(userData, settings);
  try {
    await go(page);
    await request(page, 'log.usage', undefined);
    await until(async () => {
      const servers = await request(page, 'servers.list', undefined);
      return servers.some(
        (/** @type {{ name: string, state: { kind: string } }} */ one) =>
          one.name === 'flood' && one.state.kind === 'connected',
      );
    });
    const idle = await atRest(page);
    await sampleFrames(page);
    const started = performance.now();
    const call = { id: 'flood', server: 'flood', tool: 'flood', input: { lines: flood } };
    await request(page, 'servers.tryTool', call);
    await until(async () => (await request(page, 'log.tally', {})).stderr?.[1] >= flood);
    const seconds = (performance.now() - started) / 1000;
    const frames = await stopSampling(page);
    const rate = flood / seconds;
    return {
      bench: 'log',
      part: 'flood',
      ratio: round(rate / bare, 3),
      linesPerSecond: Math.round(rate),
      bareInsertsPerSecond: Math.round(bare),
      p50: round(percentile(frames, 50)),
      p99: round(percentile(frames, 99)),
      framesOver50Ms: frames.filter((ms) => ms > 50).length,
      frames: frames.length,
      idleP99: round(percentile(idle, 99)),
      unit: 'ms',
    };
  } finally {
    await app.close();
  }
}

/** A million lines, searched and scrolled. */
async function measureSearch() {
  const userData = path.join(folder, 'search');
  const { app: first } = await open(userData, {});
  await first.close();
  const database = path.join(userData, 'patchbay.db');
  fill(database, lines);
  const rare = bareSearch(database, 'needle');
  const often = bareSearch(database, 'status');
  const { app, page } = await open(userData, { logKeepDays: 36_500, logKeepMegabytes: 100_000 });
  try {
    await resize(app, 1280, 800);
    const opened = performance.now();
    await go(page);
    await page.locator('.log-row').first().waitFor();
    const openMs = performance.now() - opened;
    await counted(page);
    const countedMs = performance.now() - opened;
    await watchLoop(app);
    const rareMs = await search(page, 'needle');
    const oftenMs = await search(page, 'status');
    const blocked = await loopDelay(app);
    await page.getByRole('searchbox', { name: 'Filter by text' }).fill('');
    await counted(page);
    await page.locator('.log-row').first().hover();
    const idle = await atRest(page);
    await sampleFrames(page);
    for (let n = 0; n < 300; n += 1) {
      await page.mouse.wheel(0, n % 2 === 0 ? -1_800 : -600);
      await page.waitForTimeout(10);
    }
    const frames = await stopSampling(page);
    return {
      bench: 'log',
      part: 'search',
      ratio: round(rareMs.page / rare.pageMs, 2),
      p50: round(percentile(frames, 50)),
      p99: round(percentile(frames, 99)),
      framesOver50Ms: frames.filter((ms) => ms > 50).length,
      frames: frames.length,
      idleP99: round(percentile(idle, 99)),
      unit: 'ms',
      lines,
      openMs: round(openMs),
      countedMs: round(countedMs),
      rareMs: round(rareMs.page),
      rareCountedMs: round(rareMs.counted),
      bareRareMs: round(rare.pageMs),
      bareRareCountMs: round(rare.countMs),
      oftenMs: round(oftenMs.page),
      oftenCountedMs: round(oftenMs.counted),
      bareOftenMs: round(often.pageMs),
      bareOftenCountMs: round(often.countMs),
      mainLongestBlockMs: round(blocked.max),
      mainP99BlockMs: round(blocked.p99),
    };
  } finally {
    await app.close();
  }
}

/**
 * @param {string} userData
 * @param {object} settings
 */
async function open(userData, settings) {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(userData, { recursive: true });
  await writeFile(path.join(userData, 'settings.json'), JSON.stringify(settings));
  const opened = await launchPatchbay({ execPath: runtimePath(), userData });
  await opened.page.getByRole('textbox', { name: 'Message' }).waitFor();
  return opened;
}

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function go(page) {
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: /^Logs/ }).click();
}

/**
 * Types a text, and waits for its lines and for their number, in milliseconds.
 * @param {Page} page
 * @param {string} text
 */
async function search(page, text) {
  const started = performance.now();
  await page.getByRole('searchbox', { name: 'Filter by text' }).fill(text);
  await page.waitForFunction((wanted) => {
    const rows = [...document.querySelectorAll('.log-row .m')];
    return rows.length > 0 && rows.every((row) => row.textContent?.includes(wanted));
  }, text);
  const shown = performance.now() - started;
  await counted(page);
  return { page: shown, counted: performance.now() - started };
}

/** @param {Page} page */
async function counted(page) {
  await page
    .locator('.log-foot .quiet', { hasText: /^[\d,]+ lines?$/ })
    .waitFor({ timeout: 60_000 });
}

/**
 * @param {Page} page
 * @param {string} name
 * @param {unknown} input
 */
async function request(page, name, input) {
  const result = await page.evaluate(
    ([n, i]) => window.patchbay.request(/** @type {never} */ (n), /** @type {never} */ (i)),
    /** @type {const} */ ([name, input]),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return /** @type {any} */ (result.value);
}

/** @param {() => Promise<boolean>} is */
async function until(is) {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** @param {import('playwright-core').ElectronApplication} app */
async function watchLoop(app) {
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.mainModule?.require('node:perf_hooks') ?? {};
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    Object.assign(globalThis, { benchDelay: delay });
  });
}

/** @param {import('playwright-core').ElectronApplication} app */
function loopDelay(app) {
  return app.evaluate(() => {
    const { benchDelay } = /** @type {any} */ (globalThis);
    return { max: benchDelay.max / 1e6, p99: benchDelay.percentile(99) / 1e6 };
  });
}

/**
 * @param {number} value
 * @param {number} [digits]
 */
function round(value, digits = 1) {
  return Number(value.toFixed(digits));
}

/**
 * Frames of the same screen when nothing happens: what the machine does by itself.
 * @param {Page} page
 */
async function atRest(page) {
  await sampleFrames(page);
  await page.waitForTimeout(3000);
  return stopSampling(page);
}

/** @param {Page} page */
async function sampleFrames(page) {
  await page.evaluate(() => {
    /** @type {number[]} */
    const frames = [];
    let last = performance.now();
    let running = true;
    Object.assign(window, {
      stopSampling: () => {
        running = false;
        return frames;
      },
    });
    const tick = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

/**
 * @param {Page} page
 * @returns {Promise<number[]>} milliseconds
 */
function stopSampling(page) {
  return page.evaluate(() => /** @type {any} */ (window).stopSampling());
}
