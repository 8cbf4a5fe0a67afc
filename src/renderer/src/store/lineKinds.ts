/** What a single line of Markdown says about the blocks around it (CommonMark 0.31, GFM tables). */

export type Fence = { readonly mark: string; readonly indent: number; readonly info: string };

const fenceOpen = /^( {0,3}|\s*)(`{3,}|~{3,})([^\n]*)$/;

/** The fence that a line opens, however far it is indented; a list item's may be. */
export function openedFence(line: string): Fence | undefined {
  const [, indent = '', mark = '', info = ''] = fenceOpen.exec(line) ?? [];
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return undefined;
  return { mark, indent: indent.length, info: info.trim() };
}

/** Whether a line closes that fence: the same character, at least as often, and nothing else. */
export function closesFence(line: string, fence: Fence): boolean {
  const text = line.trim();
  return text.length >= fence.mark.length && text === fence.mark.charAt(0).repeat(text.length);
}

export const isBlank = (line: string): boolean => line.trim() === '';
export const indentOf = (line: string): number => line.length - line.trimStart().length;
export const isListItem = (line: string): boolean =>
  /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line);
/** The line without the list marker it may begin with: `- ~~~` opens a fence inside an item. */
export const withoutMarker = (line: string): string =>
  line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, '');
export const isTableDelimiter = (line: string): boolean =>
  line.includes('-') && line.includes('|') && /^[\s|:-]+$/.test(line);

const mathSigns = new Map([
  ['$$', '$$'],
  [String.raw`\[`, String.raw`\]`],
]);

/** What closes the formula that a line opens, and that may hold blank lines: `$$`, or `\]` for `\[`. */
export function openedMath(line: string): string | undefined {
  const text = line.trim();
  const sign = text.slice(0, 2);
  const closing = mathSigns.get(sign);
  return closing !== undefined && (text === sign || !text.endsWith(closing)) ? closing : undefined;
}
export const closesMath = (line: string, closing: string): boolean => line.trim().endsWith(closing);

/** The tag that an HTML block begins with, and that has to be closed before the block can end. */
export function openedTag(line: string): string | undefined {
  const tag = /^ {0,3}<([a-z][a-z0-9-]*)(?=[\s>])/i.exec(line)?.[1]?.toLowerCase();
  const closesItself = tag === undefined || /^(?:br|hr|img|input|meta|link|wbr)$/.test(tag);
  return closesItself ? undefined : tag;
}

/** How many more times a line opens a tag than closes it. */
export function tagBalance(line: string, tag: string): number {
  const count = (pattern: string) => line.match(new RegExp(pattern, 'gi'))?.length ?? 0;
  return count(`<${tag}(?=[\\s>])`) - count(`</${tag}\\s*>`);
}

/** What is no Markdown in a text: a fence with all its lines, and code in a line (CommonMark 0.31, 6.1). */
export const code =
  /^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ *\1[`~]* *$|$(?![\s\S]))|(`+)(?!`)[^]*?(?<!`)\2(?!`)/gm;
