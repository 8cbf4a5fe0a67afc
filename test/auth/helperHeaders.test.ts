import { describe, expect, it } from 'vitest';
import { readHelperHeaders } from '../../src/main/auth/headers/helperHeaders.ts';
import { helperEnvironment } from '../../src/main/auth/headers/headersHelper.ts';

describe('what a helper printed', () => {
  it.each([
    ['one header', '{"Authorization":"Bearer abc"}', { Authorization: 'Bearer abc' }],
    ['no header', ' {}\n', {}],
    ['several', '{"X-Key":"a\\tb","x-other":"é"}', { 'X-Key': 'a\tb', 'x-other': 'é' }],
  ])('can be %s', (_name, output, headers) => {
    expect(readHelperHeaders(output)).toEqual({ ok: true, headers });
  });

  it.each([
    ['nothing', '', /nothing/],
    ['words', 'token: abc', /no JSON object/],
    ['two objects', '{} {}', /no JSON object/],
    ['a list', '["a"]', /no JSON object/],
    ['null', 'null', /no JSON object/],
    ['a number as a value', '{"X-Key":1}', /X-Key is no text/],
    ['a nested object', '{"X-Key":{"a":"b"}}', /X-Key is no text/],
    ['an empty name', '{"":"a"}', /no name/],
    ['a space in a name', '{"X Key":"a"}', /no name/],
    ['a line in a name', '{"X\\r\\nY":"a"}', /no name/],
    ['a colon in a name', '{"X:":"a"}', /no name/],
    ['a line in a value', '{"X-Key":"a\\r\\nX-Evil: b"}', /can't stand/],
    ['a line feed in a value', '{"X-Key":"a\\nb"}', /can't stand/],
    ['a NUL in a value', '{"X-Key":"a\\u0000"}', /can't stand/],
    ['an empty value', '{"X-Key":""}', /can't stand/],
    ['a space around a value', '{"X-Key":" a"}', /can't stand/],
    ['a value beyond Latin-1', '{"X-Key":"日本"}', /can't stand/],
    ['Host', '{"Host":"evil.example"}', /may not set the header Host/],
    ['Content-Length', '{"content-length":"0"}', /may not set/],
    ['Connection', '{"CONNECTION":"close"}', /may not set/],
    ['Transfer-Encoding', '{"Transfer-Encoding":"chunked"}', /may not set/],
    ['the session of MCP', '{"Mcp-Session-Id":"x"}', /may not set/],
    ['a header twice', '{"X-Key":"a","x-key":"b"}', /twice/],
    [
      'too many',
      JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`x-${i}`, 'a']))),
      /more than 50/,
    ],
  ])('can not be %s', (_name, output, why) => {
    expect(readHelperHeaders(output)).toEqual({ ok: false, why: expect.stringMatching(why) });
  });

  it('is never quoted with a value in it', () => {
    const read = readHelperHeaders('{"X-Key":"secret-value\\n"}');
    expect(JSON.stringify(read)).not.toContain('secret-value');
  });

  it('can name a header like a member of every object', () => {
    const read = readHelperHeaders('{"constructor":"a","__proto__":"b"}');
    expect(read.ok && Object.entries(read.headers)).toEqual([
      ['constructor', 'a'],
      ['__proto__', 'b'],
    ]);
  });
});

describe('the environment of a helper', () => {
  const server = { name: 'files', url: 'https://mcp.example.com/mcp' };

  it('is what is inherited, and which server it is for', () => {
    expect(helperEnvironment({ PATH: '/bin', HOME: '/home/me', UNSET: undefined }, server)).toEqual(
      {
        PATH: '/bin',
        HOME: '/home/me',
        PATCHBAY_SERVER_NAME: 'files',
        PATCHBAY_SERVER_URL: 'https://mcp.example.com/mcp',
      },
    );
  });

  it.each(['ANTHROPIC_API_KEY', 'anthropic_auth_token', 'ELECTRON_RUN_AS_NODE', 'PATCHBAY_HOME'])(
    'never has our %s',
    (name) => {
      expect(helperEnvironment({ [name]: 'x' }, server)).not.toHaveProperty(name);
    },
  );
});
