import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import type { ClientName } from '../../../src/shared/adding.ts';
import { importers } from '../../../src/main/config/importers/importers.ts';
import { freeName, secretNames, takeOver } from '../../../src/main/config/importers/takeOver.ts';

const home = '/home/ada';
const off = { disabled: true };

const importer = (client: ClientName) => {
  const found = importers.find((one) => one.client === client);
  if (!found) throw new Error(`no importer of ${client}`);
  return found;
};
const content = (fixture: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, '../../fixtures/clients', fixture), 'utf8'));

/** What becomes of every server in a fixture: by name, and by project where it has one. */
function taken(client: ClientName, fixture: string): Record<string, unknown> {
  const entries = importer(client)
    .read(content(fixture))
    .map((raw) => {
      const result = takeOver(raw, home);
      const { project = '', name } = raw;
      const left = 'config' in result && result.leftOut.length > 0 ? result.leftOut : undefined;
      const value = 'why' in result ? result.why : left ? [result.config, left] : result.config;
      return [project === '' ? name : `${project} ${name}`, value] as const;
    });
  return Object.fromEntries(entries);
}

describe('what the servers of other clients become', () => {
  it.each<{ client: ClientName; fixture: string; servers: Record<string, unknown> }>([
    {
      client: 'claude-desktop',
      fixture: 'claude_desktop_config.json',
      servers: {
        filesystem: {
          command: 'npx',
          args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ada/Desktop'],
          env: {},
          ...off,
        },
        weather: {
          command: 'uv',
          args: ['--directory', '/home/ada/weather', 'run', 'weather.py'],
          env: { API_KEY: 'kept-in-main-1' },
          ...off,
        },
      },
    },
    {
      client: 'claude-code',
      fixture: 'claude.json',
      servers: {
        stripe: { type: 'http', url: 'https://mcp.stripe.com', headers: {}, ...off },
        airtable: {
          type: 'stdio',
          command: 'npx',
          args: ['-y', 'airtable-mcp-server'],
          env: { AIRTABLE_API_KEY: '${AIRTABLE_API_KEY:-none}' },
          ...off,
        },
        '/home/ada/shop asana': {
          type: 'sse',
          url: 'https://mcp.asana.com/sse',
          headers: { 'X-Api-Key': 'kept-in-main-2' },
          ...off,
        },
        '/home/ada/shop internal': [
          {
            type: 'http',
            url: 'https://mcp.internal.example.com',
            headers: {},
            oauth: { clientId: 'patch', callbackPort: 8080 },
            ...off,
          },
          ['headersHelper'],
        ],
      },
    },
    {
      client: 'cursor',
      fixture: 'cursor.json',
      servers: {
        'server-name': [
          {
            type: 'stdio',
            command: 'python',
            args: ['/home/ada/mcp-server.py'],
            env: { API_KEY: '${env:MY_KEY}', PORT: '3000', DEBUG: 'true' },
            ...off,
          },
          ['envFile'],
        ],
        remote: {
          url: 'http://localhost:3000/mcp',
          headers: { Authorization: 'Bearer kept-in-main-3' },
          ...off,
        },
      },
    },
    {
      client: 'vscode',
      fixture: 'vscode.json',
      servers: {
        github: { type: 'http', url: 'https://api.githubcopilot.com/mcp', headers: {}, ...off },
        perplexity: [
          {
            type: 'stdio',
            command: 'npx',
            args: ['-y', 'server-perplexity-ask'],
            env: { PERPLEXITY_API_KEY: '${secret:perplexity-key}' },
            ...off,
          },
          ['dev'],
        ],
      },
    },
    {
      client: 'vscode',
      fixture: 'vscode-settings.json',
      servers: { old: { command: 'node', args: ['old.js'], env: {}, ...off } },
    },
    {
      client: 'windsurf',
      fixture: 'windsurf.json',
      servers: {
        'remote-http-mcp': {
          url: 'https://mcp.example.com/mcp',
          headers: { API_KEY: 'Bearer ${env:AUTH_TOKEN}' },
          ...off,
        },
        'github-mcp': {
          command: 'npx',
          args: ['-y', '@modelcontextprotocol/server-github'],
          env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'kept-in-main-4' },
          ...off,
        },
      },
    },
    {
      client: 'cline',
      fixture: 'cline.json',
      servers: {
        'local-server': {
          command: 'node',
          args: ['/path/to/server.js'],
          env: { API_KEY: 'kept-in-main-5' },
          toolTimeoutMs: 90_000,
          ...off,
        },
        'remote-server': {
          type: 'http',
          url: 'https://your-server-url.com/mcp',
          headers: { Authorization: 'Bearer kept-in-main-6' },
          ...off,
        },
      },
    },
    {
      client: 'zed',
      fixture: 'zed.json',
      servers: {
        'local-mcp-server': {
          command: 'some-command',
          args: ['arg-1', 'arg-2'],
          env: {},
          ...off,
        },
        older: { command: 'node', args: ['index.js'], env: { TOKEN: 'kept-in-main-7' }, ...off },
        'remote-mcp-server': {
          url: 'https://zed.example.com/mcp',
          headers: { Authorization: 'Bearer kept-in-main-8' },
          ...off,
        },
        'mcp-server-github': 'it comes from an extension of Zed',
      },
    },
  ])('$client, $fixture', ({ client, fixture, servers }) => {
    expect(taken(client, fixture)).toEqual(servers);
  });

  it.each<{ entry: unknown; why: RegExp }>([
    { entry: 'npx', why: /not an object/ },
    { entry: {}, why: /needs a `command`.*or a `url`/ },
    { entry: { command: 'x', url: 'https://a.example' }, why: /both `command` and `url`/ },
    { entry: { command: 'x', args: 'y' }, why: /^args: / },
    { entry: { url: 'ftp://a.example' }, why: /^url: must be an http or https address/ },
    { entry: { command: 'x', env: { A: ['b'] } }, why: /^env\.A: / },
  ])('says why $entry can not be taken over', ({ entry, why }) => {
    expect(takeOver({ name: 'a', entry }, home)).toEqual({ why: expect.stringMatching(why) });
  });

  it('never takes trust over, nor a name that hides something', () => {
    const raw = { name: 'do\u202Ecs\n', entry: { command: 'x', trusted: true, disabled: false } };
    expect(takeOver(raw, home)).toEqual({
      name: 'docs',
      config: { command: 'x', args: [], env: {}, disabled: true },
      leftOut: [],
    });
    expect(takeOver({ name: '\u200B', entry: { command: 'x' } }, home)).toHaveProperty('why');
  });

  it('finds a name that is free, and the secrets that values refer to', () => {
    expect(freeName('docs', new Set(['docs', 'docs-2']))).toBe('docs-3');
    const env = { A: '${secret:a-b}', B: 'x ${secret:c} ${secret:a-b} ${env:D}' };
    expect(secretNames({ command: 'x', env })).toEqual(['a-b', 'c']);
  });
});

describe('where other clients keep their files', () => {
  const roaming = 'C:\\Users\\ada\\AppData\\Roaming';
  const windows = {
    platform: 'win32' as const,
    home: 'C:\\Users\\ada',
    environment: { APPDATA: roaming },
  };
  const linux = { platform: 'linux' as const, home, environment: {} };
  const mac = { platform: 'darwin' as const, home: '/Users/ada', environment: {} };
  const storage = 'globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';

  it.each<[ClientName, string, string, string]>([
    [
      'claude-desktop',
      '/home/ada/.config/Claude/claude_desktop_config.json',
      '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
      `${roaming}\\Claude\\claude_desktop_config.json`,
    ],
    [
      'claude-code',
      '/home/ada/.claude.json',
      '/Users/ada/.claude.json',
      'C:\\Users\\ada\\.claude.json',
    ],
    [
      'cursor',
      '/home/ada/.cursor/mcp.json',
      '/Users/ada/.cursor/mcp.json',
      'C:\\Users\\ada\\.cursor\\mcp.json',
    ],
    [
      'vscode',
      '/home/ada/.config/Code/User/mcp.json',
      '/Users/ada/Library/Application Support/Code/User/mcp.json',
      `${roaming}\\Code\\User\\mcp.json`,
    ],
    [
      'windsurf',
      '/home/ada/.codeium/windsurf/mcp_config.json',
      '/Users/ada/.codeium/windsurf/mcp_config.json',
      'C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json',
    ],
    [
      'cline',
      `/home/ada/.config/Code/User/${storage}`,
      `/Users/ada/Library/Application Support/Code/User/${storage}`,
      `${roaming}\\Code\\User\\${storage.replaceAll('/', '\\')}`,
    ],
    [
      'zed',
      '/home/ada/.config/zed/settings.json',
      '/Users/ada/.config/zed/settings.json',
      `${roaming}\\Zed\\settings.json`,
    ],
  ])('%s', (client, onLinux, onMac, onWindows) => {
    const { places } = importer(client);
    expect(places(linux)).toContain(onLinux);
    expect(places(mac)).toContain(onMac);
    expect(places(windows)).toContain(onWindows);
  });

  it('honours the folders that the environment names', () => {
    const environment = { XDG_CONFIG_HOME: '/conf', CLAUDE_CONFIG_DIR: '/claude' };
    expect(importer('zed').places({ ...linux, environment })).toEqual(['/conf/zed/settings.json']);
    expect(importer('claude-code').places({ ...linux, environment })).toEqual([
      '/claude/.claude.json',
    ]);
    expect(importer('claude-desktop').places({ ...windows, environment: {} })).toEqual([
      `${roaming}\\Claude\\claude_desktop_config.json`,
    ]);
  });

  it("finds the files of Claude Code's projects, and no more than fifty", () => {
    const { more } = importer('claude-code');
    expect(more?.(content('claude.json'), linux)).toEqual([
      '/home/ada/shop/.mcp.json',
      '/home/ada/empty/.mcp.json',
    ]);
    const projects = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`/p/${n}`, {}]));
    expect(more?.({ projects }, linux)).toHaveLength(50);
  });
});
