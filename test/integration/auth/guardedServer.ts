import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Introspected } from '../../servers/authorizationServer.ts';

/**
 * An MCP server behind tokens over HTTP+SSE (`/sse`, `/messages`) and over a WebSocket (`/ws`), whose
 * every request and upgrade needs one.
 */
export async function guardedServer(options: {
  readonly issuer: string;
  readonly introspect: (token: string) => Promise<Introspected | undefined>;
}) {
  /** What each request or upgrade was let through with. */
  const passed: string[] = [];
  const strictness = { refusesAll: false };
  const sessions = new Map<string, SSEServerTransport>();
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  const accountOf = async (request: IncomingMessage): Promise<string | undefined> => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer' || strictness.refusesAll) return undefined;
    const account = (await options.introspect(token))?.account;
    if (account !== undefined) passed.push(`${request.method ?? ''} ${pathOf(request)}`);
    return account;
  };
  const challenge = (path: string) =>
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource${path}"`;

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request);
    const named = /^\/\.well-known\/oauth-protected-resource(\/sse|\/ws)$/.exec(path);
    const serve = async () => {
      if (named !== null) {
        const document = {
          resource: `${origin}${named[1]}`,
          authorization_servers: [options.issuer],
          scopes_supported: ['mcp:use'],
        };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(document));
        return;
      }
      if (path !== '/sse' && path !== '/messages') return void response.writeHead(404).end();
      const account = await accountOf(request);
      if (account === undefined) {
        return void response.writeHead(401, { 'www-authenticate': challenge('/sse') }).end();
      }
      if (request.method === 'GET') {
        const transport = new SSEServerTransport('/messages', response);
        sessions.set(transport.sessionId, transport);
        await whoAmI(account).connect(transport);
        return;
      }
      const id = new URL(request.url ?? '', origin).searchParams.get('sessionId') ?? '';
      await sessions.get(id)?.handlePostMessage(request, response);
    };
    serve().catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    const open = async () => {
      const account = await accountOf(request);
      if (account === undefined) {
        socket.end(
          `HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: ${challenge('/ws')}\r\nContent-Length: 0\r\n\r\n`,
        );
        return;
      }
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        void whoAmI(account).connect(transportOf(webSocket));
      });
    };
    open().catch(() => socket.destroy());
  });
  onTestFinished(async () => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    sse: `${origin}/sse`,
    ws: `ws://127.0.0.1:${port}/ws`,
    passed,
    strictness,
    /** As when it is started anew. */
    drop: () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
    },
  };
}

const pathOf = (request: IncomingMessage): string =>
  new URL(request.url ?? '/', 'http://127.0.0.1').pathname;

function whoAmI(account: string): McpServer {
  const server = new McpServer({ name: 'guarded', version: '1.0.0' });
  server.registerTool('who_am_i', { description: 'Whose token this is' }, () => ({
    content: [{ type: 'text', text: account }],
  }));
  return server;
}

function transportOf(socket: WebSocket): Transport {
  const transport: Transport = {
    start: async () => {
      socket.on('message', (data: Buffer) => {
        transport.onmessage?.(JSON.parse(data.toString('utf8')) as never);
      });
      socket.on('close', () => transport.onclose?.());
    },
    send: async (message) => socket.send(JSON.stringify(message)),
    close: async () => socket.close(),
  };
  return transport;
}
