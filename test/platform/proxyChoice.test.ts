import { describe, expect, it } from 'vitest';
import { environmentProxy, pacProxy } from '../../src/main/platform/proxyChoice.ts';

const proxy = 'http://proxy.corp:8080/';

/** `undefined`: the environment says nothing. */
describe('the proxy of the environment', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['http://example.com/', {}, undefined],
    ['http://example.com/', { HTTP_PROXY: proxy }, proxy],
    ['https://example.com/', { HTTP_PROXY: proxy }, undefined],
    ['https://example.com/', { HTTPS_PROXY: proxy }, proxy],
    ['https://example.com/', { ALL_PROXY: proxy }, proxy],
    ['https://example.com/', { https_proxy: proxy, HTTPS_PROXY: 'http://other/' }, proxy],
    ['https://example.com/', { https_proxy: '', HTTPS_PROXY: proxy }, proxy],
    ['https://example.com/', { HTTPS_PROXY: 'proxy.corp:8080' }, proxy],
    ['https://example.com/', { HTTPS_PROXY: 'https://u:p@proxy.corp' }, 'https://u:p@proxy.corp/'],
    ['wss://example.com/', { HTTPS_PROXY: proxy }, proxy],
    ['http://localhost:3000/', { HTTP_PROXY: proxy }, 'direct'],
    ['http://app.localhost/', { HTTP_PROXY: proxy }, 'direct'],
    ['http://127.0.0.1/', { HTTP_PROXY: proxy }, 'direct'],
    ['http://127.9.9.9/', { HTTP_PROXY: proxy }, 'direct'],
    ['http://[::1]:80/', { HTTP_PROXY: proxy }, 'direct'],
    ['http://127.0.0.1.example.com/', { HTTP_PROXY: proxy }, proxy],
    ['http://localhost/', {}, 'direct'],
    ['http://example.com/', { HTTP_PROXY: proxy, NO_PROXY: '*' }, 'direct'],
    ['http://example.com/', { NO_PROXY: 'example.com' }, 'direct'],
    ['http://example.com/', { HTTP_PROXY: proxy, no_proxy: 'a.b, EXAMPLE.com' }, 'direct'],
    ['http://api.example.com/', { HTTP_PROXY: proxy, NO_PROXY: 'example.com' }, 'direct'],
    ['http://api.example.com/', { HTTP_PROXY: proxy, NO_PROXY: '.example.com' }, 'direct'],
    ['http://api.example.com/', { HTTP_PROXY: proxy, NO_PROXY: '*.example.com' }, 'direct'],
    ['http://notexample.com/', { HTTP_PROXY: proxy, NO_PROXY: 'example.com' }, proxy],
    ['http://example.com/', { HTTP_PROXY: proxy, NO_PROXY: 'example.com:8080' }, proxy],
    ['http://example.com:8080/', { HTTP_PROXY: proxy, NO_PROXY: 'example.com:8080' }, 'direct'],
    ['https://example.com/', { HTTPS_PROXY: proxy, NO_PROXY: 'example.com:443' }, 'direct'],
    ['http://[fd00::1]/', { HTTP_PROXY: proxy, NO_PROXY: 'fd00::1' }, 'direct'],
    ['https://example.com/', { HTTPS_PROXY: 'socks5://u:p@s:1080' }, 'app/socks-proxy'],
    ['https://example.com/', { HTTPS_PROXY: 'ftp://proxy' }, 'app/bad-proxy'],
    ['https://example.com/', { HTTPS_PROXY: 'http://' }, 'app/bad-proxy'],
  ])('for %s with %j is %s', (url, environment, expected) => {
    const choice = environmentProxy(new URL(url), environment);
    expect(choice && words(choice)).toBe(expected);
  });

  it('never tells its password', () => {
    const environment = { HTTPS_PROXY: 'socks5://ada:hunter2@s:1080' };
    const choice = environmentProxy(new URL('https://example.com'), environment);
    expect(JSON.stringify(choice)).not.toContain('hunter2');
  });
});

describe('the proxy of the system', () => {
  it.each([
    ['DIRECT', 'direct'],
    ['', 'direct'],
    ['PROXY proxy.corp:8080', proxy],
    ['PROXY proxy.corp:8080; DIRECT', proxy],
    ['DIRECT; PROXY proxy.corp:8080', 'direct'],
    ['HTTPS proxy.corp:8443', 'https://proxy.corp:8443/'],
    ['proxy  proxy.corp:8080 ;direct', proxy],
    ['SOCKS5 s:1080', 'app/socks-proxy'],
    ['SOCKS s:1080; PROXY proxy.corp:8080', proxy],
    ['SOCKS4 s:1080; DIRECT', 'direct'],
    ['QUIC q:443; SOCKS s:1080', 'app/socks-proxy'],
  ])('of %j is %s', (result, expected) => {
    expect(words(pacProxy(result))).toBe(expected);
  });
});

function words(choice: ReturnType<typeof pacProxy>): string {
  if (choice.kind === 'direct') return 'direct';
  return choice.kind === 'proxy' ? choice.url : choice.why.code;
}
