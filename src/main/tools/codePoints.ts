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

/** JSON data whose texts and keys are well-formed; the same object when they were. */
export function wellFormedJson<T extends object>(value: T): T {
  // JSON.stringify writes lone surrogates, and only them, as escapes.
  const text = JSON.stringify(value);
  const mended = text.replace(/(?<=(?<!\\)(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi, '\\ufffd');
  return mended === text ? value : (JSON.parse(mended) as T);
}
