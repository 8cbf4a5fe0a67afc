import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { ConnectionState } from '../../shared/server.ts';
import { disabled, stopped } from './connection/connectionFailure.ts';
import { isConnecting } from './connectionState.ts';

/** What is known of a server that somebody wants to be connected. */
export type Reachability = {
  readonly server: string;
  readonly state: ConnectionState;
  readonly isOpen: boolean;
  readonly isStopping: boolean;
  /** It is being stopped only to be started again. */
  readonly startsNext: boolean;
};

/** Undefined when it is connected; `wait` while that can still come. */
export function whyNotConnected({
  server,
  state,
  isOpen,
  isStopping,
  startsNext,
}: Reachability): AppError | 'wait' | undefined {
  if (isOpen) return undefined;
  if (startsNext) return 'wait';
  if (isStopping) return stopped(server);
  if (state.kind === 'disabled') return disabled(server);
  if ('cause' in state) return state.cause;
  return isConnecting(state) ? 'wait' : stopped(server);
}

/**
 * Resolves when the server is connected. Rejects with an AppFailure when it can't be, or when
 * nobody waits any more. `watch` calls back after every change until its answer is called.
 */
export async function untilConnected(
  look: () => Reachability,
  watch: (watcher: () => void) => () => void,
  signal: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const over = (act: () => void) => {
      unwatch();
      signal.removeEventListener('abort', abort);
      act();
    };
    const abort = () => over(() => reject(new AppFailure(stopped(look().server))));
    const check = () => {
      const cause = whyNotConnected(look());
      if (cause === 'wait') return;
      over(() => (cause === undefined ? resolve() : reject(new AppFailure(cause))));
    };
    const unwatch = watch(check);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    else check();
  });
}
