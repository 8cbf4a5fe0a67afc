import { expect } from 'vitest';
import type { Language } from '../../src/shared/settings.ts';
import { resize } from '../../scripts/launch.mjs';
import type { Patchbay } from './patchbay.ts';
import { findings, laidOut, shot } from './screens.ts';

type Look = {
  readonly language: Language;
  readonly colorScheme: 'light' | 'dark';
  readonly size: readonly [width: number, height: number];
};

const wide = [1280, 800] as const;
const narrow = [900, 600] as const;

/** What the app has between two stops, as it is started with. */
const plain: Look = { language: 'en', colorScheme: 'light', size: wide };

/** Every language, theme and size, in an order in which neighbours differ in all three. */
const looks: readonly Look[] = Array.from({ length: 12 }, (_, at) => ({
  language: (['en', 'zh', 'ja'] as const)[at % 3] ?? 'en',
  colorScheme: at % 2 === 0 ? 'light' : 'dark',
  size: (at % 2 === 0) === at < 6 ? wide : narrow,
}));

/**
 * Shows an app's screens one by one, each in all languages, themes and sizes where pictures are
 * kept, and else in one of these combinations in turn. It is led by the words of the English
 * screens, so after each stop the app is English and wide again. What axe finds or is cut off on one
 * screen does not end the tour.
 */
export class Tour {
  #stops = 0;
  #now: Look | undefined;
  readonly #patchbay: Patchbay;

  constructor(patchbay: Patchbay) {
    this.#patchbay = patchbay;
  }

  async stop(name: string): Promise<void> {
    const turn = looks[this.#stops % looks.length];
    this.#stops += 1;
    const all = process.env['PATCHBAY_SHOTS'] !== undefined;
    for (const look of looks) {
      if (all || look === turn) await this.#lookAt(name, look);
    }
    await this.#put(plain);
  }

  async #lookAt(name: string, look: Look): Promise<void> {
    await this.#put(look);
    const where = `tour-${name}-${look.language}-${look.colorScheme}-${look.size[0]}`;
    await shot(this.#patchbay.page, where);
    const found = [...(await findings(this.#patchbay)), ...(await this.#cut())];
    expect.soft({ where, found }).toEqual({ where, found: [] });
  }

  async #put(look: Look): Promise<void> {
    const { app, page } = this.#patchbay;
    const { language, colorScheme, size } = look;
    const before = this.#now;
    this.#now = look;
    await Promise.all([
      page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }),
      size !== before?.size && resize(app, ...size),
      language !== before?.language && this.#patchbay.request('settings.update', { language }),
    ]);
    await page.locator(`html[lang="${language}"]`).waitFor();
    await laidOut(page, size[0]);
  }

  /** Words that end at an edge without dots that say so, and a page wider than its window. */
  #cut(): Promise<readonly string[]> {
    return this.#patchbay.page.evaluate(() => {
      const isCut = (element: Element) => {
        const { overflowX, overflowY, textOverflow, whiteSpace } = getComputedStyle(element);
        if (element.clientWidth <= 1 || !element.checkVisibility()) return false;
        const beyond = element.scrollWidth - element.clientWidth;
        const below = element.scrollHeight - element.clientHeight;
        // Fields scroll, and what is only heard has no edge.
        const isOther = element.matches('input, textarea, svg, svg *, .sr');
        if (isOther || textOverflow === 'ellipsis') return false;
        if (element.matches('button')) return beyond > 2 || below > 2;
        return whiteSpace === 'nowrap' && overflowX === 'hidden' && overflowY !== 'auto'
          ? beyond > 2
          : false;
      };
      const page = document.documentElement;
      return [
        ...(page.scrollWidth > window.innerWidth ? ['the page is wider than the window'] : []),
        ...[...document.querySelectorAll('body *')]
          .filter(isCut)
          .map((element) => `cut: ${element.outerHTML.slice(0, 200)}`),
      ];
    });
  }
}
