/** Replaces lone surrogates, which JSON over HTTP can't carry, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/**
 * At most `max` UTF-16 units of well-formed text, never half of a code point; "…" tells that
 * something was cut.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return wellFormed(text);
  const end = isLowSurrogate(text.charCodeAt(max - 1)) ? max - 2 : max - 1;
  return `${wellFormed(text.slice(0, Math.max(0, end)))}…`;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
