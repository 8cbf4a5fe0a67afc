import { z } from 'zod';

/** A running program, told apart from any other of the same number. */
export type LockOwner = {
  readonly host: string;
  readonly pid: number;
  /** When it started, epoch milliseconds. */
  readonly started: number;
};

/** What a lock file says. */
export const LockRecord = z.object({
  host: z.string(),
  pid: z.number().int(),
  started: z.number(),
  /** Epoch milliseconds: whoever waits may take it from then on. */
  expiresAt: z.number(),
  /** Of this one holding. */
  id: z.string(),
});
export type LockRecord = z.infer<typeof LockRecord>;

/** A file without its content was made a moment ago, or its maker ended there. */
const emptyMs = 5_000;

/**
 * Whether a lock still holds. `writtenAt` is the file's own time, for one that says nothing (yet);
 * an expiry further ahead than `leaseMs` was written by a clock that was wrong since.
 */
export function isHeld(
  record: LockRecord | undefined,
  state: {
    readonly now: number;
    readonly leaseMs: number;
    readonly writtenAt: number;
    readonly self: LockOwner;
    readonly isAlive: (pid: number) => boolean;
  },
): boolean {
  const { now, self } = state;
  if (record === undefined) return Math.abs(now - state.writtenAt) < emptyMs;
  if (now >= record.expiresAt || record.expiresAt - now > state.leaseMs) return false;
  // Of another machine that shares the folder only the expiry is known.
  if (record.host !== self.host) return true;
  if (record.pid === self.pid) return record.started === self.started;
  return state.isAlive(record.pid);
}
