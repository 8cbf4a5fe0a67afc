// The real app on a database of 2,000 conversations and 200,000 messages, against an empty one (one
// conversation of 10): to open it, to search, to open a conversation of 10,000 messages, to scroll to
// its top, and to look at others after it.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../scripts/bundle.mjs';
import { launchPatchbay } from '../scripts/launch.mjs';
import { percentile, runtimePath } from './figures.mjs';

/** @typedef {{ ms: number, busyMs?: number, frames: number[] }} Step */
/** @typedef {{ steps: Map<string, Step>, memory: Record<string, number> }} Measured */

const size = { conversations: 2_000, messages: 200_000, longest: 10_000 };
const runs = 3;
/** More than the window keeps. */
const others = 20;
const execPath = runtimePath();
const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-bench-'));
try {
  const { fillHistory } = await import(await bundle('bench/historySeed.ts'));
  const full = path.join(folder, 'full');
  const empty = path.join(folder, 'empty');
  fillHistory(path.join(empty, 'patchbay.db'), { conversations: 1, messages: 10, longest: 10 });
  fillHistory(path.join(full, 'patchbay.db'), size);
  /** @type {{ empty: Measured[], full: Measured[] }} */
  const measured = { empty: [], full: [] };
  for (let run = 0; run < runs; run++) {
    measured.empty.push(await measure(empty));
    measured.full.push(await measure(full));
  }
  const names = [...(measured.full[0]?.steps.keys() ?? [])];
  const steps = Object.fromEntries(
    names.map((name) => [
      name,
      figures(stepsOf(measured.full, name), stepsOf(measured.empty, name)),
    ]),
  );
  const memory = {
    full: middle(measured.full.map((one) => one.memory)),
    empty: middle(measured.empty.map((one) => one.memory)),
  };
  console.table(steps);
  console.table(memory);
  console.log(JSON.stringify({ bench: 'history', ...size, steps, memory, unit: 'ms', runs }));
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * @param {string} userData
 * @returns {Promise<Measured>}
 */
async function measure(userData) {
  /** @type {Map<string, Step>} */
  const steps = new Map();
  const began = performance.now();
  const { app, page } = await launchPatchbay({ execPath, userData, env: { SHELL: '/bin/false' } });
  try {
    const items = page.locator('.list-item');
    await items.first().waitFor();
    steps.set('open the app', { ms: performance.now() - began, frames: [] });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(watchFrames);

    const metric = async (/** @type {string} */ name) => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    };
    const step = async (/** @type {string} */ name, /** @type {() => Promise<void>} */ act) => {
      await page.evaluate(() => void (Object(window).frameTimes.length = 0));
      const [busy, start] = [await metric('TaskDuration'), performance.now()];
      await act();
      const ms = performance.now() - start;
      /** @type {number[]} */
      const frames = await page.evaluate(() => [...Object(window).frameTimes]);
      steps.set(name, { ms, frames, busyMs: ((await metric('TaskDuration')) - busy) * 1000 });
    };
    const look = async () => {
      await session.send('HeapProfiler.collectGarbage');
      return { heapMb: (await metric('JSHeapUsedSize')) / 1e6, nodes: await metric('Nodes') };
    };

    const search = page.getByRole('searchbox');
    await step('search a phrase', async () => {
      await search.fill('deployment lock');
      await page.locator('.found .hit').first().waitFor();
    });
    await step('search a rare word', async () => {
      await search.fill('needle');
      await page.locator('.found mark', { hasText: 'needle' }).first().waitFor();
    });
    await search.fill('');
    await page.locator('.list-row').first().waitFor();
    await step('open the longest', async () => {
      await items.first().click();
      await page.locator('.flow .row').first().waitFor();
    });
    const opened = await look();
    await step('scroll to its top', () => page.evaluate(scrollToTop));
    const whole = await look();
    const processes = await app.evaluate(({ app: electron }) => electron.getAppMetrics());
    const megabytes = (/** @type {string} */ type) =>
      processes
        .filter((one) => one.type === type)
        .reduce((sum, one) => sum + one.memory.workingSetSize / 1024, 0);
    if ((await items.count()) > others / 2) {
      await step(`look at ${others} others`, async () => {
        for (let at = 2; at < others + 2; at++) {
          await page.locator(`.list-item[title^="${size.conversations - at} "]`).click();
          await page.locator('.flow .row').first().waitFor();
        }
      });
    }
    const left = await look();
    const memory = {
      mainMb: megabytes('Browser'),
      windowMb: megabytes('Tab'),
      heapMbOpened: opened.heapMb,
      heapMbAtTop: whole.heapMb,
      heapMbAfter: left.heapMb,
      nodesOpened: opened.nodes,
      nodesAtTop: whole.nodes,
      nodesAfter: left.nodes,
    };
    return { steps, memory };
  } finally {
    await app.close();
  }
}

/** In the page: notes the length of each frame, in milliseconds. */
function watchFrames() {
  /** @type {number[]} */
  const frames = [];
  Object.assign(window, { frameTimes: frames });
  let last = performance.now();
  const note = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** In the page: goes up as a reader who holds the key does, until the first message is seen. */
async function scrollToTop() {
  const flow = document.querySelector('.flow');
  const isThere = () =>
    [...document.querySelectorAll('.ask p')].some((one) =>
      one.textContent?.startsWith('The first:'),
    );
  for (let frame = 0; flow && frame < 3_000; frame++) {
    if (isThere() && flow.scrollTop < 40) return;
    flow.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }));
    flow.scrollTop = 0;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error('the first message was not reached');
}

/**
 * @param {readonly Measured[]} all
 * @param {string} name
 */
function stepsOf(all, name) {
  return all.flatMap(({ steps }) => steps.get(name) ?? []);
}

/**
 * What a step takes, and how many times what it takes on the empty database.
 * @param {readonly Step[]} full
 * @param {readonly Step[]} empty
 */
function figures(full, empty) {
  const [ms, emptyMs] = [full, empty].map((all) =>
    percentile(
      all.map((one) => one.ms),
      50,
    ),
  );
  const frames = full.flatMap((one) => one.frames);
  return {
    ms: round(ms),
    ratio: round((ms ?? Number.NaN) / (emptyMs ?? Number.NaN)),
    busyMs: round(
      percentile(
        full.map((one) => one.busyMs ?? Number.NaN),
        50,
      ),
    ),
    ...(frames.length > 0 && {
      framesOver50: round(frames.filter((frame) => frame > 50).length / runs),
      frames: round(frames.length / runs),
      p99: round(percentile(frames, 99)),
    }),
  };
}

/** @param {readonly Record<string, number>[]} all */
function middle(all) {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [
      name,
      round(
        percentile(
          all.map((one) => one[name] ?? 0),
          50,
        ),
      ),
    ]),
  );
}

/** Three digits; nothing for what was not measured. @param {number | undefined} value */
function round(value) {
  return value === undefined || Number.isNaN(value) ? undefined : Number(value.toPrecision(3));
}
