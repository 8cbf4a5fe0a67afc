import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebFetch } from '../../src/main/platform/webFetch.ts';
import { failureOf } from '../servers/supervision.ts';
import { forwardProxy, listen, useAuthorities } from './network.ts';

// No name of these tests is known to a name server: who gets an answer went through the proxy.
const plain = 'http://plain.test/';
const secure = 'https://secure.test/';

const authorities = useAuthorities();
const { file } = authorities;

/** A proxy, and both of the sites behind it. */
async function network(status = 200) {
  const plainPort = await listen(createServer((_request, response) => response.end('plain')));
  const site = createTlsServer(authorities.site(), (_r, response) => response.end('secure'));
  const { seen, port } = await forwardProxy(plainPort, await listen(site), status);
  return { seen, plainPort, proxy: `http://127.0.0.1:${port}` };
}

const codeOf = (thrown: unknown) =>
  thrown instanceof Error && thrown.cause instanceof Error && 'code' in thrown.cause
    ? thrown.cause.code
    : thrown;

describe('the fetch of main', () => {
  it('asks a proxy of the environment for a plain address as it is', async () => {
    const { seen, proxy } = await network();
    const webFetch = createWebFetch({ environment: { HTTP_PROXY: proxy } });
    expect(await (await webFetch(plain)).text()).toBe('plain');
    expect(seen).toEqual([`GET ${plain}`]);
  });

  it("goes through a tunnel of the system's proxy to a secure one", async () => {
    const { seen, proxy } = await network();
    const asked: string[] = [];
    const webFetch = createWebFetch({
      environment: {},
      resolveProxy: async (url) => {
        asked.push(url);
        return `PROXY ${new URL(proxy).host}; DIRECT`;
      },
      extraCaFile: () => file('good.pem'),
    });
    expect(await (await webFetch(secure)).text()).toBe('secure');
    expect(seen).toEqual(['CONNECT secure.test:443']);
    expect(asked).toEqual([secure]);
  });

  it('goes through a proxy without a warning on stderr', async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    const { proxy } = await network();
    const environment = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
    const webFetch = createWebFetch({ environment, extraCaFile: () => file('good.pem') });
    await (await webFetch(plain)).text();
    await (await webFetch(secure)).text();
    expect(warnings).toEqual([]);
  });

  it('lets the environment win over the system', async () => {
    const { seen, proxy } = await network();
    const resolveProxy = () => Promise.reject(new Error('not to be asked'));
    const webFetch = createWebFetch({ environment: { HTTP_PROXY: proxy }, resolveProxy });
    await (await webFetch(plain)).text();
    expect(seen).toHaveLength(1);
  });

  it('asks no proxy for this computer', async () => {
    const { seen, proxy, plainPort } = await network();
    const environment = { HTTP_PROXY: proxy, ALL_PROXY: proxy };
    const answer = await createWebFetch({ environment })(`http://127.0.0.1:${plainPort}/`);
    expect(await answer.text()).toBe('plain');
    expect(seen).toEqual([]);
  });

  it('takes certificates from NODE_EXTRA_CA_CERTS as well, and passes over a missing one', async () => {
    const { proxy } = await network();
    const environment = { HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: file('good.pem') };
    expect((await createWebFetch({ environment })(secure)).status).toBe(200);
    const missing = { ...environment, NODE_EXTRA_CA_CERTS: file('missing.pem') };
    const extraCaFile = () => file('good.pem');
    const webFetch = createWebFetch({ environment: missing, extraCaFile });
    expect((await webFetch(secure)).status).toBe(200);
  });

  it.each(['nobody', 'other.pem'])('trusts no site that %s vouches for', async (name) => {
    const { proxy } = await network();
    const extraCaFile = () => (name === 'nobody' ? undefined : file(name));
    const webFetch = createWebFetch({ environment: { HTTPS_PROXY: proxy }, extraCaFile });
    expect(codeOf(await failureOf(webFetch(secure)))).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  });

  it('trusts a file of the settings from the request after it was chosen', async () => {
    const { proxy } = await network();
    let chosen: string | undefined;
    const environment = { HTTPS_PROXY: proxy };
    const webFetch = createWebFetch({ environment, extraCaFile: () => chosen });
    expect(await failureOf(webFetch(secure))).toBeInstanceOf(TypeError);
    chosen = file('good.pem');
    expect((await webFetch(secure)).status).toBe(200);
  });

  it.each(['missing.pem', 'empty.pem'])('says that %s can not be used', async (name) => {
    const webFetch = createWebFetch({ environment: {}, extraCaFile: () => file(name) });
    expect(await failureOf(webFetch('http://127.0.0.1:1/'))).toMatchObject({
      code: 'app/extra-ca-unreadable',
      params: { file: file(name) },
    });
  });

  it('refuses a SOCKS proxy aloud', async () => {
    const environment = { ALL_PROXY: 'socks5://127.0.0.1:1080' };
    expect(await failureOf(createWebFetch({ environment })(secure))).toMatchObject({
      code: 'app/socks-proxy',
      params: { proxy: '127.0.0.1:1080' },
    });
  });

  it.each([407, 502])('fails when the proxy answers %i to a tunnel', async (status) => {
    const { proxy } = await network(status);
    const webFetch = createWebFetch({ environment: { HTTPS_PROXY: proxy } });
    const thrown = await failureOf(webFetch(secure));
    expect(thrown).toBeInstanceOf(TypeError);
    expect(inspect(thrown)).toContain(`(${status})`);
  });
});
