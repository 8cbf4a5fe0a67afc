export type DiffLine = { readonly kind: 'same' | 'gone' | 'new'; readonly text: string };

/** So many lines of each side are compared one by one; of more, the middle counts as replaced. */
const mostCompared = 600;

/** What became of each line, in order: those that went before those that came. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n');
  const now = after.split('\n');
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  ) {
    end++;
  }
  const middle = between(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [...old.slice(0, start).map(same), ...middle, ...old.slice(old.length - end).map(same)];
}

/** By the longest common subsequence of lines. */
function between(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  if (old.length > mostCompared || now.length > mostCompared) {
    return [...old.map(gone), ...now.map(come)];
  }
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const isSame = old[i] === now[j];
      lengths[i * width + j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [a, b] = [old[i], now[j]];
    if (a !== undefined && a === b) {
      lines.push({ kind: 'same', text: a });
      i++;
      j++;
    } else if (a !== undefined && (b === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(gone(a));
      i++;
    } else {
      lines.push(come(b ?? ''));
      j++;
    }
  }
  return lines;
}

const gone = (text: string): DiffLine => ({ kind: 'gone', text });
const come = (text: string): DiffLine => ({ kind: 'new', text });

export type DiffRow = DiffLine | { readonly kind: 'skipped'; readonly count: number };

/** The lines without long stretches of unchanged ones, but for `around` of them beside a change. */
export function foldSame(lines: readonly DiffLine[], around = 2): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let from = 0;
  while (from < lines.length) {
    const line = lines[from];
    if (line && line.kind !== 'same') {
      rows.push(line);
      from++;
      continue;
    }
    let to = from;
    while (lines[to]?.kind === 'same') to++;
    const head = from === 0 ? 0 : around;
    const tail = to === lines.length ? 0 : around;
    const run = lines.slice(from, to);
    const count = run.length - head - tail;
    if (count > 1) {
      rows.push(...run.slice(0, head), { kind: 'skipped', count }, ...run.slice(run.length - tail));
    } else rows.push(...run);
    from = to;
  }
  return rows;
}
