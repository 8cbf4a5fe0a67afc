/** How much of one server is taken in. */
export type FloodBounds = {
  /** Pushes in a row, and then so many a minute. */
  readonly burst: number;
  readonly perMinute: number;
  /** How many may wait for their delivery, and how many bytes they may have together. */
  readonly waiting: number;
  readonly waitingBytes: number;
};

export const usualBounds: FloodBounds = {
  burst: 1_000,
  perMinute: 120,
  waiting: 1_000,
  waitingBytes: 4 * 1_048_576,
};

/** What is left of a server's burst, and when that was so (epoch ms). */
export type Allowance = { readonly left: number; readonly at: number };

/** The allowance at `now`: it grows by `perMinute` up to `burst`; a clock set back adds nothing. */
export function refill(before: Allowance | undefined, now: number, bounds: FloodBounds): Allowance {
  if (before === undefined) return { left: bounds.burst, at: now };
  const grown = (Math.max(0, now - before.at) / 60_000) * bounds.perMinute;
  return { left: Math.min(bounds.burst, before.left + grown), at: now };
}

/** Whether one more may come in. */
export function letsIn(
  { left }: Allowance,
  backlog: { readonly count: number; readonly bytes: number },
  bounds: FloodBounds,
): boolean {
  return left >= 1 && backlog.count < bounds.waiting && backlog.bytes < bounds.waitingBytes;
}
