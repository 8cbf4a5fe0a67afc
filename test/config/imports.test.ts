import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Imports } from '../../src/main/config/imports.ts';
import { InstallOffers } from '../../src/main/config/installOffers.ts';
import { SettingsFile } from '../../src/main/config/settingsFile.ts';
import { signature } from '../../src/main/config/signature.ts';
import { LinkInbox } from '../../src/main/platform/linkInbox.ts';

let home: string;
let settings: SettingsFile;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'patchbay-imports-'));
  settings = new SettingsFile(join(home, 'data/settings.json'), () => undefined);
  await settings.open();
});
afterEach(async () => {
  settings.close();
  await rm(home, { recursive: true, force: true });
});

const ports = () => ({
  servers: () => settings.settings.mcpServers,
  signatureOf: signature,
  edit: (edits: Parameters<SettingsFile['edit']>[0]) => settings.edit(edits),
});
const imports = () =>
  new Imports({
    ...ports(),
    machine: { platform: 'linux', home, environment: {} },
    hasSecret: async (name) => name === 'known',
  });
const cursor = async (mcpServers: object) => {
  await mkdir(join(home, '.cursor'), { recursive: true });
  await writeFile(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers }));
};
const found = async () => (await imports().find()).flatMap(({ servers }) => servers);

describe('Imports', () => {
  it('gives free names, marks the same content, and asks for the secrets that nobody gave', async () => {
    await settings.edit([{ path: ['mcpServers', 'a'], value: { command: 'x', args: ['1'] } }]);
    await cursor({
      a: { command: 'y' },
      b: { command: 'x', args: ['1'], env: { K: 'v' } },
      c: { command: 'y', env: { A: '${secret:known} ${secret:new}' } },
    });
    expect(await found()).toMatchObject([
      { name: 'a', as: 'a-2', sameAs: undefined },
      { name: 'b', as: 'b', sameAs: 'a' },
      { name: 'c', as: 'c', sameAs: 'a-2', asksFor: ['new'] },
    ]);
  });

  it('adds nothing when a file has changed since it was shown', async () => {
    await cursor({ a: { command: 'x' }, b: { command: 'y' } });
    const keys = (await found()).map(({ key }) => key);
    await cursor({ a: { command: 'x' }, b: { command: 'evil' } });
    await expect(imports().take(keys)).rejects.toThrow(/has changed since it was shown/);
    expect(settings.settings.mcpServers.size).toBe(0);
  });

  it('keeps what stands in the settings file, comments too', async () => {
    await writeFile(settings.path, '{ // mine\n  "mcpServers": { "z": { "command": "z" } } }');
    await settings.reload();
    await cursor({ a: { command: 'x' } });
    const [{ key } = { key: '' }] = await found();
    expect(await imports().take([key, key])).toEqual(['a']);
    const text = await readFile(settings.path, 'utf8');
    expect(text).toContain('// mine');
    expect([...settings.settings.mcpServers.keys()].sort()).toEqual(['a', 'z']);
  });
});

describe('InstallOffers', () => {
  it('holds a few links at most, and adds one only once', async () => {
    let changes = 0;
    const offers = new InstallOffers({ ...ports(), onChange: () => (changes += 1) });
    for (let n = 0; n < 20; n++) offers.follow(`patchbay://install?name=s${n}&command=x`);
    expect(offers.list().map(({ server }) => server?.name)).toEqual(['s0', 's1', 's2', 's3', 's4']);
    expect(changes).toBe(5);
    const [{ id } = { id: '' }] = offers.list();
    expect(await offers.accept(id)).toBe('s0');
    await expect(offers.accept(id)).rejects.toThrow(/answered already/);
    expect(settings.settings.mcpServers.get('s0')).toMatchObject({ command: 'x', disabled: true });
    expect(offers.list().find(({ server }) => server?.name === 's1')?.sameAs).toBe('s0');
  });

  it('tells of a link that was refused, and never adds it', async () => {
    const offers = new InstallOffers({ ...ports(), onChange: () => undefined });
    offers.follow('patchbay://install?name=a&command=x&run=now');
    const [offer] = offers.list();
    expect(offer).toMatchObject({ problem: { code: 'adding/link-field' } });
    await expect(offers.accept(offer?.id ?? '')).rejects.toThrow(/answered already/);
  });
});

describe('LinkInbox', () => {
  it('keeps links that come before anything can show them, and no flood of them', () => {
    const inbox = new LinkInbox();
    const seen: string[] = [];
    inbox.put(undefined);
    for (let n = 0; n < 50; n++) inbox.put(`${n}`);
    inbox.open((link) => seen.push(link));
    inbox.put('later');
    expect(seen).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'later']);
  });
});
