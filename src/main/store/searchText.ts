import type { ChatItem, ResultPart } from '../../shared/chat.ts';
import type { Excerpt } from '../../shared/search.ts';

/** Of a tool's result only the beginning is looked at: the rest are data, not words. */
const mostResult = 4_000;
const mostText = 200_000;

/** Scripts that are written without spaces between words. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
/** Emoji, arrows, currencies and the like; those of ASCII are punctuation. */
const symbol = '(?![\\0-\\x7f])\\p{S}';
/** A variation selector, a skin tone, or what is joined to an emoji: they belong to the sign before. */
const joined = '(?:\\ufe0f|[\\u{1f3fb}-\\u{1f3ff}]|\\u200d\\p{S})*';
const eachOwnWord = new RegExp(`(${symbol})|${unspaced}`, 'gu');
const endsWhole = new RegExp(`(?:${symbol}|${unspaced})\\ufe0f?$`, 'u');
const eachWord = new RegExp(`${symbol}|[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*`, 'gu');
const startsOwnWord = new RegExp(`^(?:${symbol}|${unspaced})`, 'u');
const isSymbol = new RegExp(`^${symbol}`, 'u');

/** What can be found of an item; empty while it is being written, and where there is nothing. */
export function searchableText(item: ChatItem): string {
  switch (item.kind) {
    case 'user':
      return item.text.slice(0, mostText);
    case 'text':
      return item.streaming ? '' : item.text.slice(0, mostText);
    case 'channel':
      return item.content;
    case 'tool': {
      const { call } = item;
      if (['queued', 'waiting', 'running'].includes(call.state)) return '';
      const result = (call.result ?? []).map(partText).join('\n').slice(0, mostResult);
      const input = JSON.stringify(call.input).slice(0, mostResult);
      return [call.title, input, result].join('\n');
    }
    case 'thinking':
    case 'notice':
    case 'mail':
    case 'compaction':
    case 'background':
      return '';
  }
}

function partText(part: ResultPart): string {
  if (part.kind === 'text') return part.text;
  return part.kind === 'link' ? `${part.name} ${part.uri}` : '';
}

/**
 * A text as it goes into the index: every sign of an unspaced script is a word, and so is a symbol, by
 * its number, since the index knows none. A private sign keeps it apart from what people write.
 */
export function spaced(text: string): string {
  return text.replace(eachOwnWord, (sign, own?: string) =>
    own === undefined ? ` ${sign} ` : ` \uE000${sign.codePointAt(0)?.toString(36)} `,
  );
}

/** What is looked for: words, or several of them in a row in double quotes. */
export function searchTerms(query: string): readonly string[] {
  return [...query.matchAll(/"([^"]*)"?|([^\s"]+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').trim())
    .filter((term) => term.search(eachWord) !== -1)
    .slice(0, 20);
}

/** An FTS5 query that finds all of the terms, each as the beginning of a word. */
export function indexQuery(terms: readonly string[]): string {
  return terms
    .map((term) => `"${spaced(term).trim()}"${endsWhole.test(term) ? '' : ' *'}`)
    .join(' AND ');
}

/** The same length, in lower case and without accents, as the index compares. */
function folded(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (sign) => {
    const plain = sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return plain.length === sign.length ? plain : sign;
  });
}

/** What is looked for, as it is found in a text: each of the terms, and any of them. */
export type Sought = { readonly each: readonly RegExp[]; readonly any: RegExp };

export function soughtIn(terms: readonly string[]): Sought {
  const patterns = terms.map(pattern);
  return {
    each: patterns.map((one) => new RegExp(one, 'iu')),
    any: new RegExp(patterns.join('|'), 'giu'),
  };
}

function pattern(term: string): string {
  const words = folded(term).match(eachWord) ?? [];
  const start = startsOwnWord.test(words[0] ?? '') ? '' : String.raw`(?<![\p{L}\p{N}])`;
  return words.reduce((all, one, at) => {
    const before = words[at - 1];
    if (before === undefined) return start + withJoined(one);
    // Nothing has to stand between a symbol and its neighbours.
    const isApart = !isSymbol.test(before) && !isSymbol.test(one);
    return `${all}[^\\p{L}\\p{N}]${isApart ? '+' : '*?'}${withJoined(one)}`;
  }, '');
}

const withJoined = (one: string): string => (isSymbol.test(one) ? `${one}${joined}` : one);

/** A whole short text, with what was looked for marked. */
export function marked(text: string, { any }: Sought): Excerpt {
  const parts: { text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const match of folded(text).matchAll(any)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isMatch: false });
    end = match.index + match[0].length;
    parts.push({ text: text.slice(match.index, end), isMatch: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** Whether all terms are in a text. */
export function hasAll(text: string, { each }: Sought): boolean {
  const plain = folded(text);
  return each.every((one) => one.test(plain));
}

const before = 30;
const after = 130;

/** One line of a text around the first place of what was looked for, without the marks of Markdown. */
export function excerpt(text: string, sought: Sought): Excerpt {
  const at = folded(text).search(sought.any);
  const from = at > before ? wordStart(text, at - before) : 0;
  const to = Math.min(text.length, Math.max(0, at) + after);
  const line = text
    .slice(from, to)
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ');
  return marked(`${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`, sought);
}

/** The first beginning of a word in the next few characters, so that none is shown by half. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + 20).search(/\s/);
  const start = space === -1 ? at : at + space + 1;
  return /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start + 1 : start;
}
