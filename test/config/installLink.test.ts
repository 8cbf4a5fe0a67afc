import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../src/shared/errors.ts';
import { parseInstallLink } from '../../src/main/config/installLink.ts';

const base64 = (json: unknown): string =>
  Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)).toString('base64');
const link = (config: unknown, name = 'docs'): string =>
  `patchbay://install?name=${name}&config=${encodeURIComponent(base64(config))}`;

function refusal(text: string): Record<string, unknown> {
  try {
    parseInstallLink(text);
  } catch (thrown) {
    if (thrown instanceof AppFailure) return { code: thrown.error.code, ...thrown.error.params };
  }
  return { code: 'none' };
}

describe('parseInstallLink', () => {
  it('reads an entry in base64, and in base64url without its padding', () => {
    const entry = { command: 'npx', args: ['-y', 'docs??>>'], env: { A: 'b' }, cwd: '/tmp' };
    const server = { name: 'docs', transport: 'stdio', ...entry, headers: {} };
    expect(parseInstallLink(link(entry))).toEqual(server);
    const url = Buffer.from(JSON.stringify(entry)).toString('base64url');
    expect(parseInstallLink(`patchbay://install/?config=${url}&name=docs`)).toEqual(server);
  });

  it('reads plain fields, in which a plus is a plus', () => {
    const text =
      'patchbay://install?name=my%20docs&command=npx&arg=-y&arg=a+b&env=A=b%3Dc&env=B=&cwd=/tmp';
    expect(parseInstallLink(text)).toEqual({
      name: 'my docs',
      transport: 'stdio',
      command: 'npx',
      args: ['-y', 'a+b'],
      env: { A: 'b=c', B: '' },
      cwd: '/tmp',
      headers: {},
    });
    const remote =
      'patchbay://install?name=a&url=https%3A%2F%2Fa.example%2Fmcp&type=sse&header=X:%20y';
    expect(parseInstallLink(remote)).toEqual({
      name: 'a',
      transport: 'sse',
      args: [],
      env: {},
      url: 'https://a.example/mcp',
      headers: { X: 'y' },
    });
  });

  it.each<{ what: string; text: string; code: string; field?: string }>([
    { what: 'another host', text: 'patchbay://open?name=a', code: 'unknown' },
    { what: 'another scheme', text: 'https://install?name=a', code: 'unknown' },
    { what: 'a path', text: 'patchbay://install/x?name=a', code: 'unknown' },
    { what: 'a fragment', text: `${link({ command: 'x' })}#y`, code: 'unknown' },
    { what: 'raw spaces', text: 'patchbay://install?name=a b', code: 'unknown' },
    { what: 'raw letters beyond ASCII', text: 'patchbay://install?name=dócs', code: 'unknown' },
    { what: 'no name', text: 'patchbay://install?command=x', code: 'invalid', field: 'name' },
    { what: 'two names', text: `${link({ command: 'x' })}&name=b`, code: 'twice', field: 'name' },
    {
      what: 'two configs',
      text: `${link({ command: 'x' })}&config=e30=`,
      code: 'twice',
      field: 'config',
    },
    {
      what: 'a config and a command beside it',
      text: `${link({ command: 'x' })}&command=evil`,
      code: 'field',
      field: 'command',
    },
    {
      what: 'a field nobody knows',
      text: `${link({ command: 'x' })}&run=1`,
      code: 'field',
      field: 'run',
    },
    {
      what: 'a command twice in the JSON',
      text: link('{"command":"npx","command":"evil"}'),
      code: 'twice',
      field: 'command',
    },
    {
      what: 'a command twice, once escaped',
      text: link('{"command":"npx","comm\\u0061nd":"evil"}'),
      code: 'twice',
      field: 'command',
    },
    {
      what: 'a variable twice',
      text: link('{"command":"x","env":{"A":"1","A":"2"}}'),
      code: 'twice',
      field: 'A',
    },
    {
      what: 'no base64',
      text: 'patchbay://install?name=a&config=%7B%7D',
      code: 'encoding',
      field: 'config',
    },
    { what: 'base64 of no JSON', text: link('{command: 1}'), code: 'encoding', field: 'config' },
    {
      what: 'a comment in the JSON',
      text: link('{"command":"x"/*y*/}'),
      code: 'encoding',
      field: 'config',
    },
    {
      what: 'a broken escape',
      text: 'patchbay://install?name=%E0%A4',
      code: 'encoding',
      field: 'name',
    },
    { what: 'a list', text: link(['x']), code: 'invalid', field: 'config' },
    { what: 'both kinds', text: link({ command: 'x', url: 'https://a.example' }), code: 'invalid' },
    {
      what: 'a helper program',
      text: link({ url: 'https://a.example', headersHelper: ['x'] }),
      code: 'invalid',
    },
    { what: 'trust', text: link({ command: 'x', trusted: true }), code: 'invalid' },
    {
      what: 'a server inside Patchbay',
      text: link({ type: 'sdk', name: 'patchbay' }),
      code: 'invalid',
    },
    {
      what: 'no list of arguments',
      text: link({ command: 'x', args: 'y' }),
      code: 'invalid',
      field: 'args',
    },
    {
      what: 'a number as a value',
      text: link({ command: 'x', env: { A: 1 } }),
      code: 'invalid',
      field: 'env.A',
    },
    {
      what: 'a script as address',
      text: link({ url: 'javascript:alert(1)' }),
      code: 'invalid',
      field: 'url',
    },
    {
      what: 'a name before the host',
      text: link({ url: 'https://good.example@evil.example/' }),
      code: 'invalid',
      field: 'url',
    },
    {
      what: 'ws with an http address',
      text: link({ type: 'ws', url: 'https://a.example' }),
      code: 'invalid',
      field: 'url',
    },
    {
      what: 'a bidi override in the command',
      text: link({ command: 'np\u202Ex' }),
      code: 'hidden',
      field: 'command',
    },
    {
      what: 'a line end in an argument',
      text: link({ command: 'x', args: ['a\nb'] }),
      code: 'hidden',
      field: 'args.1',
    },
    {
      what: 'a zero-width space in a value',
      text: link({ command: 'x', env: { A: 'a\u200Bb' } }),
      code: 'hidden',
      field: 'env.A',
    },
    {
      what: 'an invisible variable',
      text: link({ command: 'x', env: { '\u3164': 'a' } }),
      code: 'hidden',
      field: 'env',
    },
    {
      what: 'a wide space in an argument',
      text: link({ command: 'x', args: ['a\u3000b'] }),
      code: 'hidden',
      field: 'args.1',
    },
    {
      what: 'a tag character in the name',
      text: link({ command: 'x' }, '%F3%A0%81%81a'),
      code: 'invalid',
      field: 'name',
    },
    {
      what: 'a lone surrogate',
      text: link('{"command":"x","args":["\\ud800"]}'),
      code: 'hidden',
      field: 'args.1',
    },
    {
      what: '101 arguments',
      text: link({ command: 'x', args: Array(101).fill('a') }),
      code: 'invalid',
      field: 'args',
    },
  ])('refuses $what', ({ text, code, field }) => {
    expect(refusal(text)).toMatchObject({
      code: `adding/link-${code}`,
      ...(field === undefined ? {} : { field }),
    });
  });

  it('refuses more than 16 KiB before it looks at anything', () => {
    expect(refusal(`patchbay://install?name=${'a'.repeat(16_384)}`)).toEqual({
      code: 'adding/link-too-long',
      limit: 16_384,
    });
  });
});
