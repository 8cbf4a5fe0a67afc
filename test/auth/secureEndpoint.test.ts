import { describe, expect, it } from 'vitest';
import { secureEndpoint, withoutQuery } from '../../src/main/auth/discovery/secureEndpoint.ts';
import { AppFailure } from '../../src/shared/errors.ts';

describe('an address that secrets are sent to', () => {
  it.each([
    'https://auth.example.com/token',
    'https://auth.example.com:8443/token?tenant=1',
    'http://localhost:3000/token',
    'http://auth.localhost/token',
    'http://127.0.0.1:1/token',
    'http://127.1.2.3/token',
    'http://[::1]:3000/token',
  ])('may be %s', (address) => {
    expect(secureEndpoint(address).href).toBe(new URL(address).href);
  });

  it.each([
    ['http://auth.example.com/token?x=1', 'http://auth.example.com/token'],
    ['http://localhost.example.com/token', 'http://localhost.example.com/token'],
    ['http://127.0.0.1.example.com/', 'http://127.0.0.1.example.com/'],
    ['http://10.0.0.1/token', 'http://10.0.0.1/token'],
    ['ftp://localhost/token', 'ftp://localhost/token'],
    ['https://me:key@auth.example.com/token', 'https://auth.example.com/token'],
    ['javascript:alert(1)', 'javascript://alert(1)'],
    ['data:text/html,secret', 'data:'],
    ['/token', '/token'],
    ['', ''],
  ])('may not be %s', (address, url) => {
    const failure = caught(() => secureEndpoint(address));
    expect(failure).toMatchObject({ code: 'auth/insecure-endpoint', params: { url } });
  });

  it('is shown without its query, fragment and user name', () => {
    expect(withoutQuery(new URL('https://me:key@a.example/p?code=1#t'))).toBe(
      'https://a.example/p',
    );
  });
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof AppFailure ? error.error : error;
  }
  return undefined;
}
