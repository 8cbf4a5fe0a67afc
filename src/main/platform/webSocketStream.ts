import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect as plainConnect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as secureConnect } from 'node:tls';
import type { OpenStream } from '../servers/transports/ws.ts';
import { WayOut } from './wayOut.ts';
import type { NetworkOptions } from './wayOut.ts';

/** As long as fetch waits for each connection. */
const defaultConnectMs = 10_000;

type Tls = { readonly ca?: string[] };

/**
 * Opens what a WebSocket is spoken over, by the same ways as `createWebFetch`: a ws address too goes
 * through a tunnel of the proxy (RFC 6455, section 4.1). Rejects with an AppFailure when the proxy or
 * the certificates can't be used, and else with Node's own errors, ETIMEDOUT after `connectMs`.
 */
export function createStreamOpener(
  options: NetworkOptions = {},
  connectMs = defaultConnectMs,
): OpenStream {
  const wayOut = new WayOut(options);
  return async (url, signal) => {
    const { proxy, tls } = await wayOut.to(url);
    const isSecure = url.protocol === 'wss:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port || (isSecure ? 443 : 80));
    return within(connectMs, signal, async (limited) => {
      const target = `${url.hostname}:${port}`;
      const socket =
        proxy === undefined ? undefined : await tunnel(new URL(proxy), target, tls, limited);
      if (!isSecure) return socket ?? opened(plainConnect({ host, port }), 'connect', limited);
      const way = socket === undefined ? { host, port } : { host, socket };
      // RFC 6066, section 3: an address is no server name.
      const servername = isIP(host) === 0 ? host : '';
      const secure = secureConnect({ ...tls, ...way, servername, ALPNProtocols: ['http/1.1'] });
      return opened(secure, 'secureConnect', limited);
    });
  };
}

/** A connection to `target`, a host and port, through a proxy (RFC 9110, section 9.3.6). */
async function tunnel(proxy: URL, target: string, tls: Tls, signal: AbortSignal): Promise<Socket> {
  const request = proxy.protocol === 'https:' ? secureRequest : plainRequest;
  const { username, password } = proxy;
  const who = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const asking = request(new URL(proxy.origin), {
    ...tls,
    method: 'CONNECT',
    path: target,
    agent: false,
    headers: {
      host: target,
      ...(who !== ':' && { 'proxy-authorization': `Basic ${Buffer.from(who).toString('base64')}` }),
    },
  });
  // When it is given up, it tells of a fault once more.
  asking.on('error', () => undefined);
  asking.end();
  try {
    const answer = (await once(asking, 'connect', { signal })) as [IncomingMessage, Socket, Buffer];
    const [{ statusCode }, socket, early] = answer;
    if (statusCode !== 200) {
      socket.destroy();
      throw new Error(`Proxy response (${statusCode}) to CONNECT`);
    }
    if (early.length > 0) socket.unshift(early);
    return socket;
  } catch (thrown) {
    asking.destroy();
    throw thrown;
  }
}

async function opened(socket: Socket, event: string, signal: AbortSignal): Promise<Socket> {
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
}

async function within<T>(
  limitMs: number,
  signal: AbortSignal,
  act: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await act(AbortSignal.any([signal, limit]));
  } catch (thrown) {
    if (!limit.aborted || signal.aborted) throw thrown;
    throw Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT', cause: thrown });
  }
}
