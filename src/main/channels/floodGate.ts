import { usualBounds } from '../../shared/channel.ts';
import type { ChannelBounds } from '../../shared/channel.ts';

/** How much of one server is taken in. */
export type FloodBounds = typeof usualBounds;

/** What a person set, and the usual where nothing is. */
export function boundsOf(own: ChannelBounds | undefined): FloodBounds {
  const { burst, perMinute, waiting, waitingBytes } = usualBounds;
  return {
    burst: own?.burst ?? burst,
    perMinute: own?.perMinute ?? perMinute,
    waiting: own?.waiting ?? waiting,
    waitingBytes: own?.waitingBytes ?? waitingBytes,
  };
}

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
