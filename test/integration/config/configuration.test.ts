import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Configuration } from '../../../src/main/config/configuration.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import type { Database } from '../../../src/main/store/database.ts';
import { Approvals } from '../../../src/main/store/approvals.ts';
import { ServerConfig } from '../../../src/shared/server.ts';

let folder: string;
let workspace: string;
let database: Database;
let onChange: () => void;
const open: Configuration[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-layers-'));
  workspace = join(folder, 'workspace');
  await mkdir(workspace);
  database = openDatabase(':memory:');
  onChange = () => undefined;
});
afterEach(async () => {
  for (const configuration of open.splice(0)) configuration.close();
  database.close();
  await rm(folder, { recursive: true, force: true });
});

const entry = (command: string, rest: object = {}) => ({ command, ...rest });
async function write(path: string, mcpServers: unknown, more: object = {}): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify({ ...more, mcpServers }));
}
const project = () => join(workspace, '.mcp.json');
const local = () => join(workspace, '.patchbay', 'settings.local.json');
const managed = () => join(folder, 'etc', 'patchbay', 'managed-mcp.json');

async function start(): Promise<Configuration> {
  const configuration = new Configuration({
    settingsFile: join(folder, 'data', 'settings.json'),
    managedFile: managed(),
    workspace,
    bundled: { from: { layer: 'bundled' }, servers: new Map(), problems: [] },
    others: () => [],
    approvals: new Approvals(database),
    now: Date.now,
    onChange: () => onChange(),
  });
  open.push(configuration);
  await configuration.open(() => workspace);
  return configuration;
}
const commands = (configuration: Configuration) =>
  configuration
    .definitions()
    .map(
      ({ name, source, config }) =>
        `${name} ${source} ${'command' in config ? config.command : ''}`,
    );
const waiting = (configuration: Configuration) => configuration.view().waiting;
const approveAll = (configuration: Configuration) => {
  for (const { key } of waiting(configuration)) configuration.answer(key, 'approved');
};
/** Resolves when it holds, looked at after each change. */
const until = (holds: () => boolean) =>
  new Promise<void>((resolve) => {
    onChange = () => {
      if (holds()) resolve();
    };
    onChange();
  });

describe('Configuration', () => {
  it('binds an answer to the content: another order or a comment changes nothing, an argument does', async () => {
    await write(project(), { a: entry('x', { args: ['1'], env: { A: '1', B: '2' } }) });
    const configuration = await start();
    expect(commands(configuration)).toEqual([]);
    approveAll(configuration);
    expect(commands(configuration)).toEqual(['a project x']);

    const text =
      '{ // why\n "mcpServers": {"a": {"env": {"B": "2", "A": "1"}, "args": ["1"], "command": "x"}}}';
    await writeFile(project(), text);
    const again = await start();
    expect(commands(again)).toEqual(['a project x']);

    await write(project(), { a: entry('x', { args: ['2'], env: { A: '1', B: '2' } }) });
    await until(() => waiting(again).length === 1);
    expect(commands(again)).toEqual([]);
    const [one] = waiting(again);
    expect(one?.before?.answer).toBe('approved');
    expect(one?.before?.text).toContain('"1"');
    expect(one?.text).toContain('"2"');
  });

  it('tells what was refused, and asks again when the answer is forgotten', async () => {
    await write(project(), { a: entry('x') });
    const configuration = await start();
    configuration.answer(waiting(configuration)[0]?.key ?? '', 'refused');
    expect(waiting(configuration)).toEqual([]);
    expect(configuration.view().refused.map(({ name }) => name)).toEqual(['a']);
    configuration.askAgain('a', 'project');
    expect(waiting(configuration).map(({ name }) => name)).toEqual(['a']);
    expect(configuration.view().refused).toEqual([]);
  });

  it('tells of nothing any more once it is closed', async () => {
    const configuration = await start();
    await write(join(folder, 'data', 'settings.json'), { a: entry('x') });
    const reading = configuration.user.reload();
    let told = 0;
    onChange = () => (told += 1);
    configuration.close();
    await reading;
    expect(told).toBe(0);
  });

  it('takes no answer for what has changed since it was shown', async () => {
    await write(project(), { a: entry('x') });
    const configuration = await start();
    const [shown] = waiting(configuration);
    await write(project(), { a: entry('evil') });
    await until(() => waiting(configuration)[0]?.key !== shown?.key);
    expect(() => configuration.answer(shown?.key ?? '', 'approved')).toThrow('changed meanwhile');
    expect(commands(configuration)).toEqual([]);
  });

  it('asks anew for the same content in another folder, and follows the workspace', async () => {
    await write(project(), { a: entry('x') });
    const configuration = await start();
    approveAll(configuration);
    const other = join(folder, 'other');
    await write(join(other, '.mcp.json'), { a: entry('x'), b: entry('y') });
    await configuration.setWorkspace(other);
    expect(commands(configuration)).toEqual([]);
    expect(waiting(configuration).map(({ name }) => name)).toEqual(['a', 'b']);
    await configuration.setWorkspace(workspace);
    expect(commands(configuration)).toEqual(['a project x']);
  });

  it('notices a file that comes later, in a folder that comes later, and one that goes', async () => {
    const configuration = await start();
    await write(project(), { a: entry('x') });
    await write(local(), { b: entry('y') });
    await until(() => waiting(configuration).length === 2);
    await rm(dirname(local()), { recursive: true });
    await until(() => waiting(configuration).length === 1);
    await write(local(), { c: entry('z') });
    await until(() => waiting(configuration).some(({ name }) => name === 'c'));
  });

  it('needs no approval for what is saved here, and one for the same file from elsewhere', async () => {
    const configuration = await start();
    const config = ServerConfig.parse(entry('mine'));
    const edits = [{ path: ['mcpServers', 'a'], value: entry('mine') }];
    await configuration.saveLocal('a', config, edits);
    expect(commands(configuration)).toEqual(['a local mine']);
    expect(await readFile(join(workspace, '.patchbay', '.gitignore'), 'utf8')).toContain('\n*\n');
    await write(local(), { a: entry('mine'), b: entry('brought') });
    await until(() => waiting(configuration).length === 1);
    expect(commands(configuration)).toEqual(['a local mine']);
  });

  it('writes through no link that a folder brings along', async () => {
    const victim = join(folder, 'victim');
    await mkdir(victim);
    await symlink(victim, join(workspace, '.patchbay'));
    const configuration = await start();
    const edits = [{ path: ['mcpServers', 'a'], value: entry('x') }];
    const saved = configuration.saveLocal('a', ServerConfig.parse(entry('x')), edits);
    await expect(saved).rejects.toThrow('was not changed');
    await expect(readFile(join(victim, 'settings.local.json'))).rejects.toThrow('ENOENT');
  });

  it('has nothing but the managed servers, also while that file is broken, and the others when it goes', async () => {
    await write(join(folder, 'data', 'settings.json'), { mine: entry('mine') });
    await write(managed(), { m: entry('m') });
    const configuration = await start();
    expect(commands(configuration)).toEqual(['m managed m']);
    expect(() => configuration.checkEditable()).toThrow('managed by');
    await writeFile(managed(), '{ "mcpServers": {');
    await until(() => configuration.problems().length === 1);
    expect(commands(configuration)).toEqual(['m managed m']);
    const fresh = await start();
    expect(commands(fresh)).toEqual([]);
    expect(fresh.view().managed).toEqual({ file: managed(), excludes: true });
    await rm(managed());
    await until(() => commands(fresh).length === 1 && commands(configuration).length === 1);
    expect(commands(fresh)).toEqual(['mine user mine']);
  });

  it('filters by the lists of a managed file without servers, before and after filling in', async () => {
    const url = { url: 'https://${HOST}/mcp' };
    await write(join(folder, 'data', 'settings.json'), { bad: entry('bad'), web: url });
    const deny = [{ serverCommand: ['bad'] }, { serverUrl: 'https://evil.example/*' }];
    await mkdir(dirname(managed()), { recursive: true });
    await writeFile(managed(), JSON.stringify({ deniedMcpServers: deny }));
    const configuration = await start();
    expect(configuration.definitions().map(({ name }) => name)).toEqual(['web']);
    const filled = ServerConfig.parse({ url: 'https://evil.example/mcp' });
    expect(() => configuration.checkLetIn('web', filled)).toThrow('does not let it in');
  });

  it('lets nothing in where the lists of the managed file are not valid', async () => {
    await write(join(folder, 'data', 'settings.json'), { mine: entry('mine') });
    await mkdir(dirname(managed()), { recursive: true });
    await writeFile(managed(), '{"deniedMcpServers": [{"serverName": 1}]}');
    expect(commands(await start())).toEqual([]);
  });

  it("reads VS Code's block of servers, and changes an entry where it stands", async () => {
    await writeFile(
      project(),
      '{"servers": {"a": {"type": "stdio", "command": "x"}}, "inputs": []}',
    );
    const configuration = await start();
    approveAll(configuration);
    expect(commands(configuration)).toEqual(['a project x']);
    const settings = join(folder, 'data', 'settings.json');
    await writeFile(settings, '{"servers": {"b": {"command": "y"}}}');
    await configuration.user.reload();
    await configuration.user.edit([{ path: ['mcpServers', 'b', 'command'], value: 'z' }]);
    expect(JSON.parse(await readFile(settings, 'utf8'))).toEqual({
      servers: { b: { command: 'z' } },
    });
  });
});
