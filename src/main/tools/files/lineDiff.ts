import type { ToolView } from '../../../shared/chat.ts';

type DiffView = Extract<ToolView, { kind: 'diff' }>;
/** Lines that both have, that only the old one has, or only the new one; in order. */
type Step = { readonly sign: ' ' | '-' | '+'; readonly line: string };

const context = 3;
const noEnd = '\\ No newline at end of file';
const mostLines = 600;
const longestLine = 500;
/** More differences than this are not looked for one by one: the whole middle is replaced. */
const mostEdits = 1_000;

/** The difference of two texts for the card of `file`; `before` is undefined for a new file. */
export function diffView(file: string, before: string | undefined, after: string): DiffView {
  const steps = lineDiff(linesOf(before ?? ''), linesOf(after));
  const all = unified(steps);
  return {
    kind: 'diff',
    file,
    isNew: before === undefined,
    added: countOf(steps, '+'),
    removed: countOf(steps, '-'),
    lines: all.slice(0, mostLines).map(shortened),
    cut: Math.max(0, all.length - mostLines),
  };
}

const countOf = (steps: readonly Step[], wanted: Step['sign']): number =>
  steps.filter(({ sign }) => sign === wanted).length;

/** A last line that does not end is told as diff(1) tells it. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  if (last !== '') lines.push(`${last}\n${noEnd}`);
  return lines;
}

/** The shortest way from one list of lines to the other (E. Myers, 1986). */
export function lineDiff(before: readonly string[], after: readonly string[]): Step[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const keep = (line: string): Step => ({ sign: ' ', line });
  return [
    ...before.slice(0, start).map(keep),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(keep),
  ];
}

function middle(a: readonly string[], b: readonly string[]): Step[] {
  const replaced = (): Step[] => [
    ...a.map((line): Step => ({ sign: '-', line })),
    ...b.map((line): Step => ({ sign: '+', line })),
  ];
  if (a.length === 0 || b.length === 0) return replaced();
  const most = Math.min(a.length + b.length, mostEdits);
  let furthest = new Map<number, number>([[1, 0]]);
  const history: Map<number, number>[] = [];
  for (let edits = 0; edits <= most; edits++) {
    history.push(new Map(furthest));
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(furthest, k, edits)
        ? (furthest.get(k + 1) ?? 0)
        : (furthest.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return wayBack(a, b, history);
    }
    furthest = new Map(furthest);
  }
  return replaced();
}

const isDown = (furthest: ReadonlyMap<number, number>, k: number, edits: number): boolean =>
  k === -edits || (k !== edits && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));

function wayBack(
  a: readonly string[],
  b: readonly string[],
  history: readonly ReadonlyMap<number, number>[],
): Step[] {
  const steps: Step[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const furthest = history[edits] ?? new Map<number, number>();
    const k = x - y;
    const from = isDown(furthest, k, edits) ? k + 1 : k - 1;
    const fromX = edits === 0 ? 0 : (furthest.get(from) ?? 0);
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      steps.push({ sign: ' ', line: a[--x] ?? '' });
      y--;
    }
    if (edits === 0) break;
    if (x > fromX) steps.push({ sign: '-', line: a[--x] ?? '' });
    else steps.push({ sign: '+', line: b[--y] ?? '' });
  }
  return steps.reverse();
}

/** The changed places with three lines around each, as `diff -u` writes them. */
function unified(steps: readonly Step[]): string[] {
  const isNear = Array.from(steps, () => false);
  for (const [at, { sign }] of steps.entries()) {
    if (sign !== ' ') isNear.fill(true, Math.max(0, at - context), at + context + 1);
  }
  const lines: string[] = [];
  let [old, now] = [1, 1];
  for (let at = 0; at < steps.length; at++) {
    if (isNear[at] && !isNear[at - 1]) {
      const until = isNear.indexOf(false, at);
      const hunk = steps.slice(at, until === -1 ? undefined : until);
      lines.push(`@@ -${range(old, hunk, '-')} +${range(now, hunk, '+')} @@`);
    }
    const { sign, line } = steps[at] ?? { sign: ' ', line: '' };
    if (isNear[at]) lines.push(...`${sign}${line}`.split('\n'));
    if (sign !== '+') old++;
    if (sign !== '-') now++;
  }
  return lines;
}

function range(from: number, hunk: readonly Step[], sign: '-' | '+'): string {
  const count = hunk.filter((step) => step.sign === ' ' || step.sign === sign).length;
  return count === 1 ? String(from) : `${count === 0 ? from - 1 : from},${count}`;
}

const shortened = (line: string): string =>
  line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
