import type { IncomingHttpHeaders } from 'node:http';
import { McpServer, createMcpHandler, fromJsonSchema } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { byFetch, listen, olderServer, remote, shut } from './peers.ts';

/** What the types of JSON Schema do not know. */
const place = (name: string, header: string) => {
  const region: object = { type: 'string', 'x-mcp-header': header };
  return fromJsonSchema<Record<string, unknown>>({
    type: 'object',
    properties: { [name]: region },
  });
};

/** A server of the newer era whose tools can be changed. */
function newerServer(tools: Set<string>) {
  const got: { method: string; headers: IncomingHttpHeaders }[] = [];
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'newer', version: '1.0.0' },
        { capabilities: { tools: { listChanged: true } } },
      );
      for (const name of tools) {
        server.registerTool(
          name,
          { inputSchema: place('region', name === 'malformed' ? 'not a token' : 'Region') },
          (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }),
        );
      }
      return server;
    },
    { legacy: 'reject' },
  );
  const serve = byFetch((request) => handler.fetch(request));
  return {
    got,
    notify: handler.notify,
    listener: ((request, response) => {
      const method = String(request.headers['mcp-method'] ?? request.method);
      got.push({ method, headers: request.headers });
      serve(request, response);
    }) satisfies Parameters<typeof listen>[0],
  };
}

describe('a newer server over HTTP', () => {
  it('is recognised, gets the headers it requires, and arguments as headers', async () => {
    const { listener, got } = newerServer(new Set(['query', 'malformed']));
    const { origin } = await listen(listener);
    const { connect, call, names, supervisor } = remote({ url: `${origin}/mcp` });
    await connect();
    expect(supervisor.list()[0]).toMatchObject({ protocolVersion: '2026-07-28' });
    // A malformed declaration makes a tool one that clients must not use over HTTP.
    expect(names()).toEqual(['query']);
    expect(supervisor.detail('remote').refused).toMatchObject([{ name: 'malformed' }]);
    expect(await call('query', { region: '北' })).toMatchObject({
      content: [{ text: '{"region":"北"}' }],
    });
    expect(got.find(({ method }) => method === 'tools/call')?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'query',
      'mcp-param-region': '=?base64?5YyX?=',
    });
  });

  it('tells of new tools, also after its stream was lost', async () => {
    const tools = new Set(['one']);
    const { listener, notify, got } = newerServer(tools);
    const { server, origin, port } = await listen(listener);
    const { connect, names, until, state } = remote({ url: `${origin}/mcp` });
    await connect();
    await expect.poll(() => got.some(({ method }) => method === 'subscriptions/listen')).toBe(true);
    tools.add('two');
    notify.toolsChanged();
    await until(() => (names().includes('two') ? true : undefined));

    await shut(server);
    tools.add('three');
    await listen(listener, port);
    await until(() => (names().includes('three') ? true : undefined));
    expect(state('remote')?.kind).toBe('connected');
  });
});

it('an older server is asked for its era once; the verdict is dropped when it fails', async () => {
  const older: string[] = [];
  let serve = olderServer((message) => {
    older.push(message.method ?? '');
    return false;
  });
  const { origin } = await listen((request, response) => serve(request, response));
  const config = { url: `${origin}/mcp` };
  const { connect, supervisor, names } = remote(config);
  await connect();
  expect(older[0]).toBe('server/discover');
  await supervisor.stop('remote');
  older.length = 0;
  await connect();
  expect(older[0]).toBe('initialize');

  await supervisor.stop('remote');
  serve = newerServer(new Set(['fresh'])).listener;
  await connect();
  expect(names()).toEqual(['fresh']);
});
