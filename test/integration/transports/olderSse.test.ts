import type { RequestListener } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { describe, expect, it } from 'vitest';
import { EraVerdicts, eraStoreInMemory } from '../../../src/main/servers/connection/eraVerdicts.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { freePort, listen, olderServer, remote, shut } from './peers.ts';

/** HTTP+SSE of the SDK's older line: a stream at /sse, messages at /messages. */
function sseServer(): RequestListener {
  const open = new Map<string, SSEServerTransport>();
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET' && pathname === '/sse') {
      const transport = new SSEServerTransport('/messages', response);
      open.set(transport.sessionId, transport);
      const server = new McpServer({ name: 'older', version: '1.0.0' });
      server.registerTool('old', {}, () => ({ content: [{ type: 'text', text: 'old' }] }));
      void server.connect(transport);
    } else if (request.method === 'POST' && pathname === '/messages') {
      const transport = open.get(searchParams.get('sessionId') ?? '');
      void transport?.handlePostMessage(request, response);
    } else response.writeHead(405).end();
  };
}

/** A server at a fixed port that can become another one, and what it was asked. */
async function changing() {
  const port = await freePort();
  const asked: string[] = [];
  const on = (handler: RequestListener) =>
    listen((request, response) => {
      asked.push(`${request.method} ${new URL(request.url ?? '', 'http://localhost').pathname}`);
      handler(request, response);
    }, port);
  let { server } = await on(sseServer());
  const become = async (handler: RequestListener) => {
    await shut(server);
    ({ server } = await on(handler));
    asked.length = 0;
  };
  return { url: `http://127.0.0.1:${port}/sse`, asked, become };
}

/** Two lives of the app with one memory. */
function lives(url: string) {
  const eraStore = eraStoreInMemory();
  const eras = new EraVerdicts(eraStore, Date.now);
  const remembered = () => eras.of(ServerConfig.parse({ url }));
  const next = (more: object = {}) => remote({ url, ...more }, false, { eraStore });
  return { next, remembered };
}

describe('a server of HTTP+SSE behind a plain address', () => {
  it('is remembered, so that the next connect asks no more for Streamable HTTP', async () => {
    const { url, asked } = await changing();
    const { next, remembered } = lives(url);
    const first = next();
    await first.connect();
    expect(asked[0]).toBe('POST /sse');
    expect(remembered()).toBe('sse');
    await first.supervisor.stop('remote');

    asked.length = 0;
    const second = next();
    await second.connect();
    expect(second.names()).toEqual(['old']);
    expect(asked[0]).toBe('GET /sse');
    expect(asked).not.toContain('POST /sse');
  });

  it.each([
    ['refuses the stream', 405],
    ['answers it with something else', 200],
  ])('that was upgraded and %s is found at once', async (_title, status) => {
    const { url, asked, become } = await changing();
    const { next, remembered } = lives(url);
    const first = next();
    await first.connect();
    await first.supervisor.stop('remote');
    const upgraded = olderServer(() => false);
    await become((request, response) => {
      if (request.method === 'POST') upgraded(request, response);
      else response.writeHead(status, { 'content-type': 'text/plain' }).end('hello');
    });

    const second = next();
    await second.connect();
    expect(second.names()).toEqual(['work']);
    expect(asked.slice(0, 2)).toEqual(['GET /sse', 'POST /sse']);
    expect(remembered()).toBe('legacy');
  });

  it('that is gone is forgotten, and explained like one that was never known', async () => {
    const { url, become } = await changing();
    const { next, remembered } = lives(url);
    const first = next();
    await first.connect();
    await first.supervisor.stop('remote');
    await become((_request, response) => response.writeHead(404).end());
    const second = next();
    await expect(second.connect()).rejects.toMatchObject({ error: { code: 'server/no-endpoint' } });
    expect(remembered()).toBeUndefined();
  });

  it('that was upgraded and leaves the stream silent is found by the next try', async () => {
    const { url, become } = await changing();
    const { next, remembered } = lives(url);
    const first = next();
    await first.connect();
    await first.supervisor.stop('remote');
    const upgraded = olderServer(() => false);
    await become((request, response) => {
      if (request.method === 'POST') upgraded(request, response);
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    const second = next({ connectTimeoutMs: 1_000 });
    await expect(second.connect()).rejects.toMatchObject({
      error: { code: 'server/connect-timeout' },
    });
    expect(remembered()).toBeUndefined();
    await second.untilState('remote', 'connected');
    expect(second.names()).toEqual(['work']);
  });
});
