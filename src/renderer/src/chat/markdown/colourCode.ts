import { bundledLanguages, createHighlighter, createJavaScriptRegexEngine } from 'shiki';
import type { BundledLanguage, GrammarState } from 'shiki';
import { codeTheme, toneOf } from './codeTheme.ts';
import type { CodeLine } from './highlight.ts';

/** The lines of a code that have been read, and what the grammar knows after them. */
type Place = {
  readonly read: string;
  readonly lines: readonly CodeLine[];
  readonly state?: GrammarState | undefined;
};
const beginning: Place = { read: '', lines: [] };

/** Answers the coloured lines of a code; undefined when its language is not known. */
export type ColourCode = (
  code: string,
  language: string,
) => Promise<readonly CodeLine[] | undefined>;

export function createColouring(): ColourCode {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const starting = createHighlighter({ themes: [codeTheme], langs: [], engine });
  /** Of each language the latest, so that a long fence that comes part by part is read once. */
  const places = new Map<string, Place>();

  return async (code, language) => {
    const lang = language.trim().toLowerCase();
    if (!isKnown(lang)) return undefined;
    const highlighter = await starting;
    await highlighter.loadLanguage(lang);
    const read = (part: string, state: GrammarState | undefined) => {
      const { tokens, grammarState } = highlighter.codeToTokens(part, {
        lang,
        theme: codeTheme.name,
        ...(state && { grammarState: state }),
        // A grammar is put together while it reads its first lines, for seconds on a busy machine. A
        // limit would leave the rest of such a line plain, and may colour those below it wrongly.
        tokenizeTimeLimit: 0,
      });
      return { lines: tokens.map(toLine), state: grammarState };
    };

    const known = places.get(lang);
    let place = known && code.startsWith(known.read) ? known : beginning;
    const end = code.lastIndexOf('\n') + 1;
    if (end > place.read.length) {
      const { lines, state } = read(code.slice(place.read.length, end - 1), place.state);
      place = { read: code.slice(0, end), lines: [...place.lines, ...lines], state };
      places.set(lang, place);
    }
    return [...place.lines, ...read(code.slice(end), place.state).lines];
  };
}

type Token = { readonly content: string; readonly color?: string };
const toLine = (tokens: readonly Token[]): CodeLine =>
  tokens.map(({ content, color }) => ({ text: content, tone: toneOf(color) }));

const isKnown = (name: string): name is BundledLanguage => Object.hasOwn(bundledLanguages, name);
