/**
 * About how many tokens a text is, rather too many than too few: Claude's tokenizers make one of
 * about 3.5 characters of English or JSON, and about one of every character beyond ASCII.
 */
export function estimateTokens(text: string): number {
  const wide = text.replace(/[\0-\x7f]+/g, '').length;
  return Math.ceil((text.length - wide) / 3.5 + wide);
}
