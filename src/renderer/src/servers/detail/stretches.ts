/** A part of a line without gaps; `from` is the place of its first value. */
export type Stretch = { readonly from: number; readonly values: readonly number[] };

/**
 * The parts between gaps (null) of values that begin at a place, `offset`. A single value is made a
 * short line: to the value before it, or after it where there is no place before.
 */
export function stretches(values: readonly (number | null)[], offset: number): readonly Stretch[] {
  const parts: { from: number; values: number[] }[] = [];
  let isOpen = false;
  for (const [at, value] of values.entries()) {
    const last = parts.at(-1);
    if (value === null) isOpen = false;
    else if (isOpen && last) last.values.push(value);
    else {
      parts.push({ from: offset + at, values: [value] });
      isOpen = true;
    }
  }
  return parts.map(({ from, values: part }) =>
    part.length === 1
      ? { from: Math.max(0, from - 1), values: [...part, ...part] }
      : { from, values: part },
  );
}
