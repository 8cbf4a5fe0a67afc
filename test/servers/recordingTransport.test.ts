import type { Transport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { RecordingTransport } from '../../src/main/servers/log/recordingTransport.ts';
import { createRedactor } from '../../src/main/servers/log/redact.ts';
import { describeNotification, describeRequest } from '../../src/main/servers/log/rpcText.ts';
import type { LogEntry } from '../../src/shared/log.ts';
import { failureOf, fixture, noSignal, supervise } from './supervision.ts';

describe('the words for a message', () => {
  it.each([
    ['tools/call', { name: 'search', arguments: {} }, 'tools/call search'],
    ['resources/read', { uri: 'file:///a' }, 'resources/read file:///a'],
    ['initialize', { name: 'no' }, 'initialize'],
    ['ping', undefined, 'ping'],
  ])('%s of %j', (method, params, text) => {
    expect(describeRequest(method, params)).toBe(text);
  });

  it.each([
    [
      'notifications/message',
      { level: 'critical', data: 'disk full' },
      { text: 'notifications/message disk full', level: 'error' },
    ],
    [
      'notifications/message',
      { level: 'warning', data: { free: 3 } },
      { text: 'notifications/message {"free":3}', level: 'warn' },
    ],
    [
      'notifications/progress',
      { progress: 3, total: 5 },
      { text: 'notifications/progress 3 of 5', level: 'info' },
    ],
    ['notifications/x', undefined, { text: 'notifications/x', level: 'info' }],
  ])('%s with %j', (method, params, expected) => {
    expect(describeNotification(method, params)).toEqual(expected);
  });
});

describe('the recording of a connection', () => {
  it('joins requests with their responses, both ways, in the order they were sent', async () => {
    const { supervisor, lines } = supervise([fixture('toolbox')]);
    await supervisor.connect('toolbox', noSignal);
    await supervisor.call('toolbox', 'roots', {}, { signal: noSignal });
    await supervisor.call('toolbox', 'tool_error', {}, { signal: noSignal });
    const messages = lines({ kinds: ['call', 'notification'] });
    expect(messages.map(({ direction, text, level }) => `${direction} ${text} ${level}`)).toEqual([
      'out server/discover, unknown to an older server debug',
      'out initialize, 2025-11-25 info',
      'out notifications/initialized info',
      'out tools/list, 11 tools info',
      'out tools/call roots info',
      'in roots/list, 1 root info',
      'out tools/call tool_error, failed error',
    ]);
    for (const { kind, durationMs, bytes } of messages) {
      expect(bytes).toBeGreaterThan(30);
      expect(durationMs === undefined).toBe(kind === 'notification');
    }
  });

  it('says of calls that got no answer that the connection ended', async () => {
    const { supervisor, lines } = supervise([fixture('toolbox')]);
    await supervisor.connect('toolbox', noSignal);
    await failureOf(supervisor.call('toolbox', 'kill', {}, { signal: noSignal }));
    expect(lines({ text: 'tools/call' })).toMatchObject([
      { text: 'tools/call kill, no answer before the connection ended', level: 'error' },
    ]);
  });

  it('says of a cancelled call that it was, and how long it had taken', async () => {
    const { supervisor, lines, untilLine } = supervise([fixture('toolbox')]);
    await supervisor.connect('toolbox', noSignal);
    const cancel = new AbortController();
    const call = failureOf(supervisor.call('toolbox', 'hang', {}, { signal: cancel.signal }));
    await untilLine(/^hanging$/);
    cancel.abort();
    await call;
    await supervisor.stop('toolbox');
    expect(lines({ text: 'tools/call' })).toMatchObject([
      { text: 'tools/call hang, cancelled', level: 'warn', durationMs: expect.any(Number) },
    ]);
  });

  it('hides secrets in what it says as well', async () => {
    const env = { PLACE: 'the secret place' };
    const { supervisor, lines } = supervise([fixture('toolbox', { set: { env } })]);
    await supervisor.connect('toolbox', noSignal);
    await failureOf(supervisor.call('toolbox', env.PLACE, {}, { signal: noSignal }));
    expect(lines({ text: 'tools/call' }).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^tools\/call hidden, 16 characters: /),
    ]);
  });

  it.each<[string, string, unknown, string, string]>([
    ['tools/call', 'search', refused(), 'tools/call search: connect ECONNREFUSED', 'error'],
    ['tools/call', 'search', new Error('HTTP 500'), 'tools/call search: HTTP 500', 'error'],
    ['tools/call', 'search', new AggregateError([]), 'tools/call search: not sent', 'error'],
    ['server/discover', '', refused(), 'server/discover: connect ECONNREFUSED', 'debug'],
  ])('says why %s %s did not get through: %s', async (method, name, error, text, level) => {
    const changed: LogEntry[] = [];
    const inner: Transport = {
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
      send: () => Promise.reject(error as Error),
    };
    const transport = new RecordingTransport(inner, {
      server: 'docs',
      log: {
        append: (line) => ({ ...line, seq: 1, hasBody: true }),
        update: (line) => changed.push(line),
      },
      redactor: createRedactor({}),
      now: () => 5,
    });
    const params = name === '' ? {} : { name };
    const sent = transport.send({ jsonrpc: '2.0', id: 1, method, params });
    await expect(sent).rejects.toBe(error);
    expect(changed).toMatchObject([{ text, level, durationMs: 0 }]);
  });
});

function refused(): Error {
  return new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
}
