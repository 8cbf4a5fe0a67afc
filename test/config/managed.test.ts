import { describe, expect, it } from 'vitest';
import { isLetIn, ServerMatch } from '../../src/main/config/managed.ts';
import { managedFile } from '../../src/main/platform/paths.ts';
import { ServerConfig } from '../../src/shared/server.ts';

const npx = ServerConfig.parse({ command: 'npx', args: ['-y', 'good'] });
const web = (url: string) => ServerConfig.parse({ url });
const byUrl = (serverUrl: string, url: string) =>
  isLetIn({ allow: [{ serverUrl }], deny: [] }, 'x', web(url));

describe('the lists of the managed file', () => {
  it.each([
    ['https://mcp.example.com/*', 'https://mcp.example.com/a/b', true],
    ['https://mcp.example.com/mcp', 'https://mcp.example.com/mcp', true],
    ['https://mcp.example.com/mcp', 'https://mcp.example.com/mcp2', false],
    ['https://mcp.example.com', 'https://mcp.example.com/anything', true],
    ['https://*.example.com/*', 'https://a.b.example.com/x', true],
    ['https://*.example.com/*', 'https://example.com/x', false],
    ['https://*.example.com/*', 'https://evil.example/x.example.com/', false],
    ['https://*.example.com/*', 'https://evil.example?.example.com/', false],
    ['https://*.example.com/*', 'https://x.example.com@evil.example/', false],
    ['https://*.example.com/*', 'https://x.example.com.evil.example/', false],
    ['https://*.example.com/*', 'http://x.example.com/', false],
    ['https://mcp.example.com/*', 'https://MCP.example.com./a', true],
    ['http://localhost:*/*', 'http://localhost:3000/mcp', true],
    ['https://mcp.example.com/*', 'https://mcp.example.com:8443/', false],
  ])('%s lets in %s: %s', (pattern, url, expected) => {
    expect(byUrl(pattern, url)).toBe(expected);
  });

  it('lets in what is not denied where nothing is said of what is allowed', () => {
    expect(isLetIn({ deny: [] }, 'a', npx)).toBe(true);
    expect(isLetIn({ deny: [{ serverName: 'a' }] }, 'a', npx)).toBe(false);
    expect(isLetIn({ deny: [{ serverCommand: ['npx', '-y', 'good'] }] }, 'a', npx)).toBe(false);
    expect(isLetIn({ deny: [{ serverCommand: ['npx'] }] }, 'a', npx)).toBe(true);
  });

  it('lets deny win over allow, and an empty list of allowed ones let nothing in', () => {
    const name = { serverName: 'a' };
    expect(isLetIn({ allow: [name], deny: [name] }, 'a', npx)).toBe(false);
    expect(isLetIn({ allow: [], deny: [] }, 'a', npx)).toBe(false);
  });

  it('takes no name for a command where commands are listed', () => {
    const allow = [{ serverName: 'a' }, { serverCommand: ['npx', '-y', 'other'] }];
    expect(isLetIn({ allow, deny: [] }, 'a', npx)).toBe(false);
    expect(isLetIn({ allow, deny: [] }, 'a', web('https://x.example'))).toBe(true);
  });

  it.each([{}, { serverName: 'a', serverUrl: 'https://x' }, { serverUrl: 'x' }, { name: 'a' }])(
    'refuses %j as a line',
    (line) => {
      expect(ServerMatch.safeParse(line).success).toBe(false);
    },
  );

  it.each([
    ['linux', {}, '/etc/patchbay/managed-mcp.json'],
    ['darwin', {}, '/Library/Application Support/Patchbay/managed-mcp.json'],
    ['win32', { ProgramData: 'D:\\Data' }, 'D:\\Data\\Patchbay\\managed-mcp.json'],
    ['win32', {}, 'C:\\ProgramData\\Patchbay\\managed-mcp.json'],
  ] as const)('are looked for on %s with %j in %s', (platform, environment, file) => {
    expect(managedFile(platform, environment)).toBe(file);
  });
});
