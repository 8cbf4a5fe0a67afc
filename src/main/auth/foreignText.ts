const usualMax = 300;

/** Control, format (bidirectional marks among them), private, unassigned and lone surrogate code points. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/gu;
/** White space but U+FEFF, which is seen nowhere. */
const gaps = /[^\S\uFEFF]+/gu;

/**
 * What a server says, made fit for a sentence of ours: one line of at most `max` (300) UTF-16 units
 * without control, bidirectional or invisible characters; "…" tells that something was cut. Anything
 * but a text is an empty one.
 */
export function foreignText(value: unknown, max: number = usualMax): string {
  if (typeof value !== 'string') return '';
  // Looked at beyond the cut for what falls away, but never at megabytes.
  const text = value
    .slice(0, max * 4)
    .replace(gaps, ' ')
    .replace(unseen, '')
    .trim();
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
