import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation, ToolCall } from '../../../src/shared/chat.ts';
import { Chats } from '../../../src/main/agent/chats.ts';
import { createModels } from '../../../src/main/agent/model/models.ts';
import { Conversations } from '../../../src/main/store/conversations.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createGit } from '../../../src/main/team/git.ts';
import { workspaceTools } from '../../../src/main/tools/builtin/workspaceTools.ts';
import { createLivePool } from '../../../src/main/tools/livePool.ts';
import { DemoServers } from '../../fakes/demoServers.ts';
import { FakeApi } from '../../fakes/messagesApi.ts';
import type { FakeAnswer, FakeBlock, FakeScript } from '../../fakes/messagesApi.ts';
import { permissionsOver } from '../../fakes/permissions.ts';
import { memoryFiles } from '../../fakes/resultFiles.ts';

const call = (id: string, name: string, input: object): FakeBlock => ({
  type: 'tool_use',
  id,
  name,
  json: JSON.stringify(input),
});
const says = (...blocks: FakeBlock[]): FakeAnswer => ({ blocks });
const done: FakeAnswer = { blocks: [{ type: 'text', text: 'Done.' }] };

let base: string;
let folder: string;
let api: FakeApi;
let chats: Chats;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'patchbay-chat-'));
  folder = join(base, 'w');
  await mkdir(folder);
});
afterEach(async () => {
  expect(api.refusals).toEqual([]);
  await chats.stopAll();
  await api.close();
  await rm(base, { recursive: true, force: true });
});

async function start(...script: FakeScript[]): Promise<void> {
  api = await new FakeApi(...script).start();
  const db = openDatabase(':memory:');
  const builtins = workspaceTools({
    git: createGit({ environment: async () => process.env }),
    environment: async () => process.env,
    outputFolder: join(base, 'files'),
  });
  chats = new Chats({
    conversations: new Conversations(db),
    permissions: permissionsOver(db),
    models: createModels(async () => ({
      credential: { kind: 'api-key', value: 'sk' },
      baseUrl: { value: api.url, source: 'settings' },
    })),
    model: () => 'claude-middle',
    supervisor: new DemoServers(),
    pool: createLivePool(builtins, () => []),
    files: memoryFiles(),
    workspace: () => folder,
    onChange: () => {},
    onListChange: () => {},
  });
}

async function until(id: string, activity: Conversation['activity']): Promise<Conversation> {
  await vi.waitFor(() => expect(chats.open(id).activity).toBe(activity), {
    interval: 5,
    timeout: 15_000,
  });
  return chats.open(id);
}

function callIn(chat: Conversation, id: string): ToolCall {
  const item = chat.items.find((one) => one.id === id);
  if (item?.kind !== 'tool') throw new Error(`there is no call ${id}`);
  return item.call;
}

const sent = () => JSON.stringify(api.requests.at(-1)?.body['messages']);

describe('a chat in a workspace', () => {
  it('reads without asking, shows a change before it asks, and makes it when it may', async () => {
    await writeFile(join(folder, 'a.txt'), 'one\ntwo\n');
    await start(
      says(call('t1', 'read_file', { path: 'a.txt' })),
      says(call('t2', 'edit_file', { path: 'a.txt', old_string: 'two', new_string: 'three' })),
      done,
    );
    const id = chats.send({ text: 'change it' });
    const asking = await until(id, 'waiting');
    expect(callIn(asking, 't1').state).toBe('done');
    expect(callIn(asking, 't2')).toMatchObject({
      state: 'waiting',
      view: { kind: 'diff', lines: ['@@ -1,2 +1,2 @@', ' one', '-two', '+three'] },
    });
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
    chats.answer(id, 't2', 'allow-once');
    await until(id, 'idle');
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one\nthree\n');
  });

  it('stops a command with all that it started; the model is told what it had put out', async () => {
    await start(
      says(call('t1', 'bash', { command: 'echo begun; sleep 300 & echo $! > child; wait' })),
      done,
    );
    const id = chats.send({ text: 'run' });
    await until(id, 'waiting');
    expect(existsSync(join(folder, 'child'))).toBe(false);
    chats.answer(id, 't1', 'allow-once');
    await vi.waitFor(
      () => expect(callIn(chats.open(id), 't1').view).toMatchObject({ head: 'begun\n' }),
      { interval: 10, timeout: 10_000 },
    );
    const child = Number(await readFile(join(folder, 'child'), 'utf8'));
    chats.stop(id);
    const ended = await until(id, 'idle');
    expect(callIn(ended, 't1').state).toBe('stopped');
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), { interval: 20, timeout: 10_000 });
    chats.send({ conversationId: id, text: 'go on' });
    await until(id, 'idle');
    expect(sent()).toContain('It had put out:\\nbegun');
  });

  it('says that the folder is gone, and works again when it is back or another is chosen', async () => {
    await start(
      says(call('t1', 'bash', { command: 'pwd' })),
      says(call('t2', 'glob', { pattern: '*' })),
      done,
      says(call('t3', 'glob', { pattern: '*' })),
      done,
    );
    await writeFile(join(folder, 'here'), '');
    const id = chats.send({ text: 'look' });
    await until(id, 'waiting');
    await rename(folder, join(base, 'moved'));
    expect(() => chats.setWorkspace(id, base)).toThrow();
    chats.answer(id, 't1', 'allow-once');
    const gone = await until(id, 'idle');
    for (const one of ['t1', 't2']) {
      expect(callIn(gone, one)).toMatchObject({ state: 'error' });
    }
    expect(sent()).toContain('is not there (any more)');
    chats.setWorkspace(id, join(base, 'moved'));
    chats.send({ conversationId: id, text: 'again' });
    const back = await until(id, 'idle');
    expect(callIn(back, 't3').result).toEqual([{ kind: 'text', text: 'here' }]);
  });

  it('reads the file in which a long output was kept, and no other that lies there', async () => {
    await start(
      says(call('t1', 'bash', { command: 'seq 1 9000' })),
      done,
      (body) => {
        const [, path = ''] = /Saved as a file: (\S+)/.exec(JSON.stringify(body)) ?? [];
        return says(
          call('t2', 'read_file', { path, offset: 4_500, limit: 1 }),
          call('t3', 'grep', { path, pattern: '^777$' }),
          call('t4', 'read_file', { path: join(path, '..', 'other.txt') }),
          call('t5', 'write_file', { path, content: 'mine' }),
        );
      },
      done,
    );
    const id = chats.send({ text: 'count' });
    await until(id, 'waiting');
    chats.answer(id, 't1', 'allow-once');
    await until(id, 'idle');
    await writeFile(join(base, 'files', 'other.txt'), 'of another chat');
    chats.send({ conversationId: id, text: 'look' });
    const ended = await until(id, 'idle');
    expect(callIn(ended, 't2').result).toMatchObject([
      { text: expect.stringMatching(/^\s*4500\t4500\n/) },
    ]);
    expect(callIn(ended, 't3').result).toMatchObject([
      { text: expect.stringMatching(/:777: 777$/) },
    ]);
    for (const refused of ['t4', 't5']) {
      expect(callIn(ended, refused)).toMatchObject({
        state: 'error',
        result: [{ text: expect.stringContaining('outside the workspace folder') }],
      });
    }
  });

  it('offers the tools with the folder only, first in the list and sorted', async () => {
    await start(done, done);
    const id = chats.send({ text: 'with' });
    await until(id, 'idle');
    chats.setWorkspace(id, undefined);
    chats.send({ conversationId: id, text: 'without' });
    await until(id, 'idle');
    const names = api.requests.map(({ body }) =>
      (body['tools'] as { name: string }[]).map(({ name }) => name),
    );
    const all = ['bash', 'edit_file', 'glob', 'grep', 'read_file', 'todo_write', 'write_file'];
    expect(names).toEqual([all, []]);
  });
});

/** One that only waits to be reaped is not. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/ [ZX] /.test(stat.slice(stat.lastIndexOf(')')));
  } catch {
    return false;
  }
}
