import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import type { ServerDefinition } from '../../../src/main/config/desiredServers.ts';
import { createWebFetch } from '../../../src/main/platform/webFetch.ts';
import type { SupervisorOptions } from '../../../src/main/servers/supervisor.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { noSignal, supervise } from '../../servers/supervision.ts';

/** An entry called `remote`, supervised; nothing is started before it is asked for. */
export function remote(
  config: object,
  autoStart = false,
  options: Partial<SupervisorOptions> = {},
) {
  const definition: ServerDefinition = {
    name: 'remote',
    source: 'user',
    autoStart,
    config: ServerConfig.parse(config),
  };
  const network = { fetch: createWebFetch(), ideLockFolders: [], inProcess: new Map() };
  const supervision = supervise([definition], { network, ...options });
  const { supervisor } = supervision;
  return {
    ...supervision,
    connect: () => supervisor.connect('remote', noSignal),
    call: (tool: string, input: Readonly<Record<string, unknown>> = {}) =>
      supervisor.call('remote', tool, input, { signal: noSignal }),
    names: () => supervisor.tools().map(({ name }) => name),
  };
}

/** Connects a server of the SDK's older line, which has no transport of its own for it. */
export function serveSocket(server: McpServer, socket: WebSocket): void {
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => socket.send(JSON.stringify(message)),
    close: async () => socket.close(),
  };
  socket.on('message', (data: Buffer) => {
    transport.onmessage?.(JSON.parse(data.toString()) as JSONRPCMessage);
  });
  socket.on('close', () => transport.onclose?.());
  void server.connect(transport);
}

/** Starts server-everything as a process of its own and answers its origin. */
export async function everything(mode: 'sse' | 'streamableHttp'): Promise<string> {
  const port = await freePort();
  const folder = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');
  const child = spawn(process.execPath, [join(folder, 'server-everything/dist/index.js'), mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      if (chunk.toString().includes(String(port))) resolve();
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) => reject(new Error(`server-everything ended with ${code}`)));
  });
  return `http://127.0.0.1:${port}`;
}

/** A server on a port of its own, gone with the test; `origin` is where it is. */
export async function listen(handler: RequestListener, port = 0) {
  const server = createServer(handler);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  onTestFinished(() => shut(server));
  return { server, port: taken, origin: `http://127.0.0.1:${taken}` };
}

/** Closes a server and every connection to it at once. */
export async function shut(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await shut(server);
  return port;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** Serves a fetch handler from Node's own server. */
export function byFetch(handle: (request: Request) => Promise<Response>): RequestListener {
  return (request, response) => void serve(handle, request, response);
}

async function serve(
  handle: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = request.method === 'POST' ? JSON.stringify(await bodyOf(request)) : undefined;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const url = `http://${request.headers.host}${request.url}`;
  const method = request.method ?? 'GET';
  const answer = await handle(
    new Request(url, { method, headers, signal: gone.signal, ...(body && { body }) }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders();
  if (answer.body === null) response.end();
  else Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
}

type Rpc = { readonly id?: number | string; readonly method?: string; readonly params?: unknown };

/**
 * A small older server over Streamable HTTP, message by message: `answer` may take a request over
 * and then has to end the response itself.
 */
export function olderServer(
  answer: (message: Rpc, response: ServerResponse, request: IncomingMessage) => boolean,
): RequestListener {
  const serveOne = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const message = (await bodyOf(request)) as Rpc;
    if (answer(message, response, request)) return;
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'older', version: '1.0.0' },
      },
      'tools/list': { tools: [{ name: 'work', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'done' }] },
    };
    const result = results[message.method ?? ''];
    const error = { code: -32_601, message: 'Method not found' };
    const body = result === undefined ? { error } : { result };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body }));
  };
  return (request, response) => void serveOne(request, response);
}
