import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerDefinition } from '../../../src/main/config/desiredServers.ts';
import { createWebFetch } from '../../../src/main/platform/webFetch.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { failureOf, noSignal, supervise } from '../../servers/supervision.ts';
import { listen, olderServer } from '../transports/peers.ts';

type Way = readonly [near: Socket, far: Socket];

/**
 * A way to a port on which connections can die as they do when a cable is pulled: no byte passes
 * any more, and neither side hears of an end.
 */
async function brittleWay(port: number) {
  const ways = new Map<number | undefined, Way>();
  const open = new Set<Socket>();
  let isDead = false;
  const swallow = (way: Way) => {
    for (const socket of way) socket.unpipe().resume();
  };
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [near, far]) open.add(socket.on('error', () => undefined));
    far.once('connect', () => {
      ways.set(far.localPort, [near, far]);
      if (isDead) return swallow([near, far]);
      near.pipe(far);
      far.pipe(near);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    for (const socket of open) socket.destroy();
  });
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Lets one connection die, by the port it has at its far end. */
    kill: (farPort: number | undefined) => {
      const way = ways.get(farPort);
      if (way === undefined) throw new Error('there is no such connection');
      swallow(way);
    },
    /** Lets all connections die, and each new one until it is mended. */
    killAll: () => {
      isDead = true;
      for (const way of ways.values()) swallow(way);
    },
    mend: () => {
      isDead = false;
    },
  };
}

const done = { content: [{ type: 'text', text: 'done' }] };

type Held = { readonly farPort: number | undefined; readonly answer: () => void };
type Holding = { readonly afterHead: boolean; readonly keepsAlive: boolean };

/** An older server that holds back the answers to the tools in `held`, once each, and tells. */
function holdingServer(held: Map<string, (held: Held) => void>, how: Holding) {
  return olderServer((message, response, request) => {
    if (!how.keepsAlive) response.setHeader('connection', 'close');
    if (message.method === 'initialize') response.setHeader('mcp-session-id', 'one');
    const { name = '' } = (message.params ?? {}) as { name?: string };
    const arrive = held.get(name);
    if (message.method !== 'tools/call' || arrive === undefined) return false;
    const event = `data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: done })}\n\n`;
    const sent = how.afterHead ? event.slice(0, 20) : '';
    const head = () => response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (how.afterHead) head().write(sent);
    arrive({
      farPort: request.socket.remotePort,
      answer: () => (how.afterHead ? response : head()).end(event.slice(sent.length)),
    });
    return true;
  });
}

/** Two connected servers: `near`, and `brittle` on a way that can die. */
async function twoServers(how: Holding) {
  const held = new Map<string, (held: Held) => void>();
  const { origin, port } = await listen(holdingServer(held, how));
  const way = await brittleWay(port);
  const define = (name: string, url: string): ServerDefinition => ({
    name,
    source: 'user',
    autoStart: false,
    config: ServerConfig.parse({ type: 'http', url }),
  });
  const supervision = supervise([define('near', origin), define('brittle', way.origin)], {
    network: { fetch: createWebFetch(), ideLockFolders: [], inProcess: new Map() },
  });
  const { supervisor } = supervision;
  await supervisor.connect('near', noSignal);
  await supervisor.connect('brittle', noSignal);

  /** A call that the server got and does not answer yet. */
  async function hold(server: string, tool: string) {
    const stop = new AbortController();
    const arrived = new Promise<Held>((resolve) => held.set(tool, resolve));
    const outcome = supervisor.call(server, tool, {}, { signal: stop.signal });
    const failure = failureOf(outcome);
    return { ...(await arrived), outcome, failure, stop: () => stop.abort() };
  }
  const call = (server: string) => supervisor.call(server, 'work', {}, { signal: noSignal });
  return { ...supervision, ...way, hold, call };
}

describe.each([
  { when: 'before its answer', afterHead: false },
  { when: 'in the middle of its answer', afterHead: true },
])('a call whose connection dies unheard $when', ({ afterHead }) => {
  it('ends when it is stopped; others, on its server and elsewhere, never notice', async () => {
    const { hold, kill, call, supervisor } = await twoServers({ afterHead, keepsAlive: true });
    const lost = await hold('brittle', 'lost');
    const fine = await hold('brittle', 'fine');
    const elsewhere = await hold('near', 'elsewhere');
    kill(lost.farPort);
    lost.answer();

    lost.stop();
    expect(await lost.failure).toMatchObject({ code: 'server/call-cancelled' });
    expect(await call('brittle')).toMatchObject(done);
    fine.answer();
    elsewhere.answer();
    expect(await fine.outcome).toMatchObject(done);
    expect(await elsewhere.outcome).toMatchObject(done);
    const unharmed = { state: { kind: 'connected' }, restartCount: 0 };
    expect(supervisor.list()).toMatchObject([unharmed, unharmed]);
  });

  it('ends when it is stopped though nothing passes; once it does, calls work again', async () => {
    const servers = await twoServers({ afterHead, keepsAlive: false });
    const { hold, killAll, mend, call, supervisor } = servers;
    const lost = await hold('brittle', 'lost');
    killAll();
    lost.answer();
    lost.stop();
    expect(await lost.failure).toMatchObject({ code: 'server/call-cancelled' });
    expect(await call('near')).toMatchObject(done);
    mend();
    expect(await call('brittle')).toMatchObject(done);
    const unharmed = { state: { kind: 'connected' }, restartCount: 0 };
    expect(supervisor.list()).toMatchObject([unharmed, unharmed]);
  });

  it('ends when its server is stopped, which can be started again', async () => {
    const servers = await twoServers({ afterHead, keepsAlive: false });
    const { hold, killAll, mend, call, supervisor } = servers;
    const lost = await hold('brittle', 'lost');
    killAll();
    const stopped = supervisor.stop('brittle');
    expect(await lost.failure).toMatchObject({ code: 'server/stopped' });
    await stopped;
    mend();
    await supervisor.connect('brittle', noSignal);
    expect(await call('brittle')).toMatchObject(done);
  });
});
