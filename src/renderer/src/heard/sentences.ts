/**
 * What of an answer is read out next: its whole sentences after `from`, without Markdown, and where
 * they end. A fence is told of by the word `code`, as soon as it is closed, and the cells of a table
 * by a pause between them. At the end of the answer all is read.
 */
export function nextSentences(
  text: string,
  from: number,
  isEnd: boolean,
  code = '',
): { readonly said: string; readonly upTo: number } {
  const rest = text.slice(from);
  const end = isEnd ? rest.length : lastEnd(rest);
  return { said: spoken(rest.slice(0, end), code), upTo: from + end };
}

const sentenceEnd = /[.!?…](?=\s)|[。！？．｡][」』）〉》”’]*|\n/g;
/** In a list it stands further in. */
const fence = /^[ \t]*(?:```|~~~)/gm;

/** Behind the last sentence that does not stand in an open fence; 0 when there is none. */
function lastEnd(text: string): number {
  const fences = [...text.matchAll(fence)];
  const open = fences.length % 2 === 1 ? fences.at(-1)?.index : undefined;
  const outside = text.slice(0, open);
  const [last] = [...outside.matchAll(sentenceEnd)].slice(-1);
  return last === undefined ? 0 : last.index + last[0].length;
}

function spoken(markdown: string, code: string): string {
  return markdown
    .replace(/^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm, ` ${code} `)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[#>\s]+|^\s*[-*+]\s+|^\s*\|?[\s:|-]+\|?\s*$/gm, ' ')
    .replace(/^\s*\||\|\s*$/gm, ' ')
    .replace(/\s*\|\s*/g, ', ')
    .replace(/[*_`]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
