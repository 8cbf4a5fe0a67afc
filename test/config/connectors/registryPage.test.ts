import { describe, expect, it } from 'vitest';
import { ConnectorsUrl } from '../../../src/shared/adding.ts';
import { serversUrl } from '../../../src/main/config/connectors/fetchRegistry.ts';
import { parsePage } from '../../../src/main/config/connectors/registryPage.ts';

const official = (meta: object) => ({ 'io.modelcontextprotocol.registry/official': meta });
const weather = {
  name: 'com.example/weather',
  title: 'Weather',
  description: 'Tells the weather',
  version: '2.0.0',
  remotes: [
    { type: 'sse', url: 'https://weather.example/sse' },
    { type: 'streamable-http', url: 'https://weather.example/mcp' },
  ],
};
const found = {
  id: 'com.example/weather',
  title: 'Weather',
  description: 'Tells the weather',
  version: '2.0.0',
  transport: 'http',
  url: 'https://weather.example/mcp',
  headers: {},
  needs: [],
};
const only = (item: unknown) => parsePage({ servers: [item] })?.connectors;
const withRemote = (remote: unknown) => only({ server: { ...weather, remotes: [remote] } });

describe('parsePage', () => {
  it('reads servers with their addresses, and where the next page is', () => {
    const page = {
      servers: [
        { server: weather, _meta: official({ status: 'active', isLatest: true }) },
        { server: { name: 'com.example/local', description: '', version: '1', packages: [{}] } },
      ],
      metadata: { count: 2, nextCursor: 'com.example/weather:2.0.0' },
    };
    expect(parsePage(page)).toEqual({ connectors: [found], next: 'com.example/weather:2.0.0' });
    expect(parsePage({ servers: [], metadata: { nextCursor: '' } })?.next).toBeUndefined();
    expect(parsePage({ servers: [], metadata: { nextCursor: null } })?.next).toBeUndefined();
  });

  it('reads the form of 2025-07 too', () => {
    const older = {
      ...weather,
      remotes: [{ transport_type: 'sse', url: 'https://a.example/sse' }],
    };
    expect(parsePage({ servers: [older], metadata: { next_cursor: 'x' } })).toMatchObject({
      connectors: [{ transport: 'sse', url: 'https://a.example/sse' }],
      next: 'x',
    });
  });

  it.each<[string, unknown]>([
    ['a deleted one', { server: weather, _meta: official({ status: 'deleted' }) }],
    ['an older version', { server: weather, _meta: official({ isLatest: false }) }],
    ['one without a name', { server: { ...weather, name: '' } }],
    ['a name that can not be seen whole', { server: { ...weather, name: 'a\u202Eb' } }],
    ['a script as address', { server: { ...weather, remotes: [{ url: 'javascript:alert(1)' }] } }],
    [
      'a name before the host',
      { server: { ...weather, remotes: [{ url: 'https://a@b.example' }] } },
    ],
    ['a number', 5],
  ])('passes over %s', (_what, item) => {
    expect(only(item)).toEqual([]);
  });

  it('keeps fixed headers, and says what else one needs', () => {
    expect(
      withRemote({
        type: 'streamable-http',
        url: 'https://{tenant}.example/mcp',
        headers: [
          { name: 'X-Client', value: 'registry' },
          { name: 'Authorization', value: 'Bearer {token}', isRequired: true, isSecret: true },
          { name: 'X-Optional', description: 'may be left out' },
        ],
        variables: { tenant: { isRequired: true } },
      }),
    ).toMatchObject([{ headers: { 'X-Client': 'registry' }, needs: ['tenant', 'Authorization'] }]);
  });

  it('is undefined for what is no such page', () => {
    expect(parsePage(undefined)).toBeUndefined();
    expect(parsePage({ servers: {} })).toBeUndefined();
  });
});

describe('serversUrl', () => {
  it.each([
    ['https://a.example', undefined, 'https://a.example/v0/servers?limit=100'],
    ['https://a.example/', 'b/c:1', 'https://a.example/v0/servers?limit=100&cursor=b%2Fc%3A1'],
    ['https://a.example/sub/v0', undefined, 'https://a.example/sub/v0/servers?limit=100'],
    [
      'https://a.example/v0.1/servers?x=1',
      undefined,
      'https://a.example/v0.1/servers?x=1&limit=100',
    ],
  ])('of %s, after %s', (address, cursor, url) => {
    expect(serversUrl(address, cursor).href).toBe(url);
  });
});

describe('ConnectorsUrl', () => {
  it.each([
    ['https://registry.example', true],
    ['https://registry.example/v0', true],
    ['http://localhost:8080', true],
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:8080', true],
    ['http://registry.example', false],
    ['http://127.0.0.1.evil.example', false],
    ['ftp://registry.example', false],
    ['registry.example', false],
    ['', false],
  ])('%s: %s', (url, isFine) => {
    expect(ConnectorsUrl.safeParse(url).success).toBe(isFine);
  });
});
