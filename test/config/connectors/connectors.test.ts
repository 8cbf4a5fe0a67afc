import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServerConfig } from '../../../src/shared/server.ts';
import { Connectors } from '../../../src/main/config/connectors/connectors.ts';
import { SettingsFile } from '../../../src/main/config/settingsFile.ts';
import { signature } from '../../../src/main/config/signature.ts';

let data: string;
let registry: Server;
let answer: RequestListener;
let asked: string[];
let base: string;
let settings: SettingsFile;
let servers: Map<string, ServerConfig>;

const server = (n: number | string, url = `https://s${n}.example/mcp`) => ({
  server: {
    name: `com.example/s${n}`,
    description: '',
    version: '1',
    remotes: [{ type: 'streamable-http', url }],
  },
});
const page = (list: readonly unknown[], nextCursor?: string) =>
  JSON.stringify({ servers: list, metadata: { count: list.length, nextCursor } });

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'patchbay-connectors-'));
  asked = [];
  servers = new Map();
  answer = (_request, response) => response.end(page([server(1), server(2)]));
  registry = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  settings = new SettingsFile(join(data, 'settings.json'), () => undefined);
  await writeFile(settings.path, JSON.stringify({ connectorsUrl: base, mcpServers: {} }));
  await settings.open();
});
afterEach(async () => {
  settings.close();
  registry.closeAllConnections();
  registry.close();
  await rm(data, { recursive: true, force: true });
});

async function opened(now = Date.now): Promise<Connectors> {
  const connectors = new Connectors({
    cacheFile: join(data, 'connectors.json'),
    fetch,
    now,
    settings: () => settings.settings,
    edit: (edits) => settings.edit(edits),
    servers: () => servers,
    signatureOf: signature,
    onChange: () => undefined,
  });
  await connectors.open();
  return connectors;
}
const names = (connectors: Connectors) => connectors.view().connectors.map(({ id }) => id);
const layer = (connectors: Connectors) =>
  connectors.layers().flatMap(({ servers: list }) => [...list.entries()]);

it('follows the pages to their end, and switches nothing on by listing it', async () => {
  answer = (request, response) => {
    const cursor = new URL(request.url ?? '', base).searchParams.get('cursor');
    response.end(cursor === 'a b/1' ? page([server(2)]) : page([server(1)], 'a b/1'));
  };
  const connectors = await opened();
  await connectors.refresh();
  expect(asked).toEqual(['/v0/servers?limit=100', '/v0/servers?limit=100&cursor=a+b%2F1']);
  expect(names(connectors)).toEqual(['com.example/s1', 'com.example/s2']);
  expect(layer(connectors)).toEqual([]);
});

it('switches one on for the address that was shown, and off again when it moves', async () => {
  const connectors = await opened();
  await connectors.refresh();
  await connectors.set('com.example/s1', true, 'https://s1.example/mcp');
  expect(settings.settings.connectors).toEqual({ 'com.example/s1': 'https://s1.example/mcp' });
  const entry = { type: 'http', url: 'https://s1.example/mcp', headers: {}, disabled: false };
  expect(layer(connectors)).toEqual([['s1', entry]]);
  answer = (_request, response) => response.end(page([server(1, 'https://moved.example/mcp')]));
  await connectors.refresh();
  expect(layer(connectors)).toEqual([]);
  expect(connectors.view().connectors).toMatchObject([{ isOn: false }]);
  await expect(connectors.set('com.example/s1', true, 'https://s1.example/mcp')).rejects.toThrow(
    /not listed as it was shown/,
  );
});

it('starts from what it knew where there is no network, and says why it could not fetch', async () => {
  const first = await opened();
  await first.refresh();
  await first.set('com.example/s2', true, 'https://s2.example/mcp');
  registry.closeAllConnections();
  await new Promise((resolve) => registry.close(resolve));
  const second = await opened();
  expect(names(second)).toEqual(['com.example/s1', 'com.example/s2']);
  expect(layer(second).map(([name]) => name)).toEqual(['s2']);
  await second.refresh();
  expect(second.view().problem).toMatchObject({
    code: 'adding/connectors',
    params: { url: base, why: 'ECONNREFUSED' },
  });
  expect(names(second)).toHaveLength(2);
});

it('goes on to the registry that was set while it read another one', async () => {
  let letGo: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    answer = (request, response) => {
      if (request.url?.startsWith('/other') === true) return response.end(page([server('other')]));
      letGo = () => response.end(page([server(1)]));
      resolve();
    };
  });
  const connectors = await opened();
  const reading = connectors.refresh();
  await isAsked;
  const set = connectors.setUrl(`${base}/other`);
  await expect.poll(() => settings.settings.connectorsUrl).toBe(`${base}/other`);
  letGo();
  await Promise.all([reading, set]);
  expect(names(connectors)).toEqual(['com.example/sother']);
});

it('asks again only when what it knows is old, or of another registry', async () => {
  let now = 1_000_000_000_000;
  const connectors = await opened(() => now);
  await connectors.refresh();
  connectors.refreshIfOld();
  expect(connectors.view().isFetching).toBe(false);
  now += 61 * 60_000;
  connectors.refreshIfOld();
  expect(connectors.view().isFetching).toBe(true);
  await connectors.refresh();
  await connectors.setUrl(`${base}/other`);
  expect(asked.at(-1)).toBe('/other/v0/servers?limit=100');
  await settings.edit([{ path: ['connectorsUrl'], value: 'https://else.example' }]);
  expect(names(connectors)).toEqual([]);
});

it.each<[string, RequestListener, RegExp]>([
  ['an error', (_q, response) => void response.writeHead(500).end(), /HTTP 500/],
  ['a page of text', (_q, response) => response.end('<html>'), /no page of the MCP Registry/],
  ['a way elsewhere', (_q, r) => void r.writeHead(302, { location: '/x' }).end(), /redirect/],
  ['too much', (_q, response) => response.end('x'.repeat(5 * 1024 * 1024)), /larger than 4 MB/],
])('says why when the registry answers with %s', async (_what, listener, why) => {
  answer = listener;
  const connectors = await opened();
  await connectors.refresh();
  expect(connectors.view().problem?.message).toMatch(why);
  expect(await readdir(data)).toEqual(['settings.json']);
});

it('ends where a registry goes round in circles', async () => {
  answer = (_request, response) => response.end(page([server(1)], 'again'));
  const connectors = await opened();
  await connectors.refresh();
  expect(asked).toHaveLength(2);
});

it('says which server here has the same content', async () => {
  servers.set('mine', { url: 'https://s2.example/mcp', headers: {}, disabled: false });
  const connectors = await opened();
  await connectors.refresh();
  expect(connectors.view().connectors.map(({ sameAs }) => sameAs)).toEqual([undefined, 'mine']);
});
