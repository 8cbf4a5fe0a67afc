import { expect, it } from 'vitest';
import { afterEdit } from '../../src/main/servers/afterEdit.ts';
import { ServerConfig } from '../../src/shared/server.ts';
import type { ConnectionState } from '../../src/shared/server.ts';

const cause = { code: 'server/gone', message: 'docs ended with exit code 1' };
const disabled: ConnectionState = { kind: 'disabled', since: 0 };
const fresh: ConnectionState = { kind: 'stopped', since: 0, by: 'never-started' };
const off = { disabled: true };

it.each<[string, ConnectionState, object, boolean, ReturnType<typeof afterEdit>]>([
  ['runs', { kind: 'connected', since: 0, tookMs: 1 }, { args: ['x'] }, true, 'restart'],
  ['starts', { kind: 'starting', since: 0, by: 'you' }, { args: ['x'] }, true, 'restart'],
  ['runs as it should', { kind: 'connected', since: 0, tookMs: 1 }, {}, true, 'nothing'],
  ['runs and is switched off', { kind: 'connected', since: 0, tookMs: 1 }, off, true, 'disable'],
  ['failed', { kind: 'failed', since: 0, cause }, { args: ['x'] }, false, 'start'],
  ['failed and is switched off', { kind: 'failed', since: 0, cause }, off, true, 'disable'],
  [
    'waits to be tried again',
    { kind: 'backoff', since: 0, retryAt: 1, attempt: 1, cause },
    { args: ['x'] },
    false,
    'start',
  ],
  ['was stopped', { kind: 'stopped', since: 0, by: 'you' }, { args: ['x'] }, true, 'leave-stopped'],
  ['never ran', fresh, { args: ['x'] }, true, 'start'],
  ['never ran and waits to be asked', fresh, { args: ['x'] }, false, 'leave-stopped'],
  ['was switched off', disabled, { args: ['x'] }, true, 'start'],
  ['was switched off and waits to be asked', disabled, { args: ['x'] }, false, 'leave-stopped'],
])('an edit of a server that %s', (_case, state, change, autoStart, expected) => {
  const entry = { command: 'docs' };
  const before = { config: ServerConfig.parse(entry) };
  const after = { config: ServerConfig.parse({ ...entry, ...change }), autoStart };
  expect(afterEdit(before, after, state)).toBe(expected);
});
