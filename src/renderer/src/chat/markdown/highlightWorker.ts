import { createCodePlugin } from '@streamdown/code';
import type { CodeHighlighterPlugin, HighlightResult } from 'streamdown';
import { codeTheme, toneOf } from './codeTheme.ts';
import type { CodeLine, HighlightAnswer, HighlightRequest } from './highlight.ts';

/** Colours code away from the window: a grammar alone can take longer than ten frames. */
const plugin: CodeHighlighterPlugin = createCodePlugin({ themes: [codeTheme, codeTheme] });
/** The plugin never answers when a grammar fails. */
const patience = 5000;

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  void answer(data).then((reply) => postMessage(reply));
});

async function answer({ id, code, language }: HighlightRequest): Promise<HighlightAnswer> {
  if (!plugin.supportsLanguage(language)) return { id };
  const result = await tokenise(code, language);
  return result ? { id, lines: linesOf(result) } : { id };
}

function tokenise(code: string, language: string): Promise<HighlightResult | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), patience);
    const themes = plugin.getThemes();
    // Incomplete, so that the plugin keeps its place in a long fence that comes part by part.
    const ready = plugin.highlight({ code, language, themes, isIncomplete: true }, resolve);
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
