import { expect, it } from 'vitest';
import { whyNotConnected } from '../../src/main/servers/untilConnected.ts';
import type { Reachability } from '../../src/main/servers/untilConnected.ts';

const cause = { code: 'server/gone', message: 'docs ended with exit code 1' };

it.each<[string, Partial<Reachability>, string | undefined]>([
  ['is connected', { isOpen: true }, undefined],
  ['starts', { state: { kind: 'starting', since: 0, by: 'you' } }, 'wait'],
  ['is fetched', { state: { kind: 'installing', since: 0, lastLine: '' } }, 'wait'],
  ['is stopped only to be started', { isStopping: true, startsNext: true }, 'wait'],
  ['is being stopped', { isStopping: true }, 'server/stopped'],
  ['is stopped', {}, 'server/stopped'],
  ['is turned off', { state: { kind: 'disabled', since: 0 } }, 'server/disabled'],
  ['failed', { state: { kind: 'failed', since: 0, cause } }, 'server/gone'],
  [
    'waits to be tried again',
    { state: { kind: 'backoff', since: 0, retryAt: 1, attempt: 1, cause } },
    'server/gone',
  ],
])('a server that %s is worth waiting for, or not', (_case, known, expected) => {
  const answer = whyNotConnected({
    server: 'docs',
    state: { kind: 'stopped', since: 0, by: 'you' },
    isOpen: false,
    isStopping: false,
    startsNext: false,
    ...known,
  });
  expect(typeof answer === 'object' ? answer.code : answer).toBe(expected);
});
