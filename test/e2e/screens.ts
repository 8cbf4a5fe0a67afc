import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { resize } from '../../scripts/launch.mjs';
import type { Patchbay } from './patchbay.ts';

/**
 * What axe finds on the screen as it is, in a form that names the rule and the element. Its legacy
 * mode, since the other one opens a page of its own, which an app made of one window has no use for.
 */
export async function findings({ page }: Patchbay): Promise<readonly string[]> {
  // Its half a megabyte need not go to the page each time.
  const isThere = await page.evaluate(() => 'axe' in window);
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Keeps a picture of the window where `PATCHBAY_SHOTS` names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['PATCHBAY_SHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Waits until the window has this width, and what hangs in it the place that this gives it. */
export async function laidOut(page: Page, width: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (window.innerWidth !== wanted) await frame();
    await frame();
    await frame();
  }, width);
}

const wide = [1280, 800] as const;
const narrow = [900, 600] as const;

/**
 * Looks at the screen in light and dark, wide and narrow: a picture each, and nothing for axe.
 * Where no pictures are kept, two of the four have every theme and size.
 */
export async function lookAtAll(patchbay: Patchbay, name: string): Promise<void> {
  const { app, page } = patchbay;
  const all = process.env['PATCHBAY_SHOTS'] !== undefined;
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colours that are on their way to others are nobody's choice.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const sizes = all ? [wide, narrow] : [colorScheme === 'light' ? wide : narrow];
    for (const [width, height] of sizes) {
      await resize(app, width, height);
      await laidOut(page, width);
      const where = `${name}-${colorScheme}-${width}`;
      await shot(page, where);
      expect({ where, found: await findings(patchbay) }).toEqual({ where, found: [] });
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await resize(app, ...wide);
}
