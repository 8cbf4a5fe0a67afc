import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameFromCommand, parsePasted } from '../../src/renderer/src/servers/parsePasted.ts';
import { splitCommand } from '../../src/renderer/src/servers/form/splitCommand.ts';

const config = (command: string, args: readonly string[] = [], env = {}) => ({
  command,
  args,
  env,
  disabled: false,
});

describe('a command line', () => {
  test.each([
    ['npx -y pkg', ['npx', '-y', 'pkg']],
    ['npx -y pkg --flag "a b"', ['npx', '-y', 'pkg', '--flag', 'a b']],
    [String.raw`run 'a "b" c' "d 'e' \"f\""`, ['run', 'a "b" c', `d 'e' "f"`]],
    ['run --dir="my folder"/x', ['run', '--dir=my folder/x']],
    ['run "" x', ['run', '', 'x']],
    [String.raw`run my\ folder`, ['run', 'my folder']],
    [
      String.raw`C:\tools\server.exe --root C:\data`,
      [String.raw`C:\tools\server.exe`, '--root', String.raw`C:\data`],
    ],
    ['run \\\n  --one \\\r\n  --two', ['run', '--one', '--two']],
    ['run $HOME ~/x *.md ${TOKEN}', ['run', '$HOME', '~/x', '*.md', '${TOKEN}']],
    ['run \'a|b\' "c&&d"', ['run', 'a|b', 'c&&d']],
  ])('%j is split into words and nothing is expanded', (line, words) => {
    expect(splitCommand(line)).toEqual({ ok: true, words });
  });

  test.each([
    ['run "a b', 'open-quote'],
    ["run 'a", 'open-quote'],
    ['run | tee log', 'shell-syntax'],
    ['cd x && run', 'shell-syntax'],
    ['run > log', 'shell-syntax'],
    ['run $(pwd)', 'shell-syntax'],
    ['run `pwd`', 'shell-syntax'],
  ])('%j is refused as %s', (line, problem) => {
    expect(splitCommand(line)).toMatchObject({ ok: false, problem });
  });

  test('leading assignments become the environment', () => {
    expect(parsePasted('API_KEY=abc ROOT="a b" uvx mcp-server-git --repo .')).toEqual({
      ok: true,
      servers: [
        {
          name: 'git',
          config: config('uvx', ['mcp-server-git', '--repo', '.'], { API_KEY: 'abc', ROOT: 'a b' }),
        },
      ],
    });
  });

  test('a prompt sign copied along is dropped', () => {
    expect(parsePasted('$ npx -y pkg')).toMatchObject({
      servers: [{ config: { command: 'npx' } }],
    });
  });
});

describe('a block of JSON', () => {
  const wanted = {
    ok: true,
    servers: [{ name: 'docs', config: config('npx', ['-y', 'docs-server'], { KEY: 'v' }) }],
  };
  const entry = '{ "command": "npx", "args": ["-y", "docs-server"], "env": { "KEY": "v" } }';
  test.each([
    ['a whole file', `{ "mcpServers": { "docs": ${entry} } }`],
    ["an editor's file", `{ "servers": { "docs": ${entry} } }`],
    ['its inside', `{ "docs": ${entry} }`],
    ['an entry without the outer braces', `"docs": ${entry},`],
    ['comments and trailing commas', `{ // mine\n "mcpServers": { "docs": ${entry}, }, }`],
  ])('may be %s', (_title, text) => {
    expect(parsePasted(text)).toEqual(wanted);
  });

  test('of one entry gets its name from the package', () => {
    expect(parsePasted(entry)).toEqual({
      ...wanted,
      servers: [{ ...wanted.servers[0], name: 'docs' }],
    });
  });

  test('brings no trust along', () => {
    const trusting = entry.replace('{', '{ "trusted": true,');
    expect(parsePasted(`{ "docs": ${trusting} }`)).toEqual(wanted);
  });

  test('keeps the order of several entries', () => {
    const pasted = parsePasted(`{ "mcpServers": { "b": ${entry}, "a": ${entry} } }`);
    expect(pasted.ok && pasted.servers.map((server) => server.name)).toEqual(['b', 'a']);
  });

  test.each([
    ['', 'no-server'],
    ['{}', 'no-server'],
    ['{ "mcpServers": {} }', 'no-server'],
    ['{ "command": 5 }', 'no-server'],
    ['{ "command": "npx", ', 'json-syntax'],
    ['{ "command": "npx", "args": "-y pkg" }', 'invalid-entry'],
    ['{ "command": "" }', 'invalid-entry'],
    ['{ "command": "npx", "url": "https://x.example/mcp" }', 'invalid-entry'],
    ['https://', 'bad-url'],
    ['A=1', 'no-server'],
  ])('%j is refused as %s', (text, problem) => {
    expect(parsePasted(text)).toMatchObject({ ok: false, problem });
  });

  test.each<[string, string, object]>([
    ['https://mcp.example.com/mcp', 'example', { url: 'https://mcp.example.com/mcp' }],
    ['wss://a.b.example/x', 'b', { type: 'ws', url: 'wss://a.b.example/x' }],
    ['http://127.0.0.1:3001/mcp', '127.0.0.1:3001', { url: 'http://127.0.0.1:3001/mcp' }],
    [
      '{ "mcpServers": { "wiki": { "type": "sse", "url": "https://x.example/sse" } } }',
      'wiki',
      { type: 'sse', url: 'https://x.example/sse' },
    ],
    ['{ "serverUrl": "https://mcp.x.example/" }', 'x', { url: 'https://mcp.x.example/' }],
  ])('%j is the remote server %s', (text, name, config) => {
    expect(parsePasted(text)).toEqual({
      ok: true,
      servers: [{ name, config: { headers: {}, disabled: false, ...config } }],
    });
  });

  test('says which line or field is wrong', () => {
    expect(parsePasted('{\n  "command": npx\n}')).toMatchObject({ detail: '2' });
    expect(parsePasted('{ "command": "npx", "args": [1] }')).toMatchObject({ detail: 'args.0' });
  });
});

test.each([
  [['npx', '-y', '@modelcontextprotocol/server-filesystem@2025.1.1', '.'], 'filesystem'],
  [['npx', '-y', '@acme/mcp@latest'], 'mcp'],
  [['uvx', 'mcp-server-git'], 'git'],
  [['node', './servers/build.mjs'], 'build'],
  [['/usr/local/bin/my-server'], 'my'],
  [['python3', '-m', 'weather'], 'weather'],
  [['npx', '-y'], undefined],
])('%j is named %s', (words, name) => {
  expect(nameFromCommand(words)).toBe(name);
});

describe('what other clients write', () => {
  const home = '../fixtures/clients';
  test.each([
    ['claude_desktop_config.json', ['filesystem', 'weather']],
    ['claude.json', ['stripe', 'airtable']],
    ['cursor.json', ['remote']],
    ['vscode.json', ['github', 'perplexity']],
    ['vscode-settings.json', ['old']],
    ['windsurf.json', ['remote-http-mcp', 'github-mcp']],
    ['cline.json', ['local-server', 'remote-server']],
    ['zed.json', ['local-mcp-server', 'older', 'remote-mcp-server']],
  ])('%s is read as it is', (file, names) => {
    const text = readFileSync(join(import.meta.dirname, home, file), 'utf8');
    // Values that are no text are the person's to mend.
    const pasted = parsePasted(text.replace('"PORT": 3000, "DEBUG": true', '"PORT": "3000"'));
    expect(pasted).toMatchObject({ ok: true });
    const found = pasted.ok ? pasted.servers.map(({ name }) => name) : [];
    expect(found).toEqual(expect.arrayContaining(names));
  });

  test('what VS Code asks for is a secret, by its name', () => {
    const text = '{"servers": {"a": {"command": "x", "env": {"K": "${input:my key}"}}}}';
    expect(parsePasted(text)).toMatchObject({
      servers: [{ config: { env: { K: '${secret:my-key}' } } }],
    });
  });
});
