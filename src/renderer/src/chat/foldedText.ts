/** So much of a long text is shown at first. */
const shown = { lines: 12, characters: 2000 };
/** A text that is hardly longer is shown whole. */
const worth = { lines: 16, characters: 2600 };

/** The beginning of a text, all of it where it is short, and how many lines it has. */
export function foldedText(text: string): { readonly start: string; readonly lines: number } {
  const all = text.split('\n');
  const lines = all.length;
  if (lines <= worth.lines && text.length <= worth.characters) return { start: text, lines };
  const start = all.slice(0, shown.lines).join('\n');
  const cut = /[\uD800-\uDBFF]/.test(start.charAt(shown.characters - 1))
    ? shown.characters - 1
    : shown.characters;
  return { start: `${start.length > cut ? start.slice(0, cut) : start}…`, lines };
}
