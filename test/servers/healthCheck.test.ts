import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HealthCheck, healthAfter } from '../../src/main/servers/connection/healthCheck.ts';
import { Lifeline } from '../../src/main/servers/connection/lifeline.ts';
import { limitsOf } from '../../src/main/servers/serverLimits.ts';
import { SignsOfLife } from '../../src/main/servers/connection/signsOfLife.ts';

it.each<[string, unknown, string]>([
  ['that it has no such method', new ProtocolError(-32_601, 'Method not found'), 'alive'],
  ['what nobody understands', new SdkError(SdkErrorCode.InvalidResult, 'odd'), 'alive'],
  ['nothing in time', new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out'), 'silent'],
  ['nothing, as it is gone', new SdkError(SdkErrorCode.ConnectionClosed, 'closed'), 'unknown'],
  ['nothing, as there is no way', new TypeError('fetch failed'), 'unknown'],
])('a server that says %s', (_case, thrown, health) => {
  expect(healthAfter(thrown)).toBe(health);
});

describe('HealthCheck', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function open(everyMs = 60_000) {
    const ended = new AbortController();
    const setting = { everyMs };
    const asked: { timeoutMs: number; answer: () => void; fail: (thrown: unknown) => void }[] = [];
    const onHealth = vi.fn();
    const check = new HealthCheck({
      everyMs: () => setting.everyMs,
      lastAt: () => 0,
      now: () => Date.now(),
      ask: (timeoutMs) =>
        new Promise<void>((answer, fail) => void asked.push({ timeoutMs, answer, fail })),
      onHealth,
      ended: ended.signal,
    });
    check.arm();
    return { asked, onHealth, check, setting, ended };
  }

  it('asks one question at a time, and gives each at most 10 s', async () => {
    const { asked, onHealth } = open();
    vi.advanceTimersByTime(600_000);
    expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000]);
    asked[0]?.answer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onHealth.mock.calls).toEqual([['alive']]);
    expect(asked).toHaveLength(2);
    asked[1]?.fail(new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onHealth.mock.calls).toEqual([['alive'], ['silent']]);
    expect(asked).toHaveLength(3);
  });

  it('asks nothing while it is off, once it is switched off, or after the end', () => {
    const { asked, check, setting, ended } = open(0);
    vi.advanceTimersByTime(600_000);
    setting.everyMs = 1_000;
    check.arm();
    setting.everyMs = 0;
    check.arm();
    expect(vi.getTimerCount()).toBe(0);
    setting.everyMs = 1_000;
    check.arm();
    ended.abort();
    check.arm();
    expect(vi.getTimerCount()).toBe(0);
    expect(asked).toEqual([]);
  });
});

describe('a lifeline', () => {
  const silent = { code: 'server/not-answering', message: 'docs does not answer any more.' };
  const closed = { code: 'server/gone', message: 'docs ended' };
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const open = () => {
    const line = new Lifeline({ explain: () => undefined, whyClosed: () => closed });
    line.open();
    return line;
  };

  it('ends at the third fault in a row, be it silence or what was thrown', async () => {
    const line = open();
    line.silence(silent);
    line.fault(reset);
    expect(line.signal.aborted).toBe(false);
    line.silence(silent);
    expect(await line.ended).toEqual(silent);
    expect(line.signal.aborted).toBe(true);
  });

  it('counts anew after any success', async () => {
    const line = open();
    line.silence(silent);
    line.silence(silent);
    await line.orEnd(Promise.resolve());
    line.silence(silent);
    line.silence(silent);
    await Promise.resolve();
    expect(line.signal.aborted).toBe(false);
  });

  it('is busy while something is under way, which fails with it', async () => {
    const line = open();
    const waiting = line.orEnd(new Promise(() => undefined));
    expect(line.isBusy).toBe(true);
    line.abandon(closed);
    await expect(waiting).rejects.toMatchObject({ error: closed });
    expect(line.isBusy).toBe(false);
  });
});

describe('the limits of a server', () => {
  it.each([
    [
      'are its own before those of all',
      { toolTimeoutMs: 1, idleTimeoutMs: 2, healthCheckMs: 3 },
      [1, 2, 3],
    ],
    ['are those of all where it has none', {}, [10, 20, 30]],
    ['may be off where those of all are not', { idleTimeoutMs: 0, healthCheckMs: 0 }, [10, 0, 0]],
    ['fit a timer', { toolTimeoutMs: 2 ** 40 }, [2 ** 31 - 1, 20, 30]],
  ])('%s', (_case, own, expected) => {
    const overall = { toolTimeoutMs: 10, callIdleTimeoutMs: 20, healthCheckMs: 30 };
    const { callMs, callIdleMs, healthCheckMs } = limitsOf(own, overall);
    expect([callMs, callIdleMs, healthCheckMs]).toEqual(expected);
  });

  it('are 100 000 000 ms for a call and nothing else where nothing is set', () => {
    expect(limitsOf({}, {})).toEqual({ callMs: 100_000_000, callIdleMs: 0, healthCheckMs: 0 });
  });
});

describe('signs of life', () => {
  const message = (method: string) => ({ jsonrpc: '2.0' as const, method });
  it.each([
    ['a log line', message('notifications/message'), 5],
    ['a request', { ...message('roots/list'), id: 1 }, 5],
    ['an answer, which is about another call', { jsonrpc: '2.0' as const, id: 1, result: {} }, 0],
    ['progress, which is about one call', message('notifications/progress'), 0],
  ])('are seen, or not, in %s', (_case, seen, at) => {
    let now = 0;
    const signs = new SignsOfLife(() => now);
    now = 5;
    signs.see(seen);
    now = 9;
    expect(signs.lastAt).toBe(at);
  });

  it('do not end while the server waits for us', async () => {
    let now = 0;
    const signs = new SignsOfLife(() => now);
    let answer: (result: { action: 'decline' }) => void = () => undefined;
    const { elicit, sample } = signs.during({
      elicit: () => new Promise((resolve) => void (answer = resolve)),
    });
    expect(sample).toBeUndefined();
    const context = { origin: undefined, signal: new AbortController().signal };
    const params = { message: '', requestedSchema: { type: 'object' as const, properties: {} } };
    const answered = elicit?.(params, context);
    now = 50;
    expect(signs.lastAt).toBe(50);
    answer({ action: 'decline' });
    await answered;
    now = 70;
    expect(signs.lastAt).toBe(50);
  });
});
