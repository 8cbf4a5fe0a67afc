import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, SSEClientTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SseIdeTransport } from '../../src/main/servers/transports/sseIde.ts';
import type { SseIdeOptions } from '../../src/main/servers/transports/sseIde.ts';
import { ServerConfig } from '../../src/shared/server.ts';
import { failureOf, fixture, noSignal, supervise } from './supervision.ts';

const header = 'x-claude-code-ide-authorization';

/** An IDE's SSE server that lets nobody in without its token; its requests are told by method. */
async function ide() {
  const token = randomUUID();
  const seen: string[] = [];
  const sessions = new Map<string, SSEServerTransport>();
  const http = createServer((request, response) => {
    void (async () => {
      if (request.headers[header] !== token) return response.writeHead(401).end();
      seen.push(request.method ?? '');
      if (request.method === 'GET') {
        const transport = new SSEServerTransport('/messages', response);
        sessions.set(transport.sessionId, transport);
        const server = new McpServer({ name: 'ide', version: '1.0.0' });
        server.registerTool('getOpenEditors', {}, () => ({
          content: [{ type: 'text', text: 'one editor' }],
        }));
        return server.connect(transport);
      }
      const id = new URL(request.url ?? '', 'http://ide').searchParams.get('sessionId') ?? '';
      return sessions.get(id)?.handlePostMessage(request, response);
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { token, seen, port: (http.address() as AddressInfo).port };
}

/** A folder for lock files, a workspace, and what connects to the IDE of the one by the other. */
function desk() {
  const root = mkdtempSync(join(tmpdir(), 'patchbay-ide-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const locks = join(root, 'ide');
  const workspace = join(root, 'code');
  mkdirSync(locks);
  const lock = (port: number, more: object) => {
    const text = { pid: process.pid, workspaceFolders: [root], ideName: 'Editor', ...more };
    const path = join(locks, `${port}.lock`);
    writeFileSync(`${path}.new`, JSON.stringify(text));
    renameSync(`${path}.new`, path);
    return path;
  };
  const transport = (more: Partial<SseIdeOptions> = {}) =>
    new SseIdeTransport({
      lockFolders: [join(root, 'absent'), locks],
      workspace,
      headers: {},
      openRemote: ({ url, headers }) =>
        new SSEClientTransport(new URL(url), { requestInit: { headers } }),
      ...more,
    });
  return { lock, locks, transport, workspace };
}

async function connect(transport: SseIdeTransport) {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  return { client, closed };
}

describe('the transport to an IDE', () => {
  it('finds it by its lock file and shows the token with every request', async () => {
    const { port, token, seen } = await ide();
    const { lock, transport } = desk();
    lock(port, { authToken: token, transport: 'sse' });
    const { client } = await connect(transport());
    const { content } = await client.callTool({ name: 'getOpenEditors', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: 'one editor' }]);
    expect(seen).toEqual(['GET', 'POST', 'POST', 'POST']);
  });

  it('takes the token of a fixed address from the lock file of its port', async () => {
    const { port, token } = await ide();
    const { lock, transport } = desk();
    lock(port, { authToken: token, workspaceFolders: ['/elsewhere'] });
    const { client } = await connect(transport({ url: `http://localhost:${port}/sse` }));
    expect(client.getServerVersion()?.name).toBe('ide');
  });

  it('is refused with another token', async () => {
    const { port } = await ide();
    const { lock, transport } = desk();
    lock(port, { authToken: 'another' });
    await expect(connect(transport())).rejects.toThrow(/401/);
  });

  it('says so when no IDE has the workspace open', async () => {
    const { lock, transport, workspace } = desk();
    lock(1, { workspaceFolders: ['/elsewhere'] });
    expect(await failureOf(transport().start())).toMatchObject({
      code: 'server/ide-not-found',
      params: { workspace },
    });
  });

  it('opens a WebSocket where the lock file says so', async () => {
    const { lock, transport } = desk();
    lock(4242, { transport: 'ws', authToken: 'abc' });
    const asked: unknown[] = [];
    const openRemote: SseIdeOptions['openRemote'] = (target) => {
      asked.push(target);
      return { start: async () => {}, send: async () => {}, close: async () => {} };
    };
    const opened = transport({ openRemote, headers: { 'X-More': '1' } });
    await opened.start();
    await opened.close();
    expect(asked).toEqual([
      {
        kind: 'ws',
        url: 'ws://127.0.0.1:4242',
        headers: { 'X-More': '1', 'X-Claude-Code-Ide-Authorization': 'abc' },
      },
    ]);
  });

  it.each([
    ['is closed', undefined, 'server/ide-left'],
    ['starts anew with another token', 'new', 'server/ide-restarted'],
  ])('ends with the reason when the IDE %s', async (_name, authToken, code) => {
    const { port, token } = await ide();
    const { lock, transport } = desk();
    const path = lock(port, { authToken: token });
    const opened = transport();
    const { closed } = await connect(opened);
    if (authToken === undefined) rmSync(path);
    else lock(port, { authToken });
    await closed;
    expect(opened.failure).toMatchObject({ code, params: { ide: 'Editor' } });
  });

  it('goes on while the lock file is written again with the same words', async () => {
    const { port, token } = await ide();
    const { lock, transport } = desk();
    lock(port, { authToken: token });
    const opened = transport();
    const { client } = await connect(opened);
    lock(port, { authToken: token });
    lock(port + 1, { authToken: 'of another IDE' });
    await client.ping();
    expect(opened.failure).toBeUndefined();
  });
});

describe('a server that is an IDE', () => {
  it('is connected to again when the IDE starts anew at another port', async () => {
    const [first, second] = [await ide(), await ide()];
    const { lock, locks, workspace } = desk();
    const path = lock(first.port, { authToken: first.token });
    const config = ServerConfig.parse({ type: 'sse-ide' });
    const running = supervise([{ ...fixture('toolbox'), name: 'ide', config }], {
      workspace,
      network: { fetch, ideLockFolders: [locks], inProcess: new Map() },
    });
    const { supervisor } = running;
    await supervisor.connect('ide', noSignal);
    expect(supervisor.tools().map(({ name }) => name)).toEqual(['getOpenEditors']);
    rmSync(path);
    const { cause } = await running.untilState('ide', 'backoff');
    expect(cause).toMatchObject({ code: 'server/ide-left', params: { ide: 'Editor' } });
    lock(second.port, { authToken: second.token });
    supervisor.retryWaiting();
    await running.untilState('ide', 'connected');
    expect(second.seen[0]).toBe('GET');
    expect(supervisor.doctor('ide').text).toContain('Address: by the lock file of an IDE');
    expect(supervisor.doctor('ide').text).not.toContain(second.token);
  });
});
