import { describe, expect, it } from 'vitest';
import { afterEnd } from '../../src/main/servers/restartPolicy.ts';

const params = { server: 'docs', how: 'exit code 1' };
const cause = { code: 'server/gone', message: 'docs ended with exit code 1', params };
const calm = { cause, ends: [], attempt: 0, now: 1_000_000, random: 0 };

describe('afterEnd', () => {
  it.each([
    [0, 1_000],
    [1, 2_000],
    [2, 4_000],
    [4, 16_000],
    [5, 30_000],
    [60, 30_000],
  ])('after %i restarts waits %i ms', (attempt, delayMs) => {
    expect(afterEnd({ ...calm, attempt })).toMatchObject({ delayMs, attempt: attempt + 1 });
  });

  it('spreads the delay by up to a quarter, and never beyond 30 s', () => {
    expect(afterEnd({ ...calm, random: 0.5 })).toMatchObject({ delayMs: 1_125 });
    expect(afterEnd({ ...calm, attempt: 9, random: 0.99 })).toMatchObject({ delayMs: 30_000 });
  });

  it('gives up at the fifth end within 60 s, naming the last cause', () => {
    const { now } = calm;
    const ends = [now - 59_000, now - 30_000, now - 20_000, now - 1];
    expect(afterEnd({ ...calm, ends })).toEqual({
      kind: 'give-up',
      cause: {
        code: 'server/crash-loop',
        message: 'Ended 5 times in 60 s. The last time: docs ended with exit code 1',
        params: { ...params, count: 5, window: 60, cause: 'server/gone' },
        action: 'edit-server',
      },
    });
  });

  it('forgets ends that are older than 60 s', () => {
    const { now } = calm;
    const ends = [now - 60_000, now - 30_000, now - 20_000, now - 1];
    expect(afterEnd({ ...calm, ends })).toMatchObject({
      kind: 'restart',
      ends: [now - 30_000, now - 20_000, now - 1, now],
    });
  });

  it.each(['server/unreachable', 'auth/unreachable', 'auth/busy'])(
    'tries again and again after %s, which passes by itself',
    (code) => {
      const { now } = calm;
      const ends = [now - 9_000, now - 8_000, now - 7_000, now - 1];
      const failure = { code, message: 'not now' };
      expect(afterEnd({ ...calm, ends, cause: failure })).toMatchObject({ kind: 'restart' });
    },
  );

  it.each(['server/needs-auth', 'auth/denied', 'auth/bad-answer'])(
    'waits for a person after %s',
    (code) => {
      const failure = { code, message: 'no' };
      expect(afterEnd({ ...calm, cause: failure })).toEqual({ kind: 'give-up', cause: failure });
    },
  );

  it.each([
    'server/command-not-found',
    'server/command-not-executable',
    'server/folder-not-found',
    'server/spawn-failed',
  ])('does not try again after %s, which only a person can mend', (code) => {
    const failure = { code, message: 'no' };
    expect(afterEnd({ ...calm, cause: failure })).toEqual({ kind: 'give-up', cause: failure });
  });
});
