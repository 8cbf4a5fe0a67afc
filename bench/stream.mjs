// Frame times while a 200 000-character answer with code, tables, formulas and diagrams streams into
// the real app, against the same window at rest: the answer must be whole at the end, and the window
// must stay fluent on the way. What it costs must grow with the length only: an answer of half the
// length goes first, and `growth` is the work of the whole one by that of the half.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { launchPatchbay, resize } from '../scripts/launch.mjs';
import { percentile, runtimePath } from './figures.mjs';

const characters = 200_000;
const userData = await mkdtemp(path.join(os.tmpdir(), 'patchbay-bench-'));
const { app, page } = await launchPatchbay({ execPath: runtimePath(), userData });
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });
try {
  await resize(app, 1280, 800);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.waitFor();
  await sampleFrames();
  await page.waitForTimeout(3000);
  const idle = await stopSampling();

  // The first answer loads what all of them need.
  await stream(characters / 10);
  await page.keyboard.press('Control+n');
  const half = await stream(characters / 2);
  await page.keyboard.press('Control+n');
  const { frames: streamed, seconds, length, busySeconds } = await stream(characters);
  const shown = await shownKinds();
  const p99 = percentile(streamed, 99);
  console.log(
    JSON.stringify({
      bench: 'stream',
      ratio: Number((p99 / percentile(idle, 99)).toFixed(2)),
      p50: round(percentile(streamed, 50)),
      p99: round(p99),
      growth: Number((busySeconds / half.busySeconds).toFixed(2)),
      busySeconds: round(busySeconds),
      longestMs: round(Math.max(...streamed)),
      idleP99Ms: round(percentile(idle, 99)),
      frames: streamed.length,
      seconds: round(seconds),
      characters: length,
      ...shown,
      unit: 'ms',
    }),
  );
} finally {
  await app.close();
  await rm(userData, { recursive: true, force: true });
}

/**
 * Lets an answer of so many characters stream in.
 * @param {number} count
 */
async function stream(count) {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill(`Write a long answer of ${count} characters`);
  const before = await busy();
  await message.press('Enter');
  const stop = page.getByRole('button', { name: /^Stop/ });
  await stop.waitFor();
  const started = performance.now();
  await sampleFrames();
  await stop.waitFor({ state: 'detached', timeout: 300_000 });
  const frames = await stopSampling();
  const seconds = (performance.now() - started) / 1000;
  const busySeconds = (await busy()) - before;
  const length = await answerLength();
  if (length < count) throw new Error(`only ${length} characters arrived`);
  return { frames, seconds, busySeconds, length };

  /** Seconds that the window's main thread has worked, without what it waited for a processor. */
  async function busy() {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  }
}

/** What has been on the screen when the answer was complete: it did hold more than words. */
async function shownKinds() {
  await page.getByRole('log', { name: 'Messages' }).press('Home');
  await page
    .getByRole('img', { name: /^The diagram/ })
    .first()
    .waitFor();
  const formulas = await page.locator('.katex').count();
  const tables = await page.getByRole('group', { name: 'Table' }).count();
  if (formulas === 0 || tables === 0) throw new Error('formulas or tables are missing');
  return { formulasShown: formulas, tablesShown: tables };
}

/** @param {number} value */
function round(value) {
  return Number(value.toFixed(1));
}

/** Notes the time between frames in the page until {@link stopSampling}. */
async function sampleFrames() {
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

/** @returns {Promise<number[]>} milliseconds */
function stopSampling() {
  return page.evaluate(() =>
    /** @type {{ stopSampling: () => number[] }} */ (
      /** @type {unknown} */ (window)
    ).stopSampling(),
  );
}

/** The characters of the newest conversation's answer, as the app has them. */
function answerLength() {
  return page.evaluate(async () => {
    const list = await window.patchbay.request('chat.list', undefined);
    const id = list.ok ? (list.value[0]?.id ?? '') : '';
    const chat = await window.patchbay.request('chat.open', id);
    const items = chat.ok ? chat.value.items : [];
    return items.reduce((sum, item) => sum + (item.kind === 'text' ? item.text.length : 0), 0);
  });
}
