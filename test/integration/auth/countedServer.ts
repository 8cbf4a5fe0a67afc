import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { onTestFinished } from 'vitest';

/** An MCP server that takes the requests whose `X-Count` is among `good`, and answers 401 to others. */
export async function countedServer(good: ReadonlySet<string>) {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const count = request.headers['x-count'];
    if (typeof count !== 'string' || !good.has(count)) {
      response.writeHead(401).end();
      return;
    }
    const server = new McpServer({ name: 'counted', version: '1.0.0' });
    server.registerTool('who_am_i', { description: 'The header' }, () => ({
      content: [{ type: 'text', text: count }],
    }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}
