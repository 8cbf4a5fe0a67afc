import { ProtocolError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { remoteFailure } from '../../src/main/servers/connection/remoteFailure.ts';
import {
  TerminalCount,
  faultOf,
  streamLostError,
} from '../../src/main/servers/connection/terminalErrors.ts';
import { closedSocket } from '../../src/main/servers/transports/socketClose.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });
/** As Node's fetch tells it. */
const fetchFailed = (code: string) => new TypeError('fetch failed', { cause: withCode(code) });
const http = (status: number) =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'Error POSTing', { status });
const lost = () => {
  const { code, message, data } = streamLostError();
  return new ProtocolError(code, message, data);
};

describe('faultOf', () => {
  it.each([
    ...['ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNREFUSED', 'UND_ERR_SOCKET'].map(
      (code) => [`fetch failed by ${code}`, fetchFailed(code), 'terminal'] as const,
    ),
    ['a broken pipe', withCode('EPIPE'), 'terminal'],
    ['a body that ends early', new TypeError('terminated'), 'terminal'],
    ['a stream that ended unanswered', lost(), 'terminal'],
    [
      'one of several addresses',
      new TypeError('fetch failed', { cause: new AggregateError([withCode('ECONNREFUSED')]) }),
      'terminal',
    ],
    ['a fault deep in the chain', new Error('a', { cause: fetchFailed('ECONNRESET') }), 'terminal'],
    ['401', http(401), 'needs-auth'],
    ['401 in the chain', new Error('negotiation failed', { cause: http(401) }), 'needs-auth'],
    ['403', http(403), 'forbidden'],
    ['405 on the optional stream', http(405), 'harmless'],
    ['500', http(500), 'harmless'],
    ['a lost listening stream', new Error('SSE stream disconnected: TypeError'), 'harmless'],
    ["a tool's own error", new ProtocolError(-32_602, 'no such thing'), 'harmless'],
    ['a JSON-RPC error that looks like a status', new ProtocolError(401, 'no'), 'harmless'],
    ['nothing', undefined, 'harmless'],
  ] as const)('takes %s for what it is', (_name, thrown, fault) => {
    expect(faultOf(thrown)).toBe(fault);
  });

  it('ends where causes go round in circles', () => {
    const one = new Error('one');
    one.cause = new Error('two', { cause: one });
    expect(faultOf(one)).toBe('harmless');
  });
});

describe('TerminalCount', () => {
  it('says so at the third in a row', () => {
    const count = new TerminalCount();
    const added = [1, 2, 3].map(() => count.add(fetchFailed('ECONNRESET')));
    expect(added).toEqual([false, false, true]);
  });

  it('counts one fault once, however often it is told and wrapped', () => {
    const count = new TerminalCount();
    const fault = fetchFailed('ECONNRESET');
    expect([
      count.add(fault),
      count.add(fault),
      count.add(new Error('told again', { cause: fault })),
      count.add(fetchFailed('EPIPE')),
    ]).toEqual([false, false, false, false]);
    expect(count.add(fetchFailed('EPIPE'))).toBe(true);
  });

  it('begins anew after anything that worked, and leaves out what is harmless', () => {
    const count = new TerminalCount();
    count.add(fetchFailed('EPIPE'));
    count.add(fetchFailed('EPIPE'));
    count.reset();
    count.add(http(500));
    count.add(http(401));
    count.add(fetchFailed('EPIPE'));
    expect(count.add(fetchFailed('EPIPE'))).toBe(false);
    expect(count.add(fetchFailed('EPIPE'))).toBe(true);
  });
});

describe('remoteFailure', () => {
  it.each([
    ['ECONNREFUSED', 'server/refused'],
    ['ENOTFOUND', 'server/unknown-host'],
    ['EHOSTUNREACH', 'server/unreachable'],
    ['ECONNRESET', 'server/connection-lost'],
    ['UND_ERR_SOCKET', 'server/connection-lost'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'server/tls-untrusted'],
  ])('explains %s as %s', (code, explained) => {
    const failure = remoteFailure('web', 'https://a.example/mcp', fetchFailed(code));
    expect(failure?.code).toBe(explained);
  });

  it.each([
    [307, 'server/redirected'],
    [401, 'server/needs-auth'],
    [403, 'server/forbidden'],
    [404, 'server/no-endpoint'],
    [418, 'server/http-status'],
    [503, 'server/http-error'],
  ])('explains status %d as %s', (status, explained) => {
    const thrown = new Error('negotiation failed', { cause: http(status) });
    expect(remoteFailure('web', 'https://a.example/mcp', thrown)?.code).toBe(explained);
  });

  it('leaves the answers of a server that works alone', () => {
    const refused = new ProtocolError(404, 'no such tool (404)');
    expect(remoteFailure('web', 'https://a.example/', refused)).toBeUndefined();
    expect(remoteFailure('web', 'https://a.example/', lost())?.code).toBe('server/connection-lost');
  });
});

describe('closedSocket', () => {
  it.each([
    [1006, '', 'server/connection-lost', undefined],
    [1001, '', 'server/closed-by-server', '1001, going away'],
    [1011, 'out of memory', 'server/closed-by-server', '1011, out of memory'],
    [4000, '', 'server/closed-by-server', '4000'],
  ])('explains close code %d with reason %j', (code, reason, explained, why) => {
    const failure = closedSocket('wss://a.example/', code, reason);
    expect(failure.code).toBe(explained);
    expect(failure.params?.['why']).toBe(why);
  });
});
