import { assertNever } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ServerSummary } from '../../../shared/server.ts';

/** What a person can ask of a server; `retry` starts it now instead of waiting. */
export type ServerAction =
  | 'start'
  | 'retry'
  | 'stop'
  | 'restart'
  | 'sign-in'
  | 'cancel-sign-in'
  | 'edit'
  | 'settings'
  | 'log'
  | 'enable'
  | 'disable'
  | 'remove';

/** The most likely fix of a server's state: the one button its row carries. */
export function fixFor(server: ServerSummary): ServerAction | undefined {
  const { state, source } = server;
  switch (state.kind) {
    case 'connected':
      return undefined;
    case 'stopped':
      return 'start';
    case 'disabled':
      return source === 'user' || source === 'plugin' ? 'enable' : undefined;
    case 'starting':
    case 'installing':
      return 'log';
    case 'signing-in':
      return 'cancel-sign-in';
    case 'backoff':
      return 'retry';
    case 'needs-auth':
      return source === 'user' && isOfEntry(state.cause) ? 'edit' : 'sign-in';
    case 'failed':
      return failedFix(state.cause.action, source === 'user');
    default:
      return assertNever(state);
  }
}

function failedFix(action: AppError['action'], editable: boolean): ServerAction {
  if (editable && isOfEntry({ action })) return 'edit';
  if (action === 'sign-in') return action;
  if (action === 'open-settings') return 'settings';
  return action === 'start-server' ? 'start' : 'restart';
}

const isOfEntry = ({ action }: Pick<AppError, 'action'>): boolean =>
  action === 'edit-server' || action === 'edit-config';

/** Everything else that can be asked of it now, in menu order. */
export function menuFor(server: ServerSummary): readonly ServerAction[] {
  const { kind } = server.state;
  const off = kind === 'stopped' || kind === 'disabled' || kind === 'failed';
  const actions: ServerAction[] = [];
  if (kind !== 'disabled') actions.push(...(off ? (['start'] as const) : runningActions));
  actions.push('log');
  if (server.source === 'user') {
    actions.push('edit', kind === 'disabled' ? 'enable' : 'disable', 'remove');
  }
  if (server.source === 'plugin') actions.push(kind === 'disabled' ? 'enable' : 'disable');
  return actions;
}

const runningActions = ['stop', 'restart'] as const;

/** True for what the "Needs a look" segment shows: it is not fine and does not mend itself. */
export function needsLook(server: ServerSummary): boolean {
  const { kind } = server.state;
  return kind === 'failed' || kind === 'backoff' || kind === 'needs-auth';
}
