import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StdioTransport } from '../../src/main/servers/transports/stdio.ts';
import { findElsewhere, usualFolders } from '../../src/main/servers/process/usualFolders.ts';

const nothing = () => [];

describe('the folders where programs usually are', () => {
  it.each([
    { platform: 'darwin' as const, folder: '/opt/homebrew/bin' },
    { platform: 'darwin' as const, folder: '/Users/mia/.local/bin' },
    { platform: 'linux' as const, folder: '/home/linuxbrew/.linuxbrew/bin' },
    { platform: 'linux' as const, folder: '/Users/mia/.volta/bin' },
    { platform: 'linux' as const, folder: '/Users/mia/.asdf/shims' },
    { platform: 'linux' as const, folder: '/Users/mia/.local/share/mise/shims' },
    { platform: 'linux' as const, folder: '/Users/mia/.cargo/bin' },
    { platform: 'linux' as const, folder: '/Users/mia/.bun/bin' },
    { platform: 'linux' as const, folder: '/Users/mia/.deno/bin' },
  ])('have $folder on $platform', ({ platform, folder }) => {
    expect(usualFolders({}, '/Users/mia', platform, nothing)).toContain(folder);
  });

  it('have every node of nvm, the newest first', () => {
    const list = (folder: string) =>
      folder === '/home/mia/.nvm/versions/node' ? ['v9.11.2', 'v22.1.0', 'v20.19.3'] : [];
    const folders = usualFolders({}, '/home/mia', 'linux', list);
    expect(folders.filter((folder) => folder.includes('.nvm'))).toEqual([
      '/home/mia/.nvm/versions/node/v22.1.0/bin',
      '/home/mia/.nvm/versions/node/v20.19.3/bin',
      '/home/mia/.nvm/versions/node/v9.11.2/bin',
    ]);
  });

  it('follow the variables that move them', () => {
    const environment = { NVM_DIR: '/x/nvm', CARGO_HOME: '/x/cargo', XDG_DATA_HOME: '/x/data' };
    const list = (folder: string) => (folder === '/x/nvm/versions/node' ? ['v22.0.0'] : []);
    const folders = usualFolders(environment, '/home/mia', 'linux', list);
    expect(folders).toEqual(
      expect.arrayContaining([
        '/x/nvm/versions/node/v22.0.0/bin',
        '/x/cargo/bin',
        '/x/data/mise/shims',
      ]),
    );
  });

  it('are those of Windows there', () => {
    const environment = { APPDATA: 'C:\\R', PROGRAMFILES: 'C:\\Program Files' };
    const folders = usualFolders(environment, 'C:\\Users\\mia', 'win32', nothing);
    expect(folders).toEqual(
      expect.arrayContaining([
        'C:\\Users\\mia\\.local\\bin',
        'C:\\Program Files\\nodejs',
        'C:\\R\\npm',
      ]),
    );
    expect(folders.join()).not.toContain('/');
  });
});

describe.skipIf(process.platform === 'win32')('a command that the PATH does not have', () => {
  function homeWith(...files: string[]): string {
    const home = mkdtempSync(join(tmpdir(), 'patchbay-usual-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    for (const file of files) {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), '');
      chmodSync(join(home, file), 0o755);
    }
    return home;
  }

  it('is found where its installer put it', () => {
    const home = homeWith('.local/bin/pb-uvx', '.nvm/versions/node/v20.1.0/bin/pb-npx');
    const environment = { HOME: home, PATH: '/usr/bin' };
    expect(findElsewhere('pb-uvx', environment)).toBe(join(home, '.local/bin/pb-uvx'));
    expect(findElsewhere('pb-npx', environment)).toBe(
      join(home, '.nvm/versions/node/v20.1.0/bin/pb-npx'),
    );
    expect(findElsewhere('pb-other', environment)).toBeUndefined();
  });

  it('is not looked for when it is a path', () => {
    const home = homeWith('.local/bin/pb-uvx');
    expect(findElsewhere('./pb-uvx', { HOME: home })).toBeUndefined();
    expect(findElsewhere(join(home, 'pb-uvx'), { HOME: home })).toBeUndefined();
  });
  it('is told when a server is to be started by it', async () => {
    const home = homeWith('.cargo/bin/pb-uvx');
    const transport = new StdioTransport({
      command: 'pb-uvx',
      args: [],
      cwd: home,
      environment: { HOME: home, PATH: '/usr/bin' },
      onStderr: () => undefined,
      onNoise: () => undefined,
      onExit: () => undefined,
    });
    await expect(transport.start()).rejects.toMatchObject({
      error: {
        code: 'server/command-elsewhere',
        params: { command: 'pb-uvx', file: join(home, '.cargo/bin/pb-uvx') },
      },
    });
  });
});
