/** What the palette leads to; the groups stand in this order. */
export const paletteKinds = ['command', 'conversation', 'server', 'tool', 'setting'] as const;
/** `search` is what is left where nothing is called so: to look in what was said. */
export type PaletteKind = (typeof paletteKinds)[number] | 'search';

export type PaletteEntry = {
  /** Unique among all entries. */
  readonly key: string;
  readonly kind: PaletteKind;
  readonly title: string;
  /** Says more about it, and is searched too. */
  readonly detail?: string | undefined;
  /** Tells it from others of its name, and is not searched. */
  readonly note?: string | undefined;
  /** As they stand on the keyboard. */
  readonly keys?: string | undefined;
  readonly act: () => void;
};

export type PaletteGroup = {
  readonly kind: PaletteKind;
  readonly entries: readonly PaletteEntry[];
  /** How many more there are. */
  readonly more: number;
};

/** So many of each group are shown, more of them once something is looked for. */
const mostAtRest = 6;
const mostFound = 12;

/**
 * The entries that hold every word looked for, in the title or the detail, by groups. Within one,
 * titles that begin so come first, then titles with a word that does; all else keeps its order.
 */
export function paletteGroups(
  entries: readonly PaletteEntry[],
  query: string,
): readonly PaletteGroup[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const most = words.length === 0 ? mostAtRest : mostFound;
  const found = entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  return paletteKinds.flatMap((kind) => {
    const own = found.filter(({ entry }) => entry.kind === kind).map(({ entry }) => entry);
    // Nobody scrolls through all tools: they are there once they are looked for.
    if (own.length === 0 || (words.length === 0 && kind === 'tool')) return [];
    // All commands are told at rest, since that is how one learns of them.
    const shown = kind === 'command' ? own : own.slice(0, most);
    return [{ kind, entries: shown, more: own.length - shown.length }];
  });
}

/** Full-width letters and half-width kana are the same to who looks for them (Unicode NFKC). */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function rankOf({ title, detail = '' }: PaletteEntry, words: readonly string[]): number {
  const [first] = words;
  if (first === undefined) return 1;
  const name = folded(title);
  const text = `${name}\n${folded(detail)}`;
  if (!words.every((word) => text.includes(word))) return 0;
  if (name.startsWith(first)) return 4;
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first))) return 3;
  return name.includes(first) ? 2 : 1;
}
