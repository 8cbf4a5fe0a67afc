type Path = readonly string[];

/**
 * Where whole numbers stand that have lost digits: beyond 2^53 not every one can be kept (RFC 8259,
 * 6). A round one, as people write them, is taken for the one that was meant.
 */
export function inexactIn(value: unknown, at: Path = []): readonly Path[] {
  if (typeof value === 'number') {
    const isKept = !Number.isInteger(value) || Number.isSafeInteger(value) || value % 1e6 === 0;
    return isKept ? [] : [at];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => inexactIn(one, [...at, name]));
}
