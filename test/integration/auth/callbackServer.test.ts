import { createServer, request } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCallbackServer } from '../../../src/main/auth/browser/callbackServer.ts';
import type { CallbackOptions } from '../../../src/main/auth/browser/callbackServer.ts';

async function open(options: Partial<CallbackOptions> = {}) {
  const server = await openCallbackServer({
    host: '127.0.0.1',
    isFixed: false,
    language: 'en',
    ...options,
  });
  onTestFinished(server.close);
  const queries: string[] = [];
  server.onAnswer((query) => {
    queries.push(query.toString());
    return query.get('state') === 'right' ? 'done' : 'foreign';
  });
  return { server, queries, url: new URL(server.redirectUri) };
}

/** By hand, since fetch chooses the Host itself. */
function send(url: URL, path: string, options: RequestOptions = {}) {
  return new Promise<{
    status: number | undefined;
    headers: IncomingMessage['headers'];
    page: string;
  }>((resolve, reject) => {
    const { port } = url;
    request({ host: '127.0.0.1', port, path, ...options }, (response) => {
      let page = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (page += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, page });
      });
    })
      .on('error', reject)
      .end();
  });
}

const refused = (url: URL, host = '127.0.0.1') =>
  new Promise<string>((resolve) => {
    connect(Number(url.port), host)
      .once('connect', function (this: { destroy: () => void }) {
        this.destroy();
        resolve('connected');
      })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });

describe('the loopback redirect', () => {
  it('takes one answer, shows the page whole, and is gone', async () => {
    const { server, queries, url } = await open();
    expect(url.pathname).toBe('/callback');
    const answer = await send(url, '/callback?code=c&state=right');
    expect(answer.status).toBe(200);
    expect(answer.page).toContain('go back to it');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(queries).toEqual(['code=c&state=right']);
    expect(await refused(url)).toBe('ECONNREFUSED');
    await server.close();
  });

  it('waits on after an answer with a wrong state', async () => {
    const { queries, url } = await open();
    expect((await send(url, '/callback?code=c&state=wrong')).status).toBe(400);
    expect((await send(url, '/callback?code=c&state=right')).status).toBe(200);
    expect(queries).toHaveLength(2);
  });

  it.each([
    ['another path', '/other?state=right', {}, 404],
    ['the path with something after it', '/callback/?state=right', {}, 404],
    ['the root', '/', {}, 404],
    ['a path of another host', '//evil.example/callback?state=right', {}, 404],
    ['a whole address', 'http://evil.example/callback?state=right', {}, 404],
    ['POST', '/callback?state=right', { method: 'POST' }, 405],
    ['HEAD', '/callback?state=right', { method: 'HEAD' }, 405],
    ['a rebound name', '/callback?state=right', { headers: { host: 'evil.example' } }, 421],
    [
      'the other name of this machine',
      '/callback?state=right',
      { headers: { host: 'localhost' } },
      421,
    ],
    [
      'its own name with another port',
      '/callback?state=right',
      { headers: { host: '127.0.0.1:1' } },
      421,
    ],
  ])('does not take %s', async (_what, path, options, status) => {
    const { queries, url } = await open();
    expect((await send(url, path, options)).status).toBe(status);
    expect(queries).toEqual([]);
    expect(await refused(url)).toBe('connected');
  });

  it('listens at 127.0.0.1 only, by either name', async () => {
    const { url } = await open({ host: 'localhost' });
    expect(url.hostname).toBe('localhost');
    const headers = { host: url.host };
    expect((await send(url, '/callback?state=right', { headers })).status).toBe(200);
    const other = await open();
    expect(await refused(other.url, '127.0.0.2')).toBe('ECONNREFUSED');
  });

  it('says at once that its port is taken, or takes another where it may', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    await expect(open({ port, isFixed: true })).rejects.toMatchObject({
      error: { code: 'auth/port-in-use', params: { port } },
    });
    const { url } = await open({ port, isFixed: false });
    expect(Number(url.port)).not.toBe(port);
  });

  it('lets its port go when it is closed, though a browser keeps a connection', async () => {
    const { server, url } = await open();
    const idle = connect(Number(url.port), '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const gone = new Promise((resolve) => idle.once('close', resolve));
    await server.close();
    await gone;
    const again = await open({ port: Number(url.port), isFixed: true });
    expect(again.url.port).toBe(url.port);
  });
});
