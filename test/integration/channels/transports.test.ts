import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, McpServer as NewerServer } from '@modelcontextprotocol/server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import type { ServerNews } from '../../../src/main/servers/connection/serverNews.ts';
import { byFetch, listen, remote, serveSocket } from '../transports/peers.ts';

const experimental = { 'claude/channel': {}, 'claude/channel/permission': {} };

/** A server of the SDK's older line that pushes what `push` is given, and allows what it is asked. */
function channelServer() {
  const server = new McpServer(
    { name: 'channel', version: '1.0.0' },
    { capabilities: { tools: {}, experimental } },
  );
  const send = (method: string, params: Record<string, unknown>) =>
    server.server.notification({ method, params });
  server.registerTool('push', {}, async () => {
    for (const content of ['one', 'two', 'three']) {
      await send('notifications/claude/channel', { content });
    }
    return { content: [] };
  });
  const Request = z.object({
    method: z.literal('notifications/claude/channel/permission_request'),
    params: z.looseObject({ request_id: z.string() }),
  });
  server.server.setNotificationHandler(Request, ({ params }) =>
    send('notifications/claude/channel/permission', { ...params, behavior: 'allow' }),
  );
  return server;
}

/** Streamable HTTP with sessions. */
async function http(): Promise<object> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const { origin } = await listen((request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    const open = async () => {
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await channelServer().connect(transport as Transport);
      return transport;
    };
    const serve = async () => (known ?? (await open())).handleRequest(request, response);
    serve().catch(() => response.destroy());
  });
  return { url: `${origin}/mcp` };
}

async function sse(): Promise<object> {
  const open = new Map<string, SSEServerTransport>();
  const { origin } = await listen((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      open.set(transport.sessionId, transport);
      void channelServer().connect(transport);
    } else {
      const transport = open.get(searchParams.get('sessionId') ?? '');
      void transport?.handlePostMessage(request, response);
    }
  });
  return { type: 'sse', url: `${origin}/sse` };
}

async function ws(): Promise<object> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  server.on('connection', (socket) => serveSocket(channelServer(), socket));
  return { type: 'ws', url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

it.each([
  ['Streamable HTTP', http],
  ['HTTP+SSE', sse],
  ['a WebSocket', ws],
])('hears what is pushed over %s, in order, and is answered there', async (_name, serve) => {
  const news: ServerNews[] = [];
  const { connect, call, supervisor } = remote(await serve(), false, {
    onNews: (_server, one) => void news.push(one),
  });
  await connect();
  expect(supervisor.list()).toMatchObject([{ channel: 'open', relays: true }]);
  await call('push');
  await expect
    .poll(() => news.flatMap((one) => (one.kind === 'channel' ? [one.params] : [])))
    .toEqual([{ content: 'one' }, { content: 'two' }, { content: 'three' }]);
  const method = 'notifications/claude/channel/permission_request';
  supervisor.notify('remote', method, { request_id: 'abcde' });
  await expect
    .poll(() => news.find(({ kind }) => kind === 'permission'))
    .toEqual({ kind: 'permission', params: { request_id: 'abcde', behavior: 'allow' } });
});

it('uses the tools of a server that speaks only the newer version, and says that it is not heard', async () => {
  const handler = createMcpHandler(
    () => {
      const server = new NewerServer(
        { name: 'newer', version: '1.0.0' },
        { capabilities: { tools: {}, experimental } },
      );
      server.registerTool('work', {}, () => ({ content: [] }));
      return server;
    },
    { legacy: 'reject' },
  );
  const { origin } = await listen(byFetch((request) => handler.fetch(request)));
  const { connect, call, supervisor, untilLine } = remote({ url: `${origin}/mcp` });
  await connect();
  expect(supervisor.list()).toMatchObject([
    { channel: 'unheard', relays: false, protocolVersion: '2026-07-28', toolCount: 1 },
  ]);
  await untilLine(/speaks only a newer version, in which it can not push/);
  await call('work');
});
