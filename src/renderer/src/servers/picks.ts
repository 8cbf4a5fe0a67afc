/** The rows that are picked for an action on all of them, and the one that a range starts at. */
export type Picks = { readonly names: ReadonlySet<string>; readonly anchor?: string | undefined };
export const noPicks: Picks = { names: new Set() };

/** Picks a row, or drops it. */
export function toggled({ names }: Picks, name: string): Picks {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return { names: next, anchor: name };
}

/** Picks all from where the last pick was (or from `from`) up to a row, in the order shown. */
export function rangeTo(
  { names, anchor }: Picks,
  shown: readonly string[],
  name: string,
  from = name,
): Picks {
  const start = anchor !== undefined && shown.includes(anchor) ? anchor : from;
  const [a, b] = [shown.indexOf(start), shown.indexOf(name)].sort((x, y) => x - y);
  return { names: new Set([...names, ...shown.slice(a, (b ?? 0) + 1)]), anchor: start };
}

/** Without those that are not shown any more. */
export function stillShown(picks: Picks, shown: readonly string[]): Picks {
  const left = shown.filter((name) => picks.names.has(name));
  return left.length === picks.names.size ? picks : { ...picks, names: new Set(left) };
}
