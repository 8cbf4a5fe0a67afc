import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppFailure } from '../../src/shared/errors.ts';
import type { UserValue } from '../../src/shared/adding.ts';
import { Plugins } from '../../src/main/config/plugins.ts';
import { zipFile } from '../fakes/zipFile.ts';

let data: string;
let folder: string;
let secrets: Map<string, string>;
let changes: number;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'patchbay-plugins-'));
  folder = join(data, 'plugins');
  secrets = new Map();
  changes = 0;
});
afterEach(() => rm(data, { recursive: true, force: true }));

async function opened(platform: NodeJS.Platform = 'linux'): Promise<Plugins> {
  const plugins = new Plugins({
    folder,
    platform,
    home: '/home/ada',
    secrets: {
      set: async (name, value) => void secrets.set(name, value),
      delete: async (name) => void secrets.delete(name),
    },
    onChange: () => (changes += 1),
  });
  await plugins.open();
  return plugins;
}

const manifest = {
  manifest_version: '0.3',
  name: 'weather',
  display_name: 'Weather',
  version: '1.0.0',
  description: 'Tells the weather',
  author: { name: 'A' },
  server: {
    type: 'node',
    entry_point: 'index.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/index.js'],
      env: { KEY: '${user_config.key}', CITY: '${user_config.city}' },
    },
  },
  tools: [{ name: 'forecast', description: 'Of a city' }],
  compatibility: { platforms: ['linux', 'darwin'] },
  user_config: {
    key: { type: 'string', title: 'Key', sensitive: true, required: true },
    city: { type: 'string', title: 'City', default: 'Kyoto' },
  },
};
async function bundle(change: object = {}, name = 'weather.mcpb'): Promise<string> {
  const file = join(data, name);
  const content = JSON.stringify({ ...manifest, ...change });
  await writeFile(
    file,
    zipFile([
      { name: 'manifest.json', content },
      { name: 'index.js', content: '// server' },
    ]),
  );
  return file;
}
async function install(plugins: Plugins, file: string, given: Record<string, UserValue>) {
  const { id } = await plugins.offer(file);
  return plugins.install(id, new Map(Object.entries(given)));
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof AppFailure ? thrown.error.code : String(thrown)),
  );
const serversOf = (plugins: Plugins) =>
  plugins.layers().flatMap(({ servers }) => [...servers.entries()]);

describe('a bundle', () => {
  it('is shown whole before anything of it is written', async () => {
    const plugins = await opened();
    const offer = await plugins.offer(await bundle());
    expect(offer).toMatchObject({
      title: 'Weather',
      version: '1.0.0',
      author: 'A',
      command: 'node',
      args: ['${__dirname}/index.js'],
      env: { KEY: '${user_config.key}' },
      tools: [{ name: 'forecast', description: 'Of a city' }],
      fileCount: 2,
      replaces: undefined,
      problem: undefined,
    });
    expect(offer.options.map(({ key, sensitive }) => [key, sensitive])).toEqual([
      ['key', true],
      ['city', false],
    ]);
    expect(await readdir(folder)).toEqual([]);
    expect(changes).toBe(0);
  });

  it('is installed without being started, its secret in the keychain and in no file', async () => {
    const plugins = await opened();
    expect(await install(plugins, await bundle(), { key: 'hunter2' })).toBe('weather');
    const entry = {
      command: 'node',
      args: [join(folder, 'weather/index.js')],
      env: { KEY: '${secret:plugin.weather.key}', CITY: 'Kyoto' },
    };
    expect(serversOf(plugins)).toEqual([['weather', { ...entry, disabled: true }]]);
    expect(secrets).toEqual(new Map([['plugin.weather.key', 'hunter2']]));
    for (const file of await readdir(join(folder, 'weather'))) {
      expect(await readFile(join(folder, 'weather', file), 'utf8')).not.toContain('hunter2');
    }
    await plugins.setOn('weather', 'weather', true);
    expect(serversOf(plugins)).toEqual([['weather', { ...entry, disabled: false }]]);
    // It stays so at the next start.
    expect(serversOf(await opened())).toEqual(serversOf(plugins));
    expect(await readdir(folder)).toEqual(['weather']);
  });

  it('is removed without a trace', async () => {
    const plugins = await opened();
    await install(plugins, await bundle(), { key: 'hunter2' });
    await plugins.remove('weather');
    expect(plugins.list()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    expect(secrets.size).toBe(0);
    expect(await codeOf(plugins.remove('weather'))).toBe('adding/no-plugin');
  });

  it('is replaced by another version, which is off again and keeps the secret', async () => {
    const plugins = await opened();
    await install(plugins, await bundle(), { key: 'hunter2' });
    await plugins.setOn('weather', 'weather', true);
    const next = await bundle({ version: '2.0.0' });
    expect(await plugins.offer(next)).toMatchObject({ version: '2.0.0', replaces: '1.0.0' });
    await install(plugins, next, { city: 'Oslo' });
    expect(serversOf(plugins)).toMatchObject([
      ['weather', { disabled: true, env: { KEY: '${secret:plugin.weather.key}', CITY: 'Oslo' } }],
    ]);
    expect(plugins.list()).toMatchObject([{ version: '2.0.0', problems: [] }]);
    const without = await bundle({ version: '3.0.0', user_config: {} });
    await install(plugins, without, {});
    expect(secrets.size).toBe(0);
    expect(await readdir(folder)).toEqual(['weather']);
  });

  it('is not installed for another system, without what it needs, or when it was not shown', async () => {
    const elsewhere = await opened('win32');
    const offer = await elsewhere.offer(await bundle());
    expect(offer.problem?.code).toBe('adding/bundle-platform');
    expect(await codeOf(elsewhere.install(offer.id, new Map([['key', 'x']])))).toBe(
      'adding/bundle-platform',
    );
    const plugins = await opened();
    const { id } = await plugins.offer(await bundle());
    expect(await codeOf(plugins.install(id, new Map()))).toBe('adding/value-required');
    await plugins.offer(await bundle({ version: '6.6.6' }, 'other.mcpb'));
    expect(await codeOf(plugins.install(id, new Map([['key', 'x']])))).toBe('adding/bundle-gone');
    expect(await readdir(folder)).toEqual([]);
    expect(secrets.size).toBe(0);
  });

  it('installs what was shown, whatever became of its file meanwhile', async () => {
    const plugins = await opened();
    const file = await bundle();
    const { id } = await plugins.offer(file);
    await bundle({ version: '6.6.6' });
    await plugins.install(id, new Map([['key', 'x']]));
    expect(plugins.list()).toMatchObject([{ version: '1.0.0' }]);
  });

  it('leaves the installed version as it is when a new one can not be unpacked', async () => {
    const plugins = await opened();
    await install(plugins, await bundle(), { key: 'x' });
    const file = join(data, 'broken.mcpb');
    const content = JSON.stringify({ ...manifest, version: '2.0.0' });
    await writeFile(
      file,
      zipFile([
        { name: 'manifest.json', content },
        { name: 'a', content: 'xxxxxxxxxx', saidSize: 2 },
      ]),
    );
    expect(await codeOf(install(plugins, file, {}))).toBe('adding/bundle-unreadable');
    expect((await opened()).list()).toMatchObject([{ version: '1.0.0' }]);
    expect(await readdir(folder)).toEqual(['weather']);
  });
});

describe('a folder that was put there', () => {
  const put = async (at: string, content: unknown) => {
    const path = join(folder, 'mine', at);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  };

  it('has its servers, all off, with the folder filled in and without trust', async () => {
    await put('.claude-plugin/plugin.json', {
      name: 'Mine',
      version: '0.1',
      author: { name: 'A' },
    });
    await put('.mcp.json', {
      mcpServers: {
        a: { command: '${CLAUDE_PLUGIN_ROOT}/run', args: ['${__dirname}'], trusted: true },
        bad: { args: [] },
        b: { url: 'https://b.example/mcp' },
      },
    });
    const plugins = await opened();
    expect(plugins.list()).toMatchObject([
      { name: 'mine', title: 'Mine', version: '0.1', author: 'A', kind: 'folder' },
    ]);
    expect(plugins.list()[0]?.problems.map(({ code }) => code)).toEqual(['adding/plugin-unusable']);
    const root = join(folder, 'mine');
    expect(serversOf(plugins)).toEqual([
      ['a', { command: `${root}/run`, args: [root], env: {}, disabled: true }],
      ['b', { url: 'https://b.example/mcp', headers: {}, disabled: true }],
    ]);
  });

  it('says what is wrong with it, and hides no other plugin', async () => {
    await put('plugin.json', '{');
    const plugins = await opened();
    await install(plugins, await bundle(), { key: 'x' });
    expect(plugins.list().map(({ name, problems }) => [name, problems.length])).toEqual([
      ['mine', 1],
      ['weather', 0],
    ]);
  });

  it('is not what an interrupted installation left behind', async () => {
    await mkdir(join(folder, '.new-abc'), { recursive: true });
    await mkdir(join(folder, '.old-abc'), { recursive: true });
    expect((await opened()).list()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });
});
