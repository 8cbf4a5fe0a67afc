import type { AppError } from '../../shared/errors.ts';
import { isOfAuthorization } from './connectionState.ts';

export const restartLimits = {
  firstDelayMs: 1_000,
  longestDelayMs: 30_000,
  /** This many ends within the window are a crash loop. */
  endsInWindow: 5,
  windowMs: 60_000,
} as const;

/** Ends that trying again can't mend: a person has to change something first. */
const needsAPerson: ReadonlySet<string> = new Set([
  'config/variable-missing',
  'config/secret-missing',
  'config/expanded-invalid',
  'config/denied',
  'server/command-not-found',
  'server/command-not-executable',
  'server/command-elsewhere',
  'server/batch-argument',
  'server/folder-not-found',
  'server/spawn-failed',
  'server/forbidden',
  'server/no-endpoint',
  'server/not-mcp',
  'server/not-in-process',
  'server/not-mcp-program',
  'server/wrong-node',
  'server/wrong-node-version',
  'server/redirected',
  'server/tls-untrusted',
  'server/tls-expired',
  'server/tls-other-name',
  'server/tls-failed',
]);

/** Ends that say nothing against the server: it may come back at any time, and so may the network. */
const mayReturn: ReadonlySet<string> = new Set([
  'server/refused',
  'server/unknown-host',
  'server/unreachable',
  'server/connection-lost',
  'server/closed-by-server',
  'server/http-error',
  'server/ide-not-found',
  'auth/unreachable',
  'auth/busy',
]);

export type RestartDecision =
  | {
      readonly kind: 'restart';
      readonly delayMs: number;
      readonly attempt: number;
      readonly ends: readonly number[];
    }
  | { readonly kind: 'give-up'; readonly cause: AppError };

/**
 * What to do after a connection ended, or could not be made, without being asked to.
 * `ends` are the times of earlier ends, `attempt` the number of restarts since the last calm,
 * `random` a number in [0, 1) that spreads the delay by up to a quarter. Times are milliseconds.
 */
export function afterEnd(input: {
  readonly cause: AppError;
  readonly ends: readonly number[];
  readonly attempt: number;
  readonly now: number;
  readonly random: number;
}): RestartDecision {
  const { cause, now } = input;
  if (needsAPerson.has(cause.code) || isOfAuthorization(cause)) return { kind: 'give-up', cause };
  const ends = [...input.ends.filter((at) => now - at < restartLimits.windowMs), now];
  if (ends.length >= restartLimits.endsInWindow && !mayReturn.has(cause.code)) {
    return { kind: 'give-up', cause: crashLoop(ends.length, cause) };
  }
  const delay = restartLimits.firstDelayMs * 2 ** Math.min(input.attempt, 10);
  const spread = delay * (1 + input.random / 4);
  return {
    kind: 'restart',
    delayMs: Math.round(Math.min(spread, restartLimits.longestDelayMs)),
    attempt: input.attempt + 1,
    ends,
  };
}

function crashLoop(count: number, last: AppError): AppError {
  const window = restartLimits.windowMs / 1000;
  // One cause is put into words with its own parameters; one that has a cause itself is given whole.
  const cause = last.params?.['cause'] === undefined ? last.code : last.message;
  return {
    code: 'server/crash-loop',
    message: `Ended ${count} times in ${window} s. The last time: ${last.message}`,
    params: { ...last.params, count, window, cause },
    action: 'edit-server',
  };
}
