import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { WsTransport } from '../../../src/main/servers/transports/ws.ts';
import { freePort, listen, remote, serveSocket } from './peers.ts';

/** A server of the SDK's older line. */
function serve(socket: WebSocket): void {
  const server = new McpServer({ name: 'socket', version: '1.0.0' });
  server.registerTool('big', { description: 'Answers more than is allowed' }, () => ({
    content: [{ type: 'text', text: 'x'.repeat(65 * 1024 * 1024) }],
  }));
  server.registerTool('where', { description: 'Says where it is' }, () => ({
    content: [{ type: 'text', text: 'at the socket' }],
  }));
  server.registerTool('hang-up', { description: 'Ends the connection' }, () => {
    socket.close(1012, 'new version');
    return new Promise(() => undefined);
  });
  serveSocket(server, socket);
}

async function socketServer(accept: (socket: WebSocket, request: IncomingMessage) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  server.on('connection', accept);
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

describe('a server over a WebSocket', () => {
  it('is connected with subprotocol and headers, and called', async () => {
    const asked: unknown[] = [];
    const url = await socketServer((socket, { headers }) => {
      asked.push(headers['sec-websocket-protocol'], headers['authorization']);
      serve(socket);
    });
    const headers = { Authorization: 'Bearer very-secret-key' };
    const { connect, call, names, supervisor } = remote({ type: 'ws', url, headers });
    await connect();
    expect(asked).toEqual(['mcp', 'Bearer very-secret-key']);
    expect(names()).toContain('where');
    expect(await call('where')).toMatchObject({ content: [{ text: 'at the socket' }] });
    expect(supervisor.list()[0]).toMatchObject({ transport: 'ws' });
  });

  it('that hangs up during a call fails it at once with its reason, and is connected again', async () => {
    const url = await socketServer(serve);
    const { connect, call, untilState } = remote({ type: 'ws', url });
    await connect();
    await expect(call('hang-up')).rejects.toMatchObject({
      error: { code: 'server/closed-by-server', params: { why: '1012, new version' } },
    });
    await untilState('remote', 'backoff');
    await untilState('remote', 'connected');
  });

  it('that sends more than the limit is cut off with the reason', async () => {
    const url = await socketServer(serve);
    const { connect, call } = remote({ type: 'ws', url });
    await connect();
    await expect(call('big')).rejects.toMatchObject({
      error: { code: 'server/message-too-big', params: { limit: 64 } },
    });
  });

  it('that wants a key, or is not there, says so', async () => {
    const { origin } = await listen((_request, response) => response.end());
    const http = await listen(() => undefined);
    http.server.on('upgrade', (_request, socket) => {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
    });
    const refused = remote({ type: 'ws', url: http.origin.replace('http', 'ws') });
    await expect(refused.connect()).rejects.toMatchObject({
      error: { code: 'server/needs-auth' },
    });
    const nothing = remote({ type: 'ws', url: `ws://127.0.0.1:${await freePort()}` });
    await expect(nothing.connect()).rejects.toMatchObject({ error: { code: 'server/refused' } });
    const page = remote({ type: 'ws', url: origin.replace('http', 'ws') });
    await expect(page.connect()).rejects.toMatchObject({ error: { code: 'server/not-mcp' } });
  });
});

it('a peer that answers no ping is given up', async () => {
  const url = await socketServer(() => undefined);
  const transport = new WsTransport({ server: 'silent', url, headers: {}, pingMs: 20, pongMs: 20 });
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  await closed;
  expect(transport.failure).toMatchObject({ code: 'server/connection-lost' });
});
