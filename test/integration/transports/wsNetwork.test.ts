import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createWebFetch } from '../../../src/main/platform/webFetch.ts';
import { createStreamOpener } from '../../../src/main/platform/webSocketStream.ts';
import type { NetworkOptions } from '../../../src/main/platform/wayOut.ts';
import { failureOf } from '../../servers/supervision.ts';
import { forwardProxy, listen, useAuthorities } from '../network.ts';
import { freePort, remote, serveSocket } from './peers.ts';

// No name of these tests but localhost is known to a name server.
const secure = { type: 'ws', url: 'wss://secure.test/mcp' };
const plain = { type: 'ws', url: 'ws://plain.test/mcp' };

const authorities = useAuthorities();
const good = () => authorities.file('good.pem');

/** The port of a WebSocket server with one tool. */
function socketServer(server: Server): Promise<number> {
  new WebSocketServer({ server }).on('connection', (socket) => {
    const mcp = new McpServer({ name: 'socket', version: '1.0.0' });
    mcp.registerTool('where', {}, () => ({ content: [{ type: 'text', text: 'here' }] }));
    serveSocket(mcp, socket);
  });
  return listen(server);
}

async function network(status = 200, isProxySecure = false) {
  const plainPort = await socketServer(createServer());
  const securePort = await socketServer(createTlsServer(authorities.site()));
  const tls = isProxySecure ? authorities.site() : undefined;
  const { port, ...proxy } = await forwardProxy(plainPort, securePort, status, tls);
  return { ...proxy, plainPort, securePort, host: `localhost:${port}` };
}

const reach = (entry: object, options: NetworkOptions, connectMs?: number) =>
  remote(entry, false, {
    network: {
      fetch: createWebFetch(options),
      openStream: createStreamOpener(options, connectMs),
      ideLockFolders: [],
      inProcess: new Map(),
    },
  });

describe('a server over a WebSocket', () => {
  it.each([
    ['a secure one', secure, 'CONNECT secure.test:443'],
    ['a plain one', plain, 'CONNECT plain.test:80'],
  ])("is reached through a tunnel of the environment's proxy: %s", async (_title, entry, asked) => {
    const { seen, host } = await network();
    const environment = { HTTPS_PROXY: `http://${host}`, HTTP_PROXY: `http://${host}` };
    const { connect, call } = reach(entry, { environment, extraCaFile: good });
    await connect();
    expect(await call('where')).toMatchObject({ content: [{ text: 'here' }] });
    expect(seen).toEqual([asked]);
  });

  it("is reached through the system's proxy, asked for by http's names", async () => {
    const { seen, host } = await network();
    const asked: string[] = [];
    const resolveProxy = async (url: string) => {
      asked.push(url);
      return `PROXY ${host}; DIRECT`;
    };
    await reach(secure, { environment: {}, resolveProxy, extraCaFile: good }).connect();
    expect(seen).toEqual(['CONNECT secure.test:443']);
    expect(asked).toEqual(['https://secure.test/mcp']);
  });

  it('is reached through a proxy that is spoken to over TLS, by name and password', async () => {
    const { seen, credentials, host } = await network(200, true);
    const environment = { HTTPS_PROXY: `https://ada:l%20b@${host}` };
    const { connect } = reach(secure, { environment, extraCaFile: good });
    await connect();
    expect(seen).toEqual(['CONNECT secure.test:443']);
    // RFC 7617, section 2.
    expect(credentials).toEqual([`Basic ${Buffer.from('ada:l b').toString('base64')}`]);
  });

  it('is reached without a proxy where NO_PROXY names it', async () => {
    const { seen, plainPort, host } = await network();
    const entry = { type: 'ws', url: `ws://0.0.0.0:${plainPort}/mcp` };
    const environment = { HTTP_PROXY: `http://${host}` };
    await reach(entry, { environment }).connect();
    expect(seen).toEqual([`CONNECT 0.0.0.0:${plainPort}`]);
    seen.length = 0;
    const excepted = { ...environment, NO_PROXY: '0.0.0.0' };
    await reach(entry, { environment: excepted }).connect();
    expect(seen).toEqual([]);
  });

  it('on this computer is trusted by the extra certificates as well', async () => {
    const { seen, securePort, host } = await network();
    const environment = { HTTPS_PROXY: `http://${host}`, NODE_EXTRA_CA_CERTS: good() };
    const url = `wss://localhost:${securePort}/mcp`;
    await reach({ type: 'ws', url }, { environment }).connect();
    expect(seen).toEqual([]);
  });

  it.each(['nobody', 'other.pem'])(
    'that %s vouches for is refused as one over http is, and its tunnel closed',
    async (name) => {
      const { open, host } = await network();
      const options: NetworkOptions = {
        environment: { HTTPS_PROXY: `http://${host}` },
        extraCaFile: () => (name === 'nobody' ? undefined : authorities.file(name)),
      };
      const asHttp = { url: 'https://secure.test/mcp' };
      const overHttp = await failureOf(reach(asHttp, options).connect());
      const overWs = await failureOf(reach(secure, options).connect());
      expect(overWs).toMatchObject({
        code: 'server/tls-untrusted',
        params: { host: 'secure.test' },
      });
      expect(overWs).toEqual(overHttp);
      await expect.poll(() => open.size).toBe(0);
    },
  );

  it('that speaks no TLS, or is another than it is called, says so', async () => {
    const { plainPort, securePort } = await network();
    const options = { environment: {}, extraCaFile: good };
    const at = (address: string) => reach({ type: 'ws', url: `wss://${address}/mcp` }, options);
    await expect(at(`localhost:${plainPort}`).connect()).rejects.toMatchObject({
      error: { code: 'server/tls-failed' },
    });
    await expect(at(`127.0.0.1:${securePort}`).connect()).rejects.toMatchObject({
      error: { code: 'server/tls-other-name' },
    });
  });

  it('behind a proxy that does not answer in time says so', async () => {
    const { open, host } = await network(0);
    const environment = { HTTPS_PROXY: `http://${host}` };
    await expect(reach(secure, { environment }, 50).connect()).rejects.toMatchObject({
      error: { code: 'server/unreachable' },
    });
    await expect.poll(() => open.size).toBe(0);
  });

  it.each([
    [407, { code: 'server/proxy-sign-in' }],
    [502, { code: 'server/proxy-refused', params: { host: 'secure.test', status: '502' } }],
  ])('that the proxy answers %i for says so', async (status, error) => {
    const { open, host } = await network(status);
    const environment = { HTTPS_PROXY: `http://${host}` };
    await expect(reach(secure, { environment }).connect()).rejects.toMatchObject({ error });
    await expect.poll(() => open.size).toBe(0);
  });

  it('behind a proxy that is down, or of SOCKS, says so', async () => {
    const down = { HTTPS_PROXY: `http://127.0.0.1:${await freePort()}` };
    await expect(reach(secure, { environment: down }).connect()).rejects.toMatchObject({
      error: { code: 'server/proxy-down' },
    });
    const socks = { ALL_PROXY: 'socks5://127.0.0.1:1080' };
    await expect(reach(secure, { environment: socks }).connect()).rejects.toMatchObject({
      error: { code: 'app/socks-proxy' },
    });
  });

  it('can be stopped while a proxy does not answer', async () => {
    const { open, host } = await network(0);
    const environment = { HTTPS_PROXY: `http://${host}` };
    const { supervisor, state } = reach(secure, { environment });
    supervisor.start('remote', 'you');
    await expect.poll(() => open.size).toBe(1);
    await supervisor.stop('remote');
    expect(state('remote')).toMatchObject({ kind: 'stopped', by: 'you' });
    await expect.poll(() => open.size).toBe(0);
  });
});
