import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/shared/log.ts';
import { fixture, noSignal, supervise } from '../../servers/supervision.ts';
import { listen, olderServer, remote } from '../transports/peers.ts';

const call = { signal: noSignal };
/** Also the time that an answer may take; a busy machine needs some. */
const everyMs = 200;

/** Lines of messages, oldest first. */
const messages = (lines: readonly LogEntry[]) =>
  lines
    .filter(({ kind }) => kind === 'call' || kind === 'notification')
    .sort((a, b) => a.seq - b.seq);

/** How long it was quiet before each request of a method, in milliseconds. */
function quietBefore(lines: readonly LogEntry[], method: string): readonly number[] {
  const ordered = messages(lines);
  return ordered.flatMap((line, index) => {
    if (line.method !== method) return [];
    const before = ordered.slice(0, index).map(({ at, durationMs = 0 }) => at + durationMs);
    return [line.at - Math.max(...before)];
  });
}

describe('a health check', () => {
  it('pings an older server when it is quiet, and never during a call', async () => {
    const deaf = fixture('deaf', { set: { healthCheckMs: everyMs } });
    const { supervisor, until, lines } = supervise([deaf]);
    await supervisor.connect('deaf', noSignal);
    const pings = () => lines().filter(({ method }) => method === 'ping');
    const answered = (count: number) =>
      until(() => {
        const done = pings().filter(({ durationMs }) => durationMs !== undefined);
        return done.length >= count ? done : undefined;
      });
    await answered(2);
    await supervisor.call('deaf', 'slow', { ms: 4 * everyMs }, call);
    const before = pings().length;
    await answered(before + 2);

    const slow = lines().find(({ method }) => method === 'tools/call');
    const [from, to] = [slow?.at ?? 0, (slow?.at ?? 0) + (slow?.durationMs ?? 0)];
    expect(to - from).toBeGreaterThanOrEqual(3 * everyMs);
    expect(pings().filter(({ at }) => at > from && at < to)).toEqual([]);
    expect(Math.min(...quietBefore(lines(), 'ping'))).toBeGreaterThan(everyMs / 2);
    expect(pings()[0]).toMatchObject({ direction: 'out', level: 'info', text: 'ping' });
  });

  it('asks a newer server with server/discover', async () => {
    const { supervisor, until, lines, state } = supervise([
      fixture('modern', { set: { healthCheckMs: everyMs } }),
    ]);
    await supervisor.connect('modern', noSignal);
    const asked = await until(() => {
      const answered = lines().filter(
        ({ method, durationMs }) => method === 'server/discover' && durationMs !== undefined,
      );
      // The first was the probe of its era; after three failures the connection would be gone.
      return answered.length >= 5 ? answered : undefined;
    });
    expect(new Set(asked.map(({ level }) => level))).toEqual(new Set(['info']));
    expect(lines().filter(({ method }) => method === 'ping')).toEqual([]);
    expect(state('modern')?.kind).toBe('connected');
  });

  it('starts a server anew that left three in a row without an answer', async () => {
    const { supervisor, until, untilState, lines } = supervise(
      [fixture('deaf', { set: { healthCheckMs: everyMs } })],
      { random: () => 0 },
    );
    await supervisor.connect('deaf', noSignal);
    const { pid } = supervisor.detail('deaf');
    await supervisor.call('deaf', 'deafen', {}, call);
    const { cause } = await untilState('deaf', 'backoff');
    expect(cause).toEqual({
      code: 'server/not-answering',
      message: 'deaf does not answer any more.',
      params: { server: 'deaf' },
      action: 'restart-server',
    });
    const cancelled = lines().filter(({ text }) => text === 'ping, cancelled');
    expect(cancelled).toHaveLength(3);
    const { since } = await untilState('deaf', 'connected');
    expect(supervisor.detail('deaf').pid).not.toBe(pid);
    // It hears again, and is asked again.
    await until(() =>
      lines().find(
        ({ method, at, durationMs }) => method === 'ping' && at > since && durationMs !== undefined,
      ),
    );
  });

  it('finds a remote server gone that takes requests and answers none', async () => {
    let isDeaf = false;
    const got: string[] = [];
    const { origin } = await listen(
      olderServer(({ method = '' }) => {
        got.push(method);
        return isDeaf && method === 'ping';
      }),
    );
    const { connect, untilState, state } = remote({ url: `${origin}/mcp`, healthCheckMs: everyMs });
    await connect();
    // This server refuses pings as unknown, which is an answer too.
    await expect.poll(() => got.filter((method) => method === 'ping').length).toBeGreaterThan(3);
    expect(state('remote')?.kind).toBe('connected');
    isDeaf = true;
    const { cause } = await untilState('remote', 'backoff');
    expect(cause).toMatchObject({ code: 'server/not-answering', params: { server: 'remote' } });
    isDeaf = false;
    await untilState('remote', 'connected');
  });

  it('forgets what was missed before at any answer', async () => {
    const { supervisor, until, lines, state } = supervise([
      fixture('deaf', { set: { healthCheckMs: everyMs } }),
    ]);
    await supervisor.connect('deaf', noSignal);
    await supervisor.call('deaf', 'deafen', {}, call);
    const missed = () => lines().filter(({ text }) => text === 'ping, cancelled').length;
    for (let round = 1; round <= 3; round += 1) {
      await until(() => (missed() >= 2 * round ? true : undefined));
      await supervisor.call('deaf', 'slow', { ms: 0 }, call);
    }
    expect(state('deaf')?.kind).toBe('connected');
  });

  it('follows the setting for all servers at once, and is off without one', async () => {
    const own = fixture('deaf', { name: 'own', set: { healthCheckMs: 0 } });
    const { supervisor, until, lines } = supervise([fixture('deaf'), own]);
    await supervisor.connect('deaf', noSignal);
    await supervisor.connect('own', noSignal);
    await supervisor.call('deaf', 'slow', { ms: 2 * everyMs }, call);
    expect(lines().filter(({ method }) => method === 'ping')).toEqual([]);
    supervisor.setLimits({ healthCheckMs: everyMs });
    await until(() => (lines().some(({ method }) => method === 'ping') ? true : undefined));
    supervisor.setLimits({});
    await supervisor.call('deaf', 'slow', { ms: 0 }, call);
    const before = lines().filter(({ method }) => method === 'ping').length;
    await supervisor.call('own', 'slow', { ms: 2 * everyMs }, call);
    const pings = lines().filter(({ method }) => method === 'ping');
    expect(pings).toHaveLength(before);
    expect(new Set(pings.map(({ server }) => server))).toEqual(new Set(['deaf']));
  });
});
