import { describe, expect, it } from 'vitest';
import { ServerConfig, transportOf } from '../../src/shared/server.ts';

const url = 'https://a.example/mcp';

describe('ServerConfig', () => {
  it.each([
    [{ command: 'node' }, 'stdio'],
    [{ type: 'stdio', command: 'node' }, 'stdio'],
    [{ url }, 'http'],
    [{ type: 'http', url }, 'http'],
    [{ type: 'streamable-http', url }, 'http'],
    [{ type: 'streamableHttp', url }, 'http'],
    [{ type: 'sse', url }, 'sse'],
    [{ type: 'ws', url: 'ws://127.0.0.1:1/' }, 'ws'],
    [{ type: 'sse-ide' }, 'sse-ide'],
    [{ type: 'sdk', name: 'patchbay' }, 'sdk'],
  ])('takes %j for %s', (entry, kind) => {
    expect(transportOf(ServerConfig.parse(entry))).toBe(kind);
  });

  it.each([
    ['text', [], /must be an object/],
    [{}, [], /needs a `command` .* or a `url`/],
    [{ command: 'node', url }, ['url'], /both `command` and `url`/],
    [{ type: 'carrier-pigeon', url }, ['type'], /must be one of stdio, http/],
    [{ type: 'http', command: 'node' }, ['url'], /./],
    [{ type: 'stdio', url }, ['command'], /./],
    [{ url: 'ftp://a.example' }, ['url'], /http or https/],
    [{ type: 'ws', url }, ['url'], /ws or wss/],
    [{ url, headers: { A: 1 } }, ['headers', 'A'], /./],
    [{ command: 'node', args: ['a', 1] }, ['args', 1], /./],
  ])('refuses %j at %j', (entry, path, message) => {
    const parsed = ServerConfig.safeParse(entry);
    expect(parsed.error?.issues[0]).toMatchObject({
      path,
      message: expect.stringMatching(message),
    });
  });
});
