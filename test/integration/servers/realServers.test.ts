import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerDefinition } from '../../../src/main/config/desiredServers.ts';
import { defaultGraces } from '../../../src/main/servers/process/processTree.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { noSignal, supervise } from '../../servers/supervision.ts';

const modules = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');

function server(
  name: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): ServerDefinition {
  const script = join(modules, `server-${name}/dist/index.js`);
  const config = ServerConfig.parse({ command: process.execPath, args: [script, ...args], env });
  return { name, source: 'user', autoStart: false, config };
}

async function connect(definition: ServerDefinition, workspace = import.meta.dirname) {
  const { name } = definition;
  const supervision = supervise([definition], { graces: defaultGraces, workspace });
  await supervision.supervisor.connect(name, noSignal);
  const call = (tool: string, input: Readonly<Record<string, unknown>> = {}) =>
    supervision.supervisor.call(name, tool, input, { signal: noSignal });
  const names = supervision.supervisor.tools().map((tool) => tool.name);
  return { ...supervision, call, names };
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('server-everything', () => {
  it('lists its tools and calls them, with images, resource links and structured results', async () => {
    const { call, names, supervisor } = await connect(server('everything', ['stdio']));
    expect(names).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']));
    expect(await call('echo', { message: 'hello' })).toMatchObject({
      content: [{ type: 'text', text: 'Echo: hello' }],
    });
    expect((await call('get-tiny-image')).content).toContainEqual({
      type: 'image',
      mimeType: 'image/png',
      data: expect.stringMatching(/^iVBORw0KGgo/),
    });
    expect((await call('get-resource-links', { count: 2 })).content).toEqual([
      expect.objectContaining({ type: 'text' }),
      expect.objectContaining({ type: 'resource_link', uri: expect.any(String) }),
      expect.objectContaining({ type: 'resource_link', name: expect.any(String) }),
    ]);
    expect(await call('get-structured-content', { location: 'Chicago' })).toMatchObject({
      structuredContent: { temperature: expect.any(Number) },
    });
    expect(supervisor.detail('everything')).toMatchObject({
      serverInfo: { name: expect.any(String), version: expect.any(String) },
      refused: [],
    });
    expect(supervisor.instructions()[0]?.text.length).toBeGreaterThan(0);
  });

  it('shows progress and asks for the roots', async () => {
    const { supervisor, call } = await connect(server('everything', ['stdio']));
    const progress: number[] = [];
    await supervisor.call(
      'everything',
      'trigger-long-running-operation',
      { duration: 0.4, steps: 4 },
      { signal: noSignal, onProgress: (step) => progress.push(step.progress) },
    );
    expect(progress.slice(0, 3)).toEqual([1, 2, 3]);
    const roots = await call('get-roots-list');
    expect(JSON.stringify(roots.content)).toContain('file://');
  });

  it('ends politely', async () => {
    const { supervisor } = await connect(server('everything', ['stdio']));
    await supervisor.stop('everything');
    expect(supervisor.detail('everything').lastExit).toMatchObject({ code: 0, signal: null });
  });
});

describe('server-filesystem', () => {
  it('reads a file of the workspace and passes its refusals on as errors of the tool', async () => {
    const folder = folderWith({ 'note.txt': 'milk, bread' });
    // It takes our root for the folders that it may read, in the place of those it was started with.
    const { call, supervisor, untilLine } = await connect(server('filesystem', [folder]), folder);
    await untilLine(/^roots\/list, 1 root$/);
    const tool = supervisor.tools().find(({ name }) => name === 'read_text_file');
    expect(tool?.annotations.readOnlyHint).toBe(true);
    const file = { path: join(folder, 'note.txt') };
    expect((await call('read_text_file', file)).content).toEqual([
      { type: 'text', text: 'milk, bread' },
    ]);
    expect(await call('read_text_file', { path: '/etc/hostname' })).toMatchObject({
      isError: true,
    });
  });
});

describe('server-filesystem with folders of its own', () => {
  it.each([
    ['keeps to them where it is told of none', { roots: false }, false, /not support MCP Roots/],
    ['takes our root in their place otherwise', {}, true, /^Updated allowed directories/],
  ])('%s', async (_title, entry, isError, says) => {
    const [workspace, own] = [folderWith({}), folderWith({ 'note.txt': 'milk' })];
    const given = server('filesystem', [own]);
    const definition = { ...given, config: { ...given.config, ...entry } };
    const { call, untilLine, lines } = await connect(definition, workspace);
    await untilLine(says);
    const read = await call('read_text_file', { path: join(own, 'note.txt') });
    expect(read.isError).toBe(isError);
    expect(lines().some(({ method }) => method === 'roots/list')).toBe(isError);
  });
});

describe('server-memory', () => {
  it('remembers between calls', async () => {
    const folder = folderWith({});
    const { call } = await connect(
      server('memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
    );
    const entity = { name: 'Ada', entityType: 'person', observations: ['counts'] };
    await call('create_entities', { entities: [entity] });
    expect(await call('search_nodes', { query: 'ada' })).toMatchObject({
      structuredContent: { entities: [entity] },
      isError: false,
    });
  });
});
