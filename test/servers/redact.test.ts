import { describe, expect, it } from 'vitest';
import { createRedactor, isSecretKey } from '../../src/main/servers/log/redact.ts';

const redactor = createRedactor({});

describe('isSecretKey', () => {
  it.each([
    'authorization',
    'Proxy-Authorization',
    'token',
    'accessToken',
    'refresh_token',
    'GITHUB_TOKEN',
    'api_key',
    'apiKey',
    'X-Api-Key',
    'ANTHROPIC_API_KEY',
    'password',
    'dbPassword',
    'client_secret',
    'set-cookie',
    'aws_secret_access_key',
    'privateKey',
    'credentials',
    'sessionId',
  ])('%s is one', (key) => {
    expect(isSecretKey(key)).toBe(true);
  });

  it.each([
    'progressToken',
    'pageToken',
    'nextPageToken',
    'max_tokens',
    'inputTokens',
    'tokens',
    'token_count',
    'tokenType',
    'token_endpoint',
    'author',
    'authors',
    'monkey',
    'key',
    'primaryKey',
    'keyboard',
    'secretary',
    'id',
  ])('%s is none', (key) => {
    expect(isSecretKey(key)).toBe(false);
  });
});

describe('a redacted text', () => {
  it.each([
    ['Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer hidden, 16 characters'],
    ['key is sk-ant-api03-AAAABBBBCCCC-dddd', 'key is hidden, 30 characters'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'hidden, 40 characters'],
    ['AKIAIOSFODNN7EXAMPLE in use', 'hidden, 20 characters in use'],
    ['postgres://me:s3cret@db/x', 'postgres://me:hidden, 6 characters@db/x'],
    ['using api_key=12345678 now', 'using api_key=hidden, 8 characters now'],
    ['{"password": "hunter22"}', '{"password": "hidden, 8 characters"}'],
    ['GET https://h/mcp?key=abcd1234&x=1', 'GET https://h/mcp?key=hidden, 8 characters&x=1'],
    ['https://h/b?X-Amz-Signature=0123abcd', 'https://h/b?X-Amz-Signature=hidden, 8 characters'],
    ['/callback?code=abcd1234&state=5', '/callback?code=hidden, 8 characters&state=5'],
    ['https://0123456789abcdef0@host/x', 'https://hidden, 17 characters@host/x'],
    ['postgres://me:s3c@ret@db/x', 'postgres://me:hidden, 7 characters@db/x'],
    ['Authorization: Token abcd1234', 'Authorization: Token hidden, 8 characters'],
    ['authorization: abcd1234, ok', 'authorization: hidden, 8 characters, ok'],
    ['Set-Cookie: sid=1; other=2', 'Set-Cookie: hidden, 14 characters'],
    ['X-Auth-Key: abcd1234', 'X-Auth-Key: hidden, 8 characters'],
    ['Mcp-Session-Id: abcd1234', 'Mcp-Session-Id: hidden, 8 characters'],
    ['run x --token abcd1234 --all', 'run x --token hidden, 8 characters --all'],
    ['run x --api-key --all', 'run x --api-key --all'],
    ['AWS_SECRET_ACCESS_KEY=abcd1234', 'AWS_SECRET_ACCESS_KEY=hidden, 8 characters'],
    ['DEEPL_KEY: "abcd1234"', 'DEEPL_KEY: "hidden, 8 characters"'],
    ['sk_live_abcdefgh12345678', 'hidden, 24 characters'],
    ['PRIMARY KEY: id, then by name', 'PRIMARY KEY: id, then by name'],
    [
      'http://localhost:8080/a?page=2&error_code=late',
      'http://localhost:8080/a?page=2&error_code=late',
    ],
    ['git clone ssh://git@host/x', 'git clone ssh://git@host/x'],
    ['3 tokens used, token count: 17', '3 tokens used, token count: 17'],
    ['listening on http://localhost:8080/a@b', 'listening on http://localhost:8080/a@b'],
    ['basic usage of the tool', 'basic usage of the tool'],
  ])('%s', (text, expected) => {
    expect(redactor.text(text)).toBe(expected);
    expect(redactor.text(expected)).toBe(expected);
  });

  it('hides a JSON web token', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N';
    expect(redactor.text(`got ${token}.`)).toBe(`got hidden, ${token.length} characters.`);
  });

  it('hides the values of the server environment, the longer first', () => {
    const { text } = createRedactor({
      A: 'longlong',
      B: 'longlong-and-more',
      SHORT: 'abc',
      MY_TOKEN: 'sixsix',
    });
    expect(text('B=longlong-and-more A=longlong S=abc T=sixsix')).toBe(
      'B=hidden, 17 characters A=hidden, 8 characters S=abc T=hidden, 6 characters',
    );
  });
});

describe('a redacted message', () => {
  const json = (value: unknown): unknown => JSON.parse(redactor.json(value));

  it('hides strings under secret keys, at any depth, and keeps the rest', () => {
    const message = {
      params: { _meta: { progressToken: 7 }, arguments: { token: 'abc', city: 'Bern', n: 1.5 } },
      headers: [{ authorization: 'x y' }],
      usage: { tokens: 12 },
      none: null,
    };
    expect(json(message)).toEqual({
      params: {
        _meta: { progressToken: 7 },
        arguments: { token: 'hidden, 3 characters', city: 'Bern', n: 1.5 },
      },
      headers: [{ authorization: 'hidden, 3 characters' }],
      usage: { tokens: 12 },
      none: null,
    });
  });

  it('leaves a schema alone that only describes a secret', () => {
    const schema = { properties: { password: { type: 'string', description: 'Yours' } } };
    expect(json(schema)).toEqual(schema);
  });

  it('hides each string of a list under a secret key', () => {
    expect(json({ cookies: ['a=1', 'b=22'] })).toEqual({
      cookies: ['hidden, 3 characters', 'hidden, 4 characters'],
    });
  });

  it('hides what follows an option of a command, and keeps a variable that was not filled in', () => {
    const args = ['--api-key', 'abcd1234', '--all', '--token', '--dry', '-H', 'X-Key: abcd1234'];
    const open = ['--header', 'Authorization:${AUTH}', '--token', '${TOKEN}', '--key'];
    const wanted = {
      args: [
        '--api-key',
        'hidden, 8 characters',
        '--all',
        '--token',
        '--dry',
        '-H',
        'X-Key: hidden, 8 characters',
        ...open,
      ],
    };
    expect(json({ args: [...args, ...open] })).toEqual(wanted);
    expect(json(wanted)).toEqual(wanted);
  });

  it('keeps a key that has a meaning for objects', () => {
    const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}');
    expect(redactor.json(value)).toBe('{"__proto__":{"a":1},"constructor":2}');
  });

  it('cuts a long string and says how long it was', () => {
    const cut = json({ data: 'x'.repeat(100_000) }) as { data: string };
    expect(cut.data).toHaveLength(16 * 1024 + ' … cut, 100000 characters in all'.length);
    expect(cut.data).toMatch(/cut, 100000 characters in all$/);
  });

  it('does not keep the half of a secret that a cut goes through', () => {
    const secret = `sk-ant-${'a'.repeat(60)}`;
    const text = `${'x'.repeat(16 * 1024 - 10)} ${secret}`;
    expect(redactor.json({ text })).not.toContain('sk-ant');
  });

  it.each([
    ['a list', Array.from({ length: 100_000 }, (_, n) => `item ${n}`)],
    ['an object', Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]))],
  ])('stays valid JSON of bounded size for %s of many', (_name, value) => {
    const kept = redactor.json({ value });
    expect(kept.length).toBeLessThan(300 * 1024);
    expect(() => JSON.parse(kept) as unknown).not.toThrow();
    expect(kept).toMatch(/cut/);
  });

  it('does not overflow on deep nesting', () => {
    let value: unknown = 'core';
    for (let depth = 0; depth < 5_000; depth++) value = [value];
    expect(redactor.json(value)).toContain('cut, nested too deeply');
  });
});

describe('tokens that are in force', () => {
  const inForce = ['opaque-1'];
  const hides = createRedactor({}, () => inForce);

  it('are hidden from when they are known, in text and in JSON', () => {
    expect(hides.text('later-token-2 and opaque-1')).toBe('later-token-2 and hidden, 8 characters');
    inForce.push('later-token-2');
    expect(hides.text('later-token-2')).toBe('hidden, 13 characters');
    expect(JSON.parse(hides.json({ said: ['opaque-1'] }))).toEqual({
      said: ['hidden, 8 characters'],
    });
  });

  it('are hidden in a failure, in its sentence and in what fills it', () => {
    const error = {
      code: 'server/call-refused',
      message: 'refused: opaque-1',
      params: { reason: 'opaque-1', status: 400 },
      action: 'retry',
    } as const;
    expect(hides.error(error)).toEqual({
      ...error,
      message: 'refused: hidden, 8 characters',
      params: { reason: 'hidden, 8 characters', status: 400 },
    });
    expect(hides.error({ code: 'a/b', message: 'fine' })).toEqual({ code: 'a/b', message: 'fine' });
  });
});
