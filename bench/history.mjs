// The real app on a database of 2,000 conversations and 200,000 messages, against an empty one: to
// open it, to search, to open a conversation of 10,000 messages, and to scroll to its top.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundle } from '../scripts/bundle.mjs';
import { launchPatchbay } from '../scripts/launch.mjs';
import { percentile, runtimePath } from './figures.mjs';

const size = { conversations: 2_000, messages: 200_000, longest: 10_000 };
const runs = 3;
const execPath = runtimePath();
const folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-bench-'));
try {
  const { fillHistory } = await import(await bundle('bench/historySeed.ts'));
  const full = path.join(folder, 'full');
  const empty = path.join(folder, 'empty');
  fillHistory(path.join(empty, 'patchbay.db'), { conversations: 1, messages: 10, longest: 10 });
  const began = performance.now();
  fillHistory(path.join(full, 'patchbay.db'), size);
  console.log(`filled in ${Math.round((performance.now() - began) / 1000)} s`);
  /** @type {Record<string, Awaited<ReturnType<typeof measure>>[]>} */
  const measured = { empty: [], full: [] };
  for (let run = 1; run <= runs; run++) {
    for (const [name, userData] of Object.entries({ empty, full })) {
      const figures = await measure(userData);
      measured[name]?.push(figures);
      console.log(`run ${run}, ${name}: ${JSON.stringify(figures)}`);
    }
  }
  console.log(
    JSON.stringify({
      bench: 'history',
      ...size,
      full: middle(measured['full'] ?? []),
      empty: middle(measured['empty'] ?? []),
      unit: 'ms',
      runs,
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} userData */
async function measure(userData) {
  const began = performance.now();
  const { app, page } = await launchPatchbay({ execPath, userData, env: { SHELL: '/bin/false' } });
  try {
    await page.locator('.list-item').first().waitFor();
    const open = performance.now() - began;
    await page.evaluate(watchFrames);
    const search = await timed(page, async () => {
      await page.getByRole('searchbox').fill('deployment lock');
      await page.locator('.found .hit').first().waitFor();
    });
    const rare = await timed(page, async () => {
      await page.getByRole('searchbox').fill('needle');
      await page.locator('.found mark', { hasText: 'needle' }).first().waitFor();
    });
    await page.getByRole('searchbox').fill('');
    await page.locator('.list-row').first().waitFor();
    const conversation = await timed(page, async () => {
      await page.locator('.list-item').first().click();
      await page.locator('.flow .row').first().waitFor();
    });
    const top = await timed(page, async () => {
      await page.evaluate(scrollToTop);
    });
    const metrics = await app.evaluate(({ app: electron }) => electron.getAppMetrics());
    const memory = (/** @type {string} */ type) =>
      metrics
        .filter((one) => one.type === type)
        .reduce((sum, one) => sum + Math.round(one.memory.workingSetSize / 1024), 0);
    return {
      openMs: Math.round(open),
      searchMs: search.ms,
      rareSearchMs: rare.ms,
      conversationMs: conversation.ms,
      topMs: top.ms,
      framesOver50: search.slow + rare.slow + conversation.slow + top.slow,
      longestFrameMs: Math.max(search.longest, rare.longest, conversation.longest, top.longest),
      mainMb: memory('Browser'),
      windowMb: memory('Tab'),
    };
  } finally {
    await app.close();
  }
}

/**
 * How long something took, and the frames meanwhile.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<void>} act
 */
async function timed(page, act) {
  await page.evaluate(() => void (Object(window).frames50.length = 0));
  const began = performance.now();
  await act();
  const ms = Math.round(performance.now() - began);
  /** @type {number[]} */
  const frames = await page.evaluate(() => [...Object(window).frames50]);
  const longest = Math.round(Math.max(0, ...frames));
  return { ms, slow: frames.filter((frame) => frame > 50).length, longest };
}

/** In the page: notes the length of each frame, in milliseconds. */
function watchFrames() {
  /** @type {number[]} */
  const frames = [];
  Object.assign(window, { frames50: frames });
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

/** @param {Awaited<ReturnType<typeof measure>>[]} all */
function middle(all) {
  const [first] = all;
  if (!first) return {};
  const names = /** @type {(keyof typeof first)[]} */ (Object.keys(first));
  return Object.fromEntries(
    names.map((name) => [
      name,
      percentile(
        all.map((one) => one[name]),
        50,
      ),
    ]),
  );
}
