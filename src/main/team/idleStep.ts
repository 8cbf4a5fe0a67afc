import type { TaskId } from '../../shared/team.ts';

/** What a teammate finds when its turn is over, and each time it looks again. */
export type IdleFacts = {
  /** It was asked to end. */
  readonly isAskedToEnd: boolean;
  /** Its turn ended by an error. */
  readonly hasFailed: boolean;
  readonly hasMail: boolean;
  /** Its plan is not approved yet. */
  readonly isHeld: boolean;
  /** It has a task that is not completed. */
  readonly hasTask: boolean;
  /** What could be claimed, the oldest first. */
  readonly claimable: TaskId | undefined;
  /** How long it has had nothing to do. */
  readonly idleMs: number;
};

/** Of the settings. */
export type IdleLimits = { readonly pollMs: number; readonly idleMs: number };

export type IdleStep =
  | { readonly kind: 'shut-down' | 'failed' | 'ended' | 'work' }
  | { readonly kind: 'claim'; readonly id: TaskId }
  | { readonly kind: 'wait'; readonly ms: number };

/**
 * What it does next. Who waits for its plan's review claims nothing and does not end for want of
 * work; who has a task claims no other.
 */
export function idleStep(facts: IdleFacts, limits: IdleLimits): IdleStep {
  if (facts.isAskedToEnd) return { kind: 'shut-down' };
  if (facts.hasFailed) return { kind: 'failed' };
  if (facts.hasMail) return { kind: 'work' };
  if (facts.isHeld) return { kind: 'wait', ms: limits.pollMs };
  if (!facts.hasTask && facts.claimable !== undefined) {
    return { kind: 'claim', id: facts.claimable };
  }
  const left = limits.idleMs - facts.idleMs;
  return left <= 0 ? { kind: 'ended' } : { kind: 'wait', ms: Math.min(limits.pollMs, left) };
}
