import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { findClients } from '../../../src/main/config/importers/findClients.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'patchbay-clients-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const find = () => findClients({ platform: 'linux', home, environment: {} });
const put = async (at: string, text: string) => {
  await mkdir(dirname(join(home, at)), { recursive: true });
  await writeFile(join(home, at), text);
};
const fixture = (name: string) => join(import.meta.dirname, '../../fixtures/clients', name);

it('finds nothing on a machine without other clients', async () => {
  expect(await find()).toEqual([]);
});

it('finds the files there are, a project file of Claude Code too, and writes to none', async () => {
  const project = join(home, 'shop');
  await put('shop/.mcp.json', '{"mcpServers": {"shared": {"command": "shared-server"}}}');
  await put('.claude.json', JSON.stringify({ projects: { [project]: {} } }));
  await mkdir(join(home, '.cursor'));
  await copyFile(fixture('cursor.json'), join(home, '.cursor/mcp.json'));
  const found = await find();
  expect(found.map(({ client, file }) => [client, file])).toEqual([
    ['claude-code', join(project, '.mcp.json')],
    ['cursor', join(home, '.cursor/mcp.json')],
  ]);
  const keys = found.flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(new Set(keys).size).toBe(3);
  expect(await readFile(join(home, '.cursor/mcp.json'), 'utf8')).toBe(
    await readFile(fixture('cursor.json'), 'utf8'),
  );
});

it('gives a server another key when its content changes', async () => {
  await put('.cursor/mcp.json', '{"mcpServers": {"a": {"command": "x"}}}');
  const [before] = await find();
  await put('.cursor/mcp.json', '{"mcpServers": {"a": {"command": "y"}}}');
  const [after] = await find();
  expect(after?.entries[0]?.key).not.toBe(before?.entries[0]?.key);
});

it('says which file it could not read, and goes on with the others', async () => {
  await put('.cursor/mcp.json', '{"mcpServers": {\n"a": {"command": }}}');
  await put('.codeium/windsurf/mcp_config.json/x', '');
  await mkdir(join(home, '.config/zed'), { recursive: true });
  // Not a file that could be read to its end.
  const socket = createServer();
  await new Promise<void>((done) => socket.listen(join(home, '.config/zed/settings.json'), done));
  onTestFinished(() => void socket.close());
  await put('.config/Claude/claude_desktop_config.json', '{"mcpServers": {"a": {"command": "x"}}}');
  const found = await find();
  const unreadable = { code: 'adding/file-unreadable', params: { why: 'why/not-a-file' } };
  expect(found).toMatchObject([
    { client: 'claude-desktop', entries: [{ name: 'a' }] },
    { client: 'cursor', problem: { code: 'adding/broken-json', params: { line: 2 } } },
    { client: 'windsurf', problem: unreadable },
    { client: 'zed', problem: unreadable },
  ]);
});
