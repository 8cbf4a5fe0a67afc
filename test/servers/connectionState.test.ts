import { describe, expect, it } from 'vitest';
import { describeChange, nextState } from '../../src/main/servers/connectionState.ts';
import type { ConnectionEvent } from '../../src/main/servers/connectionState.ts';
import type { ConnectionState, ConnectionStateKind } from '../../src/shared/server.ts';

const cause = { code: 'server/gone', message: 'it ended with exit code 1' };
const states: Record<ConnectionStateKind, ConnectionState> = {
  stopped: { kind: 'stopped', since: 1, by: 'you' },
  disabled: { kind: 'disabled', since: 1 },
  starting: { kind: 'starting', since: 1, by: 'launch' },
  installing: { kind: 'installing', since: 1, lastLine: 'one' },
  connected: { kind: 'connected', since: 1, tookMs: 5 },
  backoff: { kind: 'backoff', since: 1, retryAt: 2, attempt: 1, cause },
  failed: { kind: 'failed', since: 1, cause },
  'needs-auth': { kind: 'needs-auth', since: 1, cause },
  'signing-in': { kind: 'signing-in', since: 1 },
};
const kinds = Object.keys(states) as ConnectionStateKind[];

const events: Record<ConnectionEvent['kind'], ConnectionEvent> = {
  start: { kind: 'start', by: 'you' },
  install: { kind: 'install', line: 'two' },
  connect: { kind: 'connect', tookMs: 7 },
  'back-off': { kind: 'back-off', delayMs: 500, attempt: 2, cause },
  fail: { kind: 'fail', cause },
  'sign-in': { kind: 'sign-in' },
  stop: { kind: 'stop', by: 'quit' },
  disable: { kind: 'disable' },
  enable: { kind: 'enable' },
};

/** For each event: what follows, and the states in which it does. */
const table: readonly [ConnectionEvent['kind'], ConnectionStateKind, ConnectionStateKind[]][] = [
  ['start', 'starting', ['stopped', 'backoff', 'failed', 'needs-auth', 'signing-in']],
  ['install', 'installing', ['starting', 'installing']],
  ['connect', 'connected', ['starting', 'installing']],
  ['back-off', 'backoff', ['starting', 'installing', 'connected']],
  ['fail', 'failed', ['starting', 'installing', 'connected']],
  ['fail', 'needs-auth', ['signing-in']],
  ['sign-in', 'signing-in', ['stopped', 'backoff', 'failed', 'needs-auth']],
  ['stop', 'stopped', kinds.filter((kind) => kind !== 'stopped' && kind !== 'disabled')],
  ['disable', 'disabled', kinds.filter((kind) => kind !== 'disabled')],
  ['enable', 'stopped', ['disabled']],
];

describe('nextState', () => {
  it.each(table)('on %s goes to %s where that has a meaning', (event, to, from) => {
    const moved = kinds.filter((kind) => nextState(states[kind], events[event], 9)?.kind === to);
    expect(moved).toEqual(kinds.filter((kind) => from.includes(kind)));
  });

  it.each([
    ['server/needs-auth', 'needs-auth'],
    ['auth/denied', 'needs-auth'],
    ['auth/unreachable', 'failed'],
    ['server/gone', 'failed'],
  ])('fails with %s as %s', (code, kind) => {
    const event = { kind: 'fail', cause: { ...cause, code } } as const;
    expect(nextState(states.connected, event, 9)?.kind).toBe(kind);
  });

  it('says when the next try comes and why there has to be one', () => {
    expect(nextState(states.connected, events['back-off'], 1000)).toEqual({
      kind: 'backoff',
      since: 1000,
      retryAt: 1500,
      attempt: 2,
      cause,
    });
  });

  it('keeps since when an installer prints another line', () => {
    const first = nextState(states.starting, events.install, 10);
    expect(first).toEqual({ kind: 'installing', since: 10, lastLine: 'two' });
    const more = { kind: 'install', line: 'three' } as const;
    expect(nextState(first ?? states.starting, more, 99)).toEqual({
      kind: 'installing',
      since: 10,
      lastLine: 'three',
    });
  });
});

describe('describeChange', () => {
  const backoff = { kind: 'backoff', since: 0, retryAt: 2000, attempt: 1, cause } as const;
  it.each([
    [states.stopped, states.starting, 'stopped → starting, asked by launch', 'info'],
    [states.starting, states.connected, 'starting → connected in 5 ms', 'info'],
    [
      states.starting,
      { kind: 'connected', since: 0, tookMs: 1250 },
      'starting → connected in 1.3 s',
      'info',
    ],
    [
      states.connected,
      backoff,
      'connected → backoff, try 1 in 2 s: it ended with exit code 1',
      'warn',
    ],
    [states.backoff, states.failed, 'backoff → failed: it ended with exit code 1', 'error'],
    [states.connected, states.stopped, 'connected → stopped, asked by you', 'info'],
    [states.stopped, states.disabled, 'stopped → disabled', 'info'],
  ] as const)('%#: %o to %o', (from, to, text, level) => {
    expect(describeChange(from, to)).toEqual({ text, level });
  });
});
