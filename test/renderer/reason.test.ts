import { describe, expect, test } from 'vitest';
import { fixFor, menuFor, needsLook } from '../../src/renderer/src/servers/actions.ts';
import { reasonFor } from '../../src/renderer/src/servers/reason.ts';
import type { ErrorAction } from '../../src/shared/errors.ts';
import type { ConnectionState, ServerSummary } from '../../src/shared/server.ts';

const cause = { code: 'server/exited', message: 'it ended' };
const loop = { code: 'server/crash-loop', message: 'it ended five times' };
const each = { cause: 'server/gone', how: 'exit code 1' };
const since = 1_000;

describe('the reason of a state', () => {
  test.each<[ConnectionState, object]>([
    [
      { kind: 'stopped', since, by: 'never-started' },
      { key: 'neverStarted', calm: true },
    ],
    [
      { kind: 'stopped', since, by: 'you' },
      { key: 'stopped.you', calm: true, at: since },
    ],
    [
      { kind: 'stopped', since, by: 'config' },
      { key: 'stopped.config', calm: true, at: since },
    ],
    [
      { kind: 'disabled', since },
      { key: 'disabled', calm: true },
    ],
    [
      { kind: 'starting', since, by: 'connect_mcp' },
      { key: 'starting.connect_mcp', calm: false, at: since },
    ],
    [
      { kind: 'installing', since, lastLine: ' ' },
      { key: 'installing', calm: false },
    ],
    [
      { kind: 'installing', since, lastLine: 'fetching 3 packages\n' },
      { key: 'installingLine', calm: false, line: 'fetching 3 packages' },
    ],
    [
      { kind: 'connected', since, tookMs: 412 },
      { key: 'connected', calm: true, tookMs: 412 },
    ],
    [
      { kind: 'backoff', since, retryAt: 2_000, attempt: 4, cause },
      { key: 'backoff', calm: false, cause, attempt: 4 },
    ],
    [
      { kind: 'failed', since, cause },
      { key: 'cause', calm: false, cause },
    ],
    [
      // The cause of each end: how often it ended leaves no room for it in a row.
      { kind: 'failed', since, cause: { ...loop, params: each } },
      {
        key: 'cause',
        calm: false,
        cause: {
          code: 'server/gone',
          message: 'server/gone',
          params: each,
        },
      },
    ],
    [
      { kind: 'needs-auth', since, cause },
      { key: 'cause', calm: false, cause },
    ],
    [
      { kind: 'signing-in', since },
      { key: 'signingIn', calm: false },
    ],
  ])('$kind', (state, reason) => {
    expect(reasonFor(state)).toEqual(reason);
  });

  test('of a connected server is its last call once there is one', () => {
    expect(reasonFor({ kind: 'connected', since, tookMs: 1 }, { at: 5, tookMs: 9 })).toEqual({
      key: 'lastCall',
      calm: true,
      at: 5,
      tookMs: 9,
    });
  });

  test('of a bundled server that was never started says that a chat may ask for it', () => {
    const state = { kind: 'stopped', since, by: 'never-started' } as const;
    expect(reasonFor(state, undefined, 'bundled').key).toBe('waits');
  });
});

const server = (
  state: ConnectionState,
  source: ServerSummary['source'] = 'user',
): ServerSummary => ({
  name: 'a',
  source,
  state,
  transport: 'stdio',
  toolCount: 0,
  hasResources: false,
  hasPrompts: false,
  callCount: 0,
  restartCount: 0,
});
const failed = (action?: ErrorAction): ConnectionState => ({
  kind: 'failed',
  since,
  cause: action ? { ...cause, action } : cause,
});

describe('the button of a row', () => {
  test.each<[ServerSummary, string | undefined]>([
    [server({ kind: 'connected', since, tookMs: 1 }), undefined],
    [server({ kind: 'stopped', since, by: 'you' }), 'start'],
    [server({ kind: 'disabled', since }), 'enable'],
    [server({ kind: 'starting', since, by: 'you' }), 'log'],
    [server({ kind: 'installing', since, lastLine: '' }), 'log'],
    [server({ kind: 'backoff', since, retryAt: 1, attempt: 1, cause }), 'retry'],
    [server(failed()), 'restart'],
    [server(failed('start-server')), 'start'],
    [server(failed('edit-server')), 'edit'],
    [server(failed('edit-server'), 'bundled'), 'restart'],
    [server(failed('open-settings')), 'settings'],
    [server({ kind: 'signing-in', since }), 'cancel-sign-in'],
    [server({ kind: 'needs-auth', since, cause }), 'sign-in'],
    [server({ kind: 'needs-auth', since, cause }, 'bundled'), 'sign-in'],
    [server({ kind: 'needs-auth', since, cause: { ...cause, action: 'edit-server' } }), 'edit'],
    [server(failed('sign-in')), 'sign-in'],
  ])('%# is its most likely fix', (row, fix) => {
    expect(fixFor(row)).toBe(fix);
  });
});

describe('the menu of a row', () => {
  test('offers only what can be done in its state', () => {
    expect(menuFor(server({ kind: 'connected', since, tookMs: 1 }))).toEqual([
      'stop',
      'restart',
      'log',
      'edit',
      'disable',
      'remove',
    ]);
    expect(menuFor(server({ kind: 'disabled', since }))).toEqual([
      'log',
      'edit',
      'enable',
      'remove',
    ]);
    expect(menuFor(server({ kind: 'stopped', since, by: 'you' }, 'bundled'))).toEqual([
      'start',
      'log',
    ]);
  });
});

test('what failed or waits needs a look, what is fine or off does not', () => {
  expect(needsLook(server(failed()))).toBe(true);
  expect(needsLook(server({ kind: 'backoff', since, retryAt: 1, attempt: 1, cause }))).toBe(true);
  expect(needsLook(server({ kind: 'disabled', since }))).toBe(false);
});
