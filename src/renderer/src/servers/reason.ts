import type { AppError } from '../../../shared/errors.ts';
import { assertNever } from '../../../shared/errors.ts';
import type { ConnectionState, ServerSummary } from '../../../shared/server.ts';

/**
 * Why a server is in its state, in one line. `key` is looked up under `reason` in the `servers`
 * namespace; the view turns the raw values into words of the language (see ReasonText).
 */
export type Reason = {
  readonly key: string;
  /** True when nothing asks for attention: it is drawn in grey. */
  readonly calm: boolean;
  /** Epoch milliseconds, for `{{time}}` and `{{ago}}`. */
  readonly at?: number;
  readonly tookMs?: number;
  /** Text from the outside, shown as it came. */
  readonly line?: string;
  readonly attempt?: number;
  readonly cause?: AppError;
};

/** The reason line of a state; `lastCall` is what a connected server says about itself. */
export function reasonFor(
  state: ConnectionState,
  lastCall?: ServerSummary['lastCall'],
  source: ServerSummary['source'] = 'user',
): Reason {
  switch (state.kind) {
    case 'stopped':
      return state.by === 'never-started'
        ? { key: source === 'bundled' ? 'waits' : 'neverStarted', calm: true }
        : { key: `stopped.${state.by}`, calm: true, at: state.since };
    case 'disabled':
      return { key: source === 'plugin' ? 'off' : 'disabled', calm: true };
    case 'starting':
      return { key: `starting.${state.by}`, calm: false, at: state.since };
    case 'installing':
      return state.lastLine.trim() === ''
        ? { key: 'installing', calm: false }
        : { key: 'installingLine', calm: false, line: state.lastLine.trim() };
    case 'connected':
      return lastCall
        ? { key: 'lastCall', calm: true, at: lastCall.at, tookMs: lastCall.tookMs }
        : { key: 'connected', calm: true, tookMs: state.tookMs };
    case 'backoff':
      return { key: 'backoff', calm: false, cause: state.cause, attempt: state.attempt };
    case 'failed':
      return { key: 'cause', calm: false, cause: causeOfEach(state.cause) };
    case 'needs-auth':
      return { key: 'cause', calm: false, cause: state.cause };
    case 'signing-in':
      return { key: 'signingIn', calm: false };
    default:
      return assertNever(state);
  }
}

/** What ended it each time: how often it did is told where there is room for it. */
function causeOfEach(error: AppError): AppError {
  const each = error.code === 'server/crash-loop' ? error.params?.['cause'] : undefined;
  return typeof each === 'string' ? { ...error, code: each, message: each } : error;
}
