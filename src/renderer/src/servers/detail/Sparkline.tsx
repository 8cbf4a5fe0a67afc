import { stretches } from './stretches.ts';

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
      {stretches(shown, offset).map(({ from, values: part }) => (
        <polyline
          key={from}
          points={part.map((value, at) => `${from + at},${y(value / highest)}`).join(' ')}
        />
      ))}
    </svg>
  );
}

/** Half a line's width is left free at both edges. */
const y = (share: number): string => (height - 1 - share * (height - 2)).toFixed(2);
