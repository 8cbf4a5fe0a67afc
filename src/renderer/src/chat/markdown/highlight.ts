import type { CodeHighlighterPlugin, HighlightResult } from 'streamdown';
import { codeTheme, toneOf } from './codeTheme.ts';

export type CodeToken = { readonly text: string; readonly tone: string | undefined };
export type CodeLine = readonly CodeToken[];

/** Beyond so many characters, a part of a fence is coloured without what stands before it. */
const longestPrefix = 40_000;
/** A line longer than this (minified code) is not worth the time. */
const longestLine = 2000;
const patience = 5000;

let plugin: Promise<CodeHighlighterPlugin> | undefined;
const load = (): Promise<CodeHighlighterPlugin> =>
  (plugin ??= import('@streamdown/code').then(({ createCodePlugin }) =>
    createCodePlugin({ themes: [codeTheme, codeTheme] }),
  ));

/** Colours wait their turn, one part per idle moment, so that no frame is late for them. */
let queue: Promise<unknown> = Promise.resolve();
const idle = () =>
  new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 1000 }));

/**
 * Colours the lines of `code`, which ends a fence that so far reads `upTo`. Answers undefined when
 * the language is not known or the code is not worth it.
 */
export function highlight(
  code: string,
  language: string,
  upTo: string,
  signal: AbortSignal,
): Promise<readonly CodeLine[] | undefined> {
  const work = queue.then(async () => {
    const highlighter = await load();
    if (signal.aborted || !highlighter.supportsLanguage(language)) return undefined;
    const whole = upTo.length > longestPrefix ? code : upTo;
    if (whole.split('\n').some((line) => line.length > longestLine)) return undefined;
    await idle();
    if (signal.aborted) return undefined;
    const lines = linesOf(await tokenise(highlighter, whole.trimEnd(), language));
    return lines.slice(whole.slice(0, whole.length - code.length).split('\n').length - 1);
  });
  queue = work.catch(() => undefined);
  return work;
}

function tokenise(
  highlighter: CodeHighlighterPlugin,
  code: string,
  language: string,
): Promise<HighlightResult> {
  return new Promise((resolve, reject) => {
    // The plugin never answers when a grammar fails.
    setTimeout(() => reject(new Error('no colours in time')), patience);
    const themes = highlighter.getThemes();
    const ready = highlighter.highlight({ code, language, themes, isIncomplete: true }, resolve);
    if (ready) resolve(ready);
  });
}

function linesOf({ tokens }: HighlightResult): readonly CodeLine[] {
  return tokens.map((line) =>
    line.map((token) => ({
      text: token.content,
      tone: toneOf(token.htmlStyle?.['color'] ?? token.color),
    })),
  );
}
