import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../src/main/servers/doctor/explainFailure.ts';
import { explainStderr } from '../../src/main/servers/doctor/explainStderr.ts';

/** Lines as the programs themselves print them. */
describe('what stderr says about the end of a program', () => {
  it.each<[string, string[], string | undefined, object?]>([
    ['env', ['env: ‘node’: No such file or directory'], 'command-not-found', { command: 'node' }],
    ['env of macOS', ['env: node: No such file or directory'], 'command-not-found'],
    ['env by path', ["/usr/bin/env: 'python3': No such file or directory"], 'command-not-found'],
    ['dash', ['sh: 1: tsx: not found'], 'command-not-found', { command: 'tsx' }],
    ['bash', ['bash: line 1: uv: command not found'], 'command-not-found', { command: 'uv' }],
    ['bash at a prompt', ['bash: uv: command not found'], 'command-not-found', { command: 'uv' }],
    ['zsh', ['zsh:1: command not found: uvx'], 'command-not-found', { command: 'uvx' }],
    [
      'cmd',
      ["'npx' is not recognized as an internal or external command,"],
      'command-not-found',
      { command: 'npx' },
    ],
    ['node', ['Error: spawn git ENOENT'], 'command-not-found', { command: 'git' }],
    [
      'a listener of Node',
      ['Error: listen EADDRINUSE: address already in use :::3000', '    at Server.setupListen'],
      'port-in-use',
      { port: '3000' },
    ],
    [
      'a listener at an address',
      ['Error: listen EADDRINUSE: address already in use 127.0.0.1:8931'],
      'port-in-use',
      { port: '8931' },
    ],
    ['Python', ['OSError: [Errno 98] Address already in use'], 'address-in-use', {}],
    [
      'uvicorn',
      [
        "ERROR:    [Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): address already in use",
      ],
      'address-in-use',
    ],
    ['npm', ['npm WARN EBADENGINE Unsupported engine {'], 'wrong-node'],
    ['a check', ['This tool requires Node.js >= 20'], 'wrong-node'],
    [
      'an old parser',
      ["SyntaxError: Unexpected token '?'", '    at wrapSafe', '', 'Node.js v12.22.9'],
      'wrong-node-version',
      { version: '12.22.9', reason: "SyntaxError: Unexpected token '?'" },
    ],
    [
      'an old run time',
      ['ReferenceError: fetch is not defined', 'Node.js v16.20.2'],
      'wrong-node-version',
    ],
    [
      'a native module',
      [
        'was compiled against a different Node.js version using',
        'NODE_MODULE_VERSION 108. This version of Node.js requires',
      ],
      'wrong-node',
    ],
    [
      'a missing built-in',
      ['Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite'],
      'wrong-node',
    ],
    ['nothing in particular', ['Listening', 'INDEX_TOKEN is not set'], undefined],
    ['a path that is not found', ['Error: file /tmp/a not found'], undefined],
    ['nothing', [], undefined],
  ])('of %s', (_name, lines, code, params) => {
    const error = explainStderr(lines);
    expect(error?.code).toBe(code && `server/${code}`);
    if (params !== undefined) expect(error?.params).toEqual(params);
  });
});

const url = 'https://ada:pw@mcp.example.com/api/mcp?key=abc';
const coded = (code: string, more: object = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('why'), { code, ...more }) });
const http = (status: number) =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'Error POSTing to endpoint', { status });

describe('why a remote server can not be connected', () => {
  it.each<[string, unknown, string | undefined, object?]>([
    ['an unknown host', coded('ENOTFOUND'), 'unknown-host', { host: 'mcp.example.com' }],
    ['a closed port', coded('ECONNREFUSED', { port: 443 }), 'refused'],
    [
      'a dead proxy',
      coded('ECONNREFUSED', { address: '10.0.0.1', port: 3128 }),
      'proxy-down',
      { proxy: '10.0.0.1:3128' },
    ],
    ['no route', coded('EHOSTUNREACH'), 'unreachable'],
    ['a connect that takes too long', coded('UND_ERR_CONNECT_TIMEOUT'), 'unreachable'],
    ['a time-out of TCP', coded('ETIMEDOUT'), 'unreachable'],
    [
      'a company certificate',
      coded('SELF_SIGNED_CERT_IN_CHAIN'),
      'tls-untrusted',
      { host: 'mcp.example.com', reason: 'why' },
    ],
    ['an incomplete chain', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls-untrusted'],
    ['an old certificate', coded('CERT_HAS_EXPIRED'), 'tls-expired'],
    ['a certificate of another', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls-other-name'],
    ['plain http at an https address', coded('EPROTO'), 'tls-failed'],
    ['http to TLS', coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls-failed'],
    [
      'a proxy that wants a password',
      new TypeError('fetch failed', {
        cause: new Error('Request was cancelled.', {
          cause: new Error('Proxy response (407) !== 200 when HTTP Tunneling'),
        }),
      }),
      'proxy-sign-in',
    ],
    [
      'a proxy that refuses',
      new TypeError('fetch failed', {
        cause: new Error('Proxy response (403) !== 200 when HTTP Tunneling'),
      }),
      'proxy-refused',
      { host: 'mcp.example.com', status: '403' },
    ],
    ['401', http(401), 'unauthorized', { host: 'mcp.example.com' }],
    ['403', http(403), 'forbidden', { host: 'mcp.example.com' }],
    ['404', http(404), 'no-endpoint', { address: 'https://mcp.example.com/api/mcp', status: 404 }],
    ['405', http(405), 'no-endpoint'],
    ['429, which passes', http(429), 'http-error', { host: 'mcp.example.com', status: 429 }],
    ['503', http(503), 'http-error', { host: 'mcp.example.com', status: 503 }],
    ['a stream that is refused', Object.assign(new Error('Non-200'), { code: 404 }), 'no-endpoint'],
    ['a socket that is refused', new Error('Unexpected server response: 401'), 'unauthorized'],
    [
      'a probe that was refused',
      new SdkError(SdkErrorCode.EraNegotiationFailed, 'failed', undefined, { cause: http(401) }),
      'unauthorized',
    ],
    [
      'a web page',
      new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, 'Unexpected content type: text/html'),
      'not-mcp',
      { address: 'https://mcp.example.com/api/mcp' },
    ],
    ['a text', new SyntaxError('Unexpected token < in JSON at position 0'), 'not-mcp'],
    ['several addresses at once', new AggregateError([coded('ENOTFOUND')]), 'unknown-host'],
    ['anything else', new Error('strange'), undefined],
    ['nothing', undefined, undefined],
  ])('when it is %s', (_name, thrown, code, params) => {
    const error = explainFailure({ server: 'wiki', url, thrown });
    expect(error?.code).toBe(code && `server/${code}`);
    if (params !== undefined) expect(error?.params).toEqual(params);
    expect(JSON.stringify(error ?? '')).not.toMatch(/pw|abc/);
  });

  it('ends at an error that is its own cause', () => {
    const thrown = new Error('round');
    thrown.cause = thrown;
    expect(explainFailure({ server: 'wiki', url, thrown })).toBeUndefined();
  });
});

describe('a program that is no MCP server', () => {
  it('is told by what it prints where messages belong', () => {
    expect(
      explainFailure({ server: 'files', noise: '\u001b[32mtotal 24\u001b[0m\n' }),
    ).toMatchObject({
      code: 'server/not-mcp-program',
      params: { server: 'files', said: 'total 24' },
    });
  });

  it('is told by stderr first', () => {
    const stderr = ['sh: 1: tsx: not found'];
    expect(explainFailure({ server: 'files', noise: '> start', stderr })?.code).toBe(
      'server/command-not-found',
    );
  });
});
