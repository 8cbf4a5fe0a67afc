import { assertNever } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { LogLevel } from '../../shared/log.ts';
import type { AskedBy, ConnectionState } from '../../shared/server.ts';

/** What can happen to a server's connection. Durations are milliseconds. */
export type ConnectionEvent =
  | { readonly kind: 'start'; readonly by: AskedBy }
  /** The latest line of a command that is still fetching its server. */
  | { readonly kind: 'install'; readonly line: string }
  | { readonly kind: 'connect'; readonly tookMs: number }
  | {
      readonly kind: 'back-off';
      readonly delayMs: number;
      readonly attempt: number;
      readonly cause: AppError;
    }
  | { readonly kind: 'fail'; readonly cause: AppError }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'stop'; readonly by: AskedBy }
  | { readonly kind: 'disable' }
  | { readonly kind: 'enable' };

/** The state after `event`, or undefined where the event has no meaning in `state`. */
export function nextState(
  state: ConnectionState,
  event: ConnectionEvent,
  now: number,
): ConnectionState | undefined {
  switch (event.kind) {
    case 'start':
      return isActive(state) || state.kind === 'disabled'
        ? undefined
        : { kind: 'starting', since: now, by: event.by };
    case 'install':
      if (state.kind === 'installing') return { ...state, lastLine: event.line };
      return state.kind === 'starting'
        ? { kind: 'installing', since: now, lastLine: event.line }
        : undefined;
    case 'connect':
      return isConnecting(state)
        ? { kind: 'connected', since: now, tookMs: event.tookMs }
        : undefined;
    case 'back-off':
      return isActive(state)
        ? {
            kind: 'backoff',
            since: now,
            retryAt: now + event.delayMs,
            attempt: event.attempt,
            cause: event.cause,
          }
        : undefined;
    case 'fail': {
      const { cause } = event;
      if (state.kind === 'signing-in') return { kind: 'needs-auth', since: now, cause };
      const kind = isOfAuthorization(cause) ? 'needs-auth' : 'failed';
      return isActive(state) ? { kind, since: now, cause } : undefined;
    }
    case 'sign-in':
      return isActive(state) || state.kind === 'disabled' || state.kind === 'signing-in'
        ? undefined
        : { kind: 'signing-in', since: now };
    case 'stop':
      return state.kind === 'stopped' || state.kind === 'disabled'
        ? undefined
        : { kind: 'stopped', since: now, by: event.by };
    case 'disable':
      return state.kind === 'disabled' ? undefined : { kind: 'disabled', since: now };
    case 'enable':
      return state.kind === 'disabled'
        ? { kind: 'stopped', since: now, by: 'never-started' }
        : undefined;
    default:
      return assertNever(event);
  }
}

/** Getting to be known failed for now: no sign-in mends it, and the network may return. */
const passing: ReadonlySet<string> = new Set(['auth/unreachable', 'auth/busy']);

/** The server does not know who we are, or getting to be known failed for good. */
export function isOfAuthorization({ code }: AppError): boolean {
  if (passing.has(code)) return false;
  return code === 'server/needs-auth' || code.startsWith('auth/');
}

/** A connection is being made. */
export function isConnecting(state: ConnectionState): boolean {
  return state.kind === 'starting' || state.kind === 'installing';
}

/** A process may be running. */
export function isActive(state: ConnectionState): boolean {
  return isConnecting(state) || state.kind === 'connected';
}

/** The life-cycle line of the log for a change of state. */
export function describeChange(
  from: ConnectionState,
  to: ConnectionState,
): { readonly text: string; readonly level: LogLevel } {
  const arrow = `${from.kind} → ${to.kind}`;
  switch (to.kind) {
    case 'starting':
      return { text: `${arrow}, asked by ${to.by}`, level: 'info' };
    case 'stopped':
      return {
        text: to.by === 'never-started' ? arrow : `${arrow}, asked by ${to.by}`,
        level: 'info',
      };
    case 'connected':
      return { text: `${arrow} in ${formatDuration(to.tookMs)}`, level: 'info' };
    case 'backoff': {
      const wait = formatDuration(to.retryAt - to.since);
      return {
        text: `${arrow}, try ${to.attempt} in ${wait}: ${to.cause.message}`,
        level: 'warn',
      };
    }
    case 'failed':
    case 'needs-auth':
      return { text: `${arrow}: ${to.cause.message}`, level: 'error' };
    case 'installing':
    case 'signing-in':
    case 'disabled':
      return { text: arrow, level: 'info' };
    default:
      return assertNever(to);
  }
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
}
