import { useEffect, useState } from 'react';
import { highlight } from './highlight.ts';
import type { CodeLine } from './highlight.ts';

/** What has been coloured, by language and code: rows come and go while the reader scrolls. */
const coloured = new Map<string, readonly CodeLine[]>();
const kept = 500;
/** Code that only flies past is not coloured, in milliseconds. */
const patience = 150;

function remember(key: string, lines: readonly CodeLine[]): void {
  coloured.set(key, lines);
  for (const oldest of coloured.keys()) {
    if (coloured.size <= kept) return;
    coloured.delete(oldest);
  }
}

/** The coloured lines of a code; undefined until they are ready, and while more code comes. */
export function useHighlight(
  code: string,
  language: string,
  settled: boolean,
  upTo?: () => string,
): readonly CodeLine[] | undefined {
  const key = `${language}\n${code}`;
  const [, ready] = useState(0);
  useEffect(() => {
    if (!settled || language === '' || coloured.has(key)) return;
    let gone = false;
    const timer = setTimeout(() => {
      void highlight(code, language, upTo?.() ?? code).then((lines) => {
        if (!lines) return;
        remember(key, lines);
        if (!gone) ready((count) => count + 1);
      });
    }, patience);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // The code that stands before is the same whenever this code is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, settled]);
  return settled ? coloured.get(key) : undefined;
}
