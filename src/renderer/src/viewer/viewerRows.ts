/** One line of a large view. */
export type ViewerRow = {
  readonly key: string;
  /** How far it is indented, in levels. */
  readonly depth: number;
  /** The name of a JSON value, as JSON writes it. */
  readonly name?: string;
  /** What it reads; of a branch nothing, as `size` says it. */
  readonly text: string;
  /** The class of a JSON value. */
  readonly tone?: 's' | 'n' | 'l';
  /** Of a branch that is not empty: what it holds, and whether that is shown. */
  readonly branch?: {
    readonly kind: 'list' | 'object';
    readonly size: number;
    readonly open: boolean;
  };
  /** The line of a text, from 1; absent where a long line goes on. */
  readonly line?: number;
};

/** A line longer than this goes on in another row, so that one row is soon drawn. */
const longest = 2000;

/** The lines of a text. */
export function textRows(text: string): readonly ViewerRow[] {
  const rows: ViewerRow[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    rows.push({ key: `${index}`, depth: 0, text: line.slice(0, longest), line: index + 1 });
    for (let at = longest; at < line.length; at += longest) {
      rows.push({ key: `${index}:${at}`, depth: 0, text: line.slice(at, at + longest) });
    }
  }
  return rows;
}

type Open = (pointer: string, depth: number) => boolean;

/** The values of a JSON value that are shown, by their pointers (RFC 6901). */
export function jsonRows(value: unknown, isOpen: Open): readonly ViewerRow[] {
  const rows: ViewerRow[] = [];
  const visit = (one: unknown, key: string, depth: number, name: string | undefined): void => {
    const entries = entriesOf(one);
    const open = entries.length > 0 && isOpen(key, depth);
    const named = name === undefined ? {} : { name };
    if (entries.length === 0) {
      rows.push({ key, depth, ...named, ...leaf(one) });
    } else {
      const kind = Array.isArray(one) ? 'list' : 'object';
      rows.push({ key, depth, ...named, text: '', branch: { kind, size: entries.length, open } });
    }
    if (!open) return;
    for (const [at, child] of entries) {
      const label = Array.isArray(one) ? at : JSON.stringify(at);
      visit(child, `${key}/${escapeToken(at)}`, depth + 1, label);
    }
  };
  visit(value, '', 0, undefined);
  return rows;
}

/** The pointers of the values whose own name or text holds what is searched for, in order. */
export function jsonMatches(value: unknown, pattern: RegExp): readonly string[] {
  return jsonRows(value, () => true)
    .filter((row) => pattern.test(row.name ?? '') || pattern.test(row.text))
    .map(({ key }) => key);
}

/** The pointers of what a value lies in, the whole first. */
export function ancestors(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(0, -1);
  return tokens.map((_token, at) => tokens.slice(0, at + 1).join('/'));
}

/** How many values there are, counted up to a limit. */
export function sizeOf(value: unknown, limit: number): number {
  let count = 0;
  const visit = (one: unknown): void => {
    count += 1;
    for (const [, child] of entriesOf(one)) if (count < limit) visit(child);
  };
  visit(value);
  return count;
}

/** What is searched for, wherever it stands in a text and in capitals or not; nothing for no words. */
export function patternOf(query: string): RegExp | undefined {
  if (query === '') return undefined;
  return new RegExp(query.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`), 'iu');
}

const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((one: unknown, at) => [String(at), one]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function leaf(value: unknown): Pick<ViewerRow, 'text' | 'tone'> {
  if (typeof value === 'string') return { text: JSON.stringify(value), tone: 's' };
  if (typeof value === 'number') return { text: String(value), tone: 'n' };
  if (Array.isArray(value)) return { text: '[]' };
  return typeof value === 'object' && value !== null
    ? { text: '{}' }
    : { text: String(value), tone: 'l' };
}
