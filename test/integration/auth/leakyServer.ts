import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Rpc = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string };
};

/**
 * An MCP server (2025-11-25, JSON answers) that lets any credential in but those of `refused`, and
 * says it again wherever it can: each of its tools does so in another way.
 */
export async function leakyServer(issuer: () => string) {
  const refused = new Set<string>();
  const manners = { failsHandshake: false, wantsScope: true };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', origin);
    const json = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    if (pathname === '/.well-known/oauth-protected-resource/mcp') {
      return void json(200, {
        resource: `${origin}/mcp`,
        authorization_servers: [issuer()],
        scopes_supported: ['mcp:use'],
      });
    }
    if (pathname !== '/mcp') return void response.writeHead(404).end();
    const said = request.headers.authorization ?? '';
    const token = said.split(' ')[1] ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Rpc;
    const echo = `you sent "${said}", that is ${token} and ${String(request.headers['dpop'] ?? '')}`;
    const refuse = (status: number, error: string) =>
      json(
        status,
        { error, error_description: echo, token },
        {
          'www-authenticate': `Bearer error="${error}", error_description="${echo.replaceAll('"', "'")}", scope="mcp:use mcp:admin ${status === 403 ? token : ''}"`,
        },
      );
    if (token === '' || refused.has(token)) return void refuse(401, 'invalid_token');
    if (id === undefined)
      return void response.writeHead(request.method === 'POST' ? 202 : 405).end();
    const result = (value: object) => void json(200, { jsonrpc: '2.0', id, result: value });
    const error = (message: string, data?: unknown) =>
      void json(200, { jsonrpc: '2.0', id, error: { code: -32000, message, data } });
    if (method === 'server/discover') return error('no such method');
    if (method === 'initialize') {
      if (manners.failsHandshake) return error(`no: ${echo}`, { said });
      return result({
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'leaky', version: '1' },
      });
    }
    if (method === 'resources/read') return error(`gone: ${echo}`);
    if (method === 'tools/list') {
      const inputSchema = { type: 'object' };
      return result({ tools: [...tools].map((name) => ({ name, inputSchema })) });
    }
    switch (params?.name ?? '') {
      case 'in_error':
        return error(`failed: ${echo}`, { said, token });
      case 'in_result':
        return result({ content: [{ type: 'text', text: echo }], structuredContent: { said } });
      case 'in_body':
        return void json(500, { message: echo });
      case 'in_redirect': {
        const location = `https://elsewhere.example/at?token=${token}#${token}`;
        return void response.writeHead(302, { location }).end();
      }
      case 'in_scope':
        if (manners.wantsScope) return void refuse(403, 'insufficient_scope');
        return result({ content: [] });
      default:
        return result({ content: [{ type: 'text', text: 'fine' }] });
    }
  };
  server.on('request', (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `${origin}/mcp`, refused, manners };
}

const tools = ['in_error', 'in_result', 'in_body', 'in_redirect', 'in_scope', 'quiet'] as const;
