type Props = {
  /** What it shows, in words: the picture is nothing to those who can't see it. */
  readonly label: string;
  /** Oldest first; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** As many as the picture is wide; fewer stand at its right. */
  readonly length: number;
  /** The value at the upper edge, unless one is higher. */
  readonly top?: number;
  readonly tone?: 'bad';
};

const height = 16;

/** A line of what was measured, without axes. */
export function Sparkline({ label, values, length, top = 1, tone }: Props) {
  const shown = values.slice(-length);
  const highest = Math.max(top, ...shown.map((value) => value ?? 0));
  const offset = length - shown.length;
  return (
    <svg
      className={tone === 'bad' ? 'spark bad' : 'spark'}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${length - 1} ${height}`}
      preserveAspectRatio="none"
    >
      {stretches(shown).map(({ from, values: part }) => (
        <polyline
          key={from}
          points={part.map((value, at) => `${offset + from + at},${y(value / highest)}`).join(' ')}
        />
      ))}
    </svg>
  );
}

/** Half a line's width is left free at both edges. */
const y = (share: number): string => (height - 1 - share * (height - 2)).toFixed(2);

type Stretch = { readonly from: number; readonly values: readonly number[] };

/** The parts between gaps; one that is a single point is made a short line. */
function stretches(values: readonly (number | null)[]): readonly Stretch[] {
  const parts: { from: number; values: number[] }[] = [];
  let isOpen = false;
  for (const [at, value] of values.entries()) {
    const last = parts.at(-1);
    if (value === null) isOpen = false;
    else if (isOpen && last) last.values.push(value);
    else {
      parts.push({ from: at, values: [value] });
      isOpen = true;
    }
  }
  return parts.map(({ from, values: part }) =>
    part.length === 1
      ? { from: Math.max(0, from - 1), values: [...part, ...part] }
      : { from, values: part },
  );
}
