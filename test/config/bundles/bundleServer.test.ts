import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../src/shared/errors.ts';
import type { UserValue } from '../../../src/shared/adding.ts';
import { bundleServer } from '../../../src/main/config/bundles/bundleServer.ts';
import { optionsOf, parseManifest, pluginName } from '../../../src/main/config/bundles/manifest.ts';
import { checkUserValues } from '../../../src/main/config/bundles/userValues.ts';

/** After the example of MANIFEST.md, with every type of `user_config`. */
const full = {
  manifest_version: '0.3',
  name: 'my-extension',
  version: '1.2.0',
  description: 'Files',
  author: { name: 'A', email: 'a@example.org' },
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      args: [
        '${__dirname}/server/index.js',
        '--key=${user_config.key}',
        '${user_config.folders}',
        '${user_config.file}',
      ],
      env: {
        API_KEY: '${user_config.key}',
        LIMIT: '${user_config.limit}',
        VERBOSE: '${user_config.verbose}',
        FILE: '${user_config.file}',
        DOCS: '${DOCUMENTS}${/}x',
        OTHER: '${NOT_OURS}',
      },
      platform_overrides: { win32: { command: 'node.exe', env: { TEMP_DIR: 'C:\\Temp' } } },
    },
  },
  compatibility: { claude_desktop: '>=1.0.0', platforms: ['darwin', 'win32', 'linux'] },
  user_config: {
    key: { type: 'string', title: 'Key', description: 'k', sensitive: true, required: true },
    folders: {
      type: 'directory',
      title: 'Folders',
      description: 'f',
      multiple: true,
      default: ['/a'],
    },
    limit: { type: 'number', title: 'Limit', description: 'l', default: 10, min: 1, max: 100 },
    verbose: { type: 'boolean', title: 'Verbose', description: 'v', default: false },
    file: { type: 'file', title: 'File', description: 'x' },
  },
};
const manifest = parseManifest(JSON.stringify(full), 'a.mcpb');
const linux = {
  folder: '/data/plugins/my-extension',
  platform: 'linux' as const,
  home: '/home/ada',
};
const values = (given: Record<string, UserValue>, kept: readonly string[] = ['key']) =>
  checkUserValues(optionsOf(manifest), new Map(Object.entries(given)), new Set(kept));
const secretOf = (key: string) => (key === 'key' ? 'plugin.my-extension.key' : undefined);

function refusal(work: () => unknown): Record<string, unknown> {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof AppFailure) return { code: thrown.error.code, ...thrown.error.params };
  }
  return { code: 'none' };
}

describe('bundleServer', () => {
  it('fills in the folder, the values and the names of secrets, never a secret', () => {
    const given = values({ folders: ['/home/ada/a b', '/c'], limit: 5, verbose: true, file: '/f' });
    expect(bundleServer(manifest, linux, given, secretOf)).toEqual({
      command: 'node',
      args: [
        '/data/plugins/my-extension/server/index.js',
        '--key=${secret:plugin.my-extension.key}',
        '/home/ada/a b',
        '/c',
        '/f',
      ],
      env: {
        API_KEY: '${secret:plugin.my-extension.key}',
        LIMIT: '5',
        VERBOSE: 'true',
        FILE: '/f',
        DOCS: '/home/ada/Documents/x',
        OTHER: '${NOT_OURS}',
      },
      disabled: false,
    });
  });

  it('takes defaults, and leaves out what nobody gave', () => {
    const { args, env } = bundleServer(manifest, linux, values({}), secretOf);
    expect(args.slice(2)).toEqual(['/a']);
    expect(env).toMatchObject({ LIMIT: '10', VERBOSE: 'false' });
    expect(env).not.toHaveProperty('FILE');
  });

  it('puts a dollar in a value where it belongs, as it is', () => {
    const given = values({ file: "$&$1$'" });
    expect(bundleServer(manifest, linux, given, secretOf).args.at(-1)).toBe("$&$1$'");
  });

  it("follows the manifest's words for another platform, adding to its variables", () => {
    const place = {
      folder: 'C:\\d\\my-extension',
      platform: 'win32' as const,
      home: 'C:\\Users\\ada',
    };
    const { command, env } = bundleServer(manifest, place, values({}), secretOf);
    expect(command).toBe('node.exe');
    expect(env).toMatchObject({ TEMP_DIR: 'C:\\Temp', DOCS: 'C:\\Users\\ada\\Documents\\x' });
  });

  it.each([
    ['server/run', '/data/plugins/my-extension/server/run'],
    ['./run', '/data/plugins/my-extension/run'],
    ['${__dirname}/run', '/data/plugins/my-extension/run'],
    ['/usr/bin/env', '/usr/bin/env'],
    ['python3', 'python3'],
  ])('runs %s as %s', (command, runs) => {
    const server = { type: 'binary' as const, entry_point: 'run', mcp_config: { command } };
    expect(bundleServer({ ...manifest, server }, linux, new Map(), secretOf).command).toBe(runs);
  });

  it('runs a uv bundle that has no command of its own', () => {
    const server = { type: 'uv' as const, entry_point: 'src/server.py' };
    expect(bundleServer({ ...manifest, server }, linux, new Map(), secretOf)).toMatchObject({
      command: 'uv',
      args: ['run', '--directory', '/data/plugins/my-extension', 'src/server.py'],
    });
  });
});

describe('checkUserValues', () => {
  it.each<{ given: Record<string, UserValue>; kept?: string[]; refused: object }>([
    { given: {}, kept: [], refused: { code: 'adding/value-required', title: 'Key' } },
    { given: { key: '' }, kept: [], refused: { code: 'adding/value-required', title: 'Key' } },
    {
      given: { limit: '5' },
      refused: { code: 'adding/value-type', title: 'Limit', type: 'number' },
    },
    {
      given: { limit: 101 },
      refused: { code: 'adding/value-range', title: 'Limit', min: '1', max: '100' },
    },
    { given: { limit: Number.NaN }, refused: { code: 'adding/value-type' } },
    { given: { verbose: 'yes' }, refused: { code: 'adding/value-type' } },
    { given: { file: ['/a', '/b'] }, refused: { code: 'adding/value-type' } },
    { given: { folders: 5 }, refused: { code: 'adding/value-type' } },
  ])('refuses $given', ({ given, kept, refused }) => {
    expect(refusal(() => values(given, kept))).toMatchObject(refused);
  });

  it('takes one folder for a list of one, and passes over what the bundle does not ask for', () => {
    const checked = values({ folders: '/x', unknown: 'y' });
    expect(checked.get('folders')).toEqual(['/x']);
    expect(checked.has('unknown')).toBe(false);
  });
});

describe('parseManifest', () => {
  it.each<[string, object | string, string]>([
    ['no JSON', '{', ''],
    ['another version', { ...full, manifest_version: '2.0' }, 'manifest_version'],
    ['no version', { ...full, manifest_version: undefined }, 'manifest_version'],
    ['no author', { ...full, author: undefined }, 'author'],
    ['a name that can not be seen whole', { ...full, name: 'a\u202Eb' }, 'name'],
    ['a server of another type', { ...full, server: { type: 'wasm' } }, 'server.type'],
    ['no command', { ...full, server: { type: 'node', entry_point: 'x' } }, 'server.mcp_config'],
    [
      'an option of another type',
      { ...full, user_config: { a: { type: 'color', title: 't' } } },
      'user_config.a.type',
    ],
  ])('refuses %s', (_what, value, field) => {
    const json = typeof value === 'string' ? value : JSON.stringify(value);
    expect(refusal(() => parseManifest(json, 'a'))).toMatchObject({
      code: 'adding/bundle-manifest',
      field,
    });
  });

  it('reads one from before bundles were renamed, and passes over what it does not know', () => {
    const older = { ...full, manifest_version: undefined, dxt_version: '0.1', future: { a: 1 } };
    expect(parseManifest(JSON.stringify(older), 'a').name).toBe('my-extension');
  });

  it.each([
    ['my-extension', 'my-extension'],
    ['@scope/name', 'scope-name'],
    ['../../etc', 'etc'],
    ['con', 'plugin-con'],
    ['名前', 'plugin-7ec26292'],
  ])('makes of the name %s the folder %s', (name, folder) => {
    expect(pluginName(name)).toBe(folder);
  });
});
