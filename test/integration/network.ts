import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/**
 * Two authorities for the tests of a file, in `good.pem` and `other.pem`. The first has signed the
 * certificate of secure.test and localhost; `empty.pem` holds none.
 */
export function useAuthorities() {
  let folder = '';
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-tls-'));
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    for (const name of ['good', 'other']) {
      const out = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
      openssl('req', '-x509', ...key, ...out, '-subj', `/CN=${name} CA`, '-days', '2');
    }
    openssl('req', ...key, '-keyout', 'site.key', '-out', 'site.csr', '-subj', '/CN=secure.test');
    writeFileSync(file('names'), 'subjectAltName=DNS:secure.test,DNS:localhost');
    const by = ['-CA', 'good.pem', '-CAkey', 'good.key', '-CAcreateserial'];
    const more = ['-out', 'site.pem', '-days', '2', '-extfile', 'names'];
    openssl('x509', '-req', '-in', 'site.csr', ...by, ...more);
    writeFileSync(file('empty.pem'), 'nothing\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  /** What a TLS server of secure.test needs. */
  const site = () => ({
    key: readFileSync(file('site.key')),
    cert: readFileSync(file('site.pem')),
  });
  return { file, site };
}

/** The port of a server that is gone with the test, and all connections to it. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * A forward proxy that finds every name on this computer: tunnels to port 443 lead to one server, all
 * else to another. `status` 0 never answers. With `tls` it is spoken to over TLS. `open` holds the
 * tunnels that are not closed.
 */
export async function forwardProxy(
  plainPort: number,
  securePort: number,
  status = 200,
  tls?: { readonly key: Buffer; readonly cert: Buffer },
) {
  const seen: string[] = [];
  const credentials: (string | undefined)[] = [];
  const open = new Set<Socket>();
  const plain: RequestListener = (incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    if (status !== 200) return response.writeHead(status).end();
    const { pathname } = new URL(incoming.url ?? '');
    const onward = request({ port: plainPort, path: pathname }, (answer) => answer.pipe(response));
    return onward.end();
  };
  const proxy = tls === undefined ? createServer(plain) : createTlsServer(tls, plain);
  proxy.on('connect', (incoming, socket: Socket) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    credentials.push(incoming.headers['proxy-authorization']);
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    if (status === 0) return socket.resume().on('end', () => socket.end());
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const port = incoming.url?.endsWith(':443') ? securePort : plainPort;
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    socket.on('close', () => onward.destroy());
    return onward.on('error', () => socket.destroy());
  });
  return { seen, credentials, open, port: await listen(proxy) };
}
