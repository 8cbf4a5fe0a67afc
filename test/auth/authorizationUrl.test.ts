import { describe, expect, it } from 'vitest';
import { authorizationUrl } from '../../src/main/auth/browser/authorizationUrl.ts';

const issuer = 'https://as.example';
const build = (endpoint: string | undefined, mayBeLocal = false, more = {}) =>
  authorizationUrl(endpoint, { client_id: 'id', ...more }, issuer, mayBeLocal);

describe('the address for the browser', () => {
  it.each([
    ['https://as.example/authorize', 'https://as.example/authorize?client_id=id'],
    ['https://AS.example:443/a/../b', 'https://as.example/b?client_id=id'],
    ['https://as.example/a?p=b2c_1', 'https://as.example/a?p=b2c_1&client_id=id'],
    // RFC 6749 section 3.1: its query is kept, and no parameter stands twice.
    ['https://as.example/a?client_id=other&client_id=2', 'https://as.example/a?client_id=id'],
    ['https://as.example/a?x=%24%28id%29', 'https://as.example/a?x=%24%28id%29&client_id=id'],
    ['https://[2001:db8::1]/a', 'https://[2001:db8::1]/a?client_id=id'],
  ])('of %s', (endpoint, expected) => {
    expect(build(endpoint)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://as.example',
    'file:///etc/passwd',
    'data:text/html,x',
    'vbscript:x',
    'smb://host/share',
    'ms-msdt:/id',
    'patchbay://x',
    '/authorize',
    '//as.example/authorize',
    '-https://as.example/a',
    '--app=https://as.example/a',
    ' https://as.example/a',
    'https://as.example/a b',
    'https://as.example/a\nb',
    'https://as.example/a\tb',
    'https://as.example/a\u0000',
    'https://as.example/$(calc)',
    'https://as.example/`calc`',
    'https://as.example/a;calc',
    'https://as.example/a|calc',
    'https://as.example/"&calc',
    "https://as.example/'&calc",
    'https://as.example/<a>',
    'https://as.example/a^b',
    'https://as.example/{a}',
    'https://as.example\\@evil.example/',
    'https://user@as.example/a',
    'https://user:pass@as.example/a',
    'https://as.example/a#fragment',
    'http://as.example/a',
    'https://',
    'https://as.ex\u0430mple/a',
  ])('is none for %j', (endpoint) => {
    expect(() => build(endpoint, true)).toThrow(
      expect.objectContaining({
        error: expect.objectContaining({
          code: 'auth/bad-authorization-url',
          params: { host: 'as.example' },
        }),
      }),
    );
  });

  it('may be on this machine where the server is', () => {
    for (const endpoint of ['http://localhost:1/a', 'http://127.0.0.1:1/a', 'http://[::1]:1/a']) {
      expect(build(endpoint, true)).toBe(`${endpoint}?client_id=id`);
      expect(() => build(endpoint, false)).toThrow('may not be sent to');
    }
    expect(() => build('https://localhost/a', false)).toThrow('may not be sent to');
  });

  it('holds no character of a shell, whatever its parameters are', () => {
    const url = build('https://as.example/a', false, {
      scope: `a b;$(calc)'"|<>\`{}^*!\\ -x`,
      state: undefined,
    });
    expect(url).toMatch(/^https:\/\/as\.example\/a\?[\w.&=%+-]+$/);
    expect(new URL(url).searchParams.get('scope')).toBe(`a b;$(calc)'"|<>\`{}^*!\\ -x`);
    expect(new URL(url).searchParams.has('state')).toBe(false);
  });
});
