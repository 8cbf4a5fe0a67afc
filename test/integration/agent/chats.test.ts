import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatItem, Conversation } from '../../../src/shared/chat.ts';
import { createModels } from '../../../src/main/agent/model/models.ts';
import { Chats } from '../../../src/main/agent/chats.ts';
import { Conversations } from '../../../src/main/store/conversations.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { createConnectMcp } from '../../../src/main/tools/builtin/connectMcp.ts';
import { createLivePool } from '../../../src/main/tools/livePool.ts';
import { DemoServers } from '../../fakes/demoServers.ts';
import { FakeApi } from '../../fakes/messagesApi.ts';
import type { FakeAnswer, FakeBlock } from '../../fakes/messagesApi.ts';
import { permissionsOver } from '../../fakes/permissions.ts';
import { memoryFiles } from '../../fakes/resultFiles.ts';

const text = (body: string): FakeBlock => ({ type: 'text', text: body });
const call = (id: string, name: string, input: object = {}): FakeBlock => ({
  type: 'tool_use',
  id,
  name,
  json: JSON.stringify(input),
});
const says = (...blocks: FakeBlock[]): FakeAnswer => ({ blocks });

let api: FakeApi;
let servers: DemoServers;
let conversations: Conversations;
let chats: Chats;

beforeEach(() => {
  servers = new DemoServers();
});
afterEach(async () => {
  expect(api.refusals).toEqual([]);
  await chats.stopAll();
  await api.close();
});

async function start(...script: FakeAnswer[]): Promise<void> {
  api = await new FakeApi(...script).start();
  const db = openDatabase(':memory:');
  conversations = new Conversations(db);
  const models = createModels(async () => ({
    credential: { kind: 'api-key', value: 'sk' },
    baseUrl: { value: api.url, source: 'settings' },
  }));
  chats = new Chats({
    conversations,
    permissions: permissionsOver(db, { isTrusted: () => true }),
    models,
    model: () => 'claude-middle',
    supervisor: servers,
    pool: createLivePool([createConnectMcp(servers)], () => servers.tools()),
    files: memoryFiles(),
    onChange: () => {},
    onListChange: () => {},
  });
}

async function until(id: string, activity: Conversation['activity']): Promise<Conversation> {
  await vi.waitFor(() => expect(chats.open(id).activity).toBe(activity), {
    interval: 2,
    timeout: 5_000,
  });
  return chats.open(id);
}

/** An item as it was a moment before it was finished. */
function unfinished(item: ChatItem): ChatItem {
  if (item.kind === 'text' || item.kind === 'thinking') return { ...item, streaming: true };
  if (item.kind !== 'tool') return item;
  return { ...item, call: { ...item.call, state: 'running', result: undefined } };
}

type Sent = { readonly tools: { name: string }[]; readonly messages: { content: unknown[] }[] };

function sent(at: number): Sent {
  const request = api.requests[at];
  if (!request) throw new Error(`there was no request ${at}`);
  return request.body as Sent;
}

const toolsSent = (at: number) => sent(at).tools.map((tool) => tool.name);

describe('a chat over a strict Messages API', () => {
  it('has the tools of a server in the round after connect_mcp, in the same turn', async () => {
    await start(
      says(text('I connect.'), call('toolu_1', 'connect_mcp', { name: 'docs' })),
      says(
        call('toolu_2', 'mcp__docs__search', { query: 'x' }),
        call('toolu_3', 'mcp__docs__get_version'),
      ),
      says(text('Found.')),
    );
    const { items, usage } = await until(chats.send({ text: 'search' }), 'idle');
    expect(toolsSent(0)).toEqual(['connect_mcp']);
    expect(toolsSent(1)).toEqual(['connect_mcp', 'mcp__docs__get_version', 'mcp__docs__search']);
    expect(items.map((item) => item.kind)).toEqual([
      'user',
      'text',
      'tool',
      'tool',
      'tool',
      'text',
    ]);
    expect(usage).toEqual({ input: 10, output: 20, cacheRead: 3, cacheWrite: 2 });
    const results = sent(2).messages.at(-1)?.content;
    expect(results).toMatchObject([
      { tool_use_id: 'toolu_2' },
      { tool_use_id: 'toolu_3' },
      { text: expect.stringContaining('<server-changes>') as string },
    ]);
  });

  it('goes on after every kind of failed call', async () => {
    await servers.connect('docs');
    await start(
      says(
        call('toolu_1', 'no_such_tool'),
        call('toolu_2', 'mcp__docs__search', { wrong: 1 }),
        { type: 'tool_use', id: 'toolu_3', name: 'mcp__docs__search', json: '{"query": "cu' },
        call('toolu_4', 'connect_mcp', { name: 'nowhere' }),
      ),
      says(text('None of it worked.')),
    );
    const { items } = await until(chats.send({ text: 'try' }), 'idle');
    const states = items.flatMap((item) => (item.kind === 'tool' ? [item.call.state] : []));
    expect(states).toEqual(['error', 'error', 'error', 'error']);
    expect(items.at(-1)).toMatchObject({ text: 'None of it worked.' });
    expect(servers.called).toEqual([]);
  });

  it('goes on after the user refused a call', async () => {
    await servers.connect('deploy');
    await start(
      says(call('toolu_1', 'mcp__deploy__trigger', { service: 'web', environment: 'staging' })),
      says(text('Then not.')),
    );
    const id = chats.send({ text: 'deploy' });
    await until(id, 'waiting');
    chats.answer(id, 'toolu_1', 'deny');
    const { items } = await until(id, 'idle');
    expect(items.slice(1)).toMatchObject([{ call: { state: 'denied' } }, { text: 'Then not.' }]);
    expect(servers.called).toEqual([]);
  });

  it('stops in the middle of an answer and can go on', async () => {
    await start(
      { ...says(text('half a sentence')), events: 4, ending: 'wait' },
      says(text('Again.')),
    );
    const id = chats.send({ text: 'write' });
    await vi.waitFor(() => expect(chats.open(id).items).toHaveLength(2), { interval: 2 });
    chats.stop(id);
    const { items } = await until(id, 'idle');
    expect(items.slice(1)).toMatchObject([
      { text: 'half a s', streaming: false },
      { notice: { code: 'chat/stopped' } },
    ]);
    chats.send({ conversationId: id, text: 'go on' });
    expect((await until(id, 'idle')).items.at(-1)).toMatchObject({ text: 'Again.' });
  });

  it('stops in the middle of a call and can go on', async () => {
    await servers.connect('docs');
    servers.call = () => new Promise(() => {});
    await start(says(call('toolu_1', 'mcp__docs__search', { query: 'x' })), says(text('Again.')));
    const id = chats.send({ text: 'search' });
    await vi.waitFor(
      () => expect(chats.open(id).items.at(-1)).toMatchObject({ call: { state: 'running' } }),
      { interval: 2 },
    );
    chats.stop(id);
    await until(id, 'idle');
    chats.send({ conversationId: id, text: 'go on' });
    expect((await until(id, 'idle')).items.at(-1)).toMatchObject({ text: 'Again.' });
  });

  it('stops in the middle of the arguments of a call and can go on', async () => {
    await start(
      {
        ...says(text('I look.'), call('toolu_1', 'connect_mcp', { name: 'docs' })),
        events: 8,
        ending: 'wait',
      },
      says(text('Again.')),
    );
    const id = chats.send({ text: 'search' });
    await api.waiting;
    await vi.waitFor(() => expect(chats.open(id).items).toHaveLength(2), { interval: 2 });
    chats.stop(id);
    await until(id, 'idle');
    chats.send({ conversationId: id, text: 'go on' });
    const { items } = await until(id, 'idle');
    expect(items.some((item) => item.kind === 'tool')).toBe(false);
  });

  it('goes on after an answer that broke off, with thinking and a whole call in it', async () => {
    const broken = says(
      { type: 'thinking', thinking: 'hm' },
      call('toolu_1', 'connect_mcp', { name: 'docs' }),
      text('and'),
    );
    await start({ ...broken, events: 12, ending: 'cut' }, says(text('Again.')));
    const id = chats.send({ text: 'search' });
    const { items } = await until(id, 'idle');
    expect(items.at(-1)).toMatchObject({
      kind: 'notice',
      level: 'error',
      notice: { code: 'model/broken-off', action: 'retry' },
    });
    chats.send({ conversationId: id, text: 'go on' });
    expect((await until(id, 'idle')).items.at(-1)).toMatchObject({ text: 'Again.' });
  });

  it('goes on from whatever a killed app left in the database', async () => {
    await start(
      says(
        { type: 'thinking', thinking: 'hm' },
        text('I look.'),
        call('toolu_1', 'connect_mcp', { name: 'docs' }),
        call('toolu_2', 'connect_mcp', { name: 'deploy' }),
      ),
      says(text('Found.')),
      ...Array.from({ length: 20 }, () => says(text('Again.'))),
    );
    const { items } = await until(chats.send({ text: 'search' }), 'idle');
    for (let kept = 1; kept <= items.length; kept++) {
      const leftover = `leftover${kept}`;
      conversations.create({ id: leftover, title: '', updatedAt: 0 });
      for (const [position, item] of items.slice(0, kept).entries()) {
        conversations.put(leftover, position, unfinished(item));
      }
      chats.send({ conversationId: leftover, text: 'go on' });
      expect((await until(leftover, 'idle')).items.at(-1)).toMatchObject({ text: 'Again.' });
    }
  });

  it('survives a server with tools that the API would refuse', async () => {
    const [search] = (await servers.connect('docs'), servers.tools());
    if (!search) throw new Error('no tool');
    const odd = [
      { oneOf: [{ type: 'object' }] },
      { type: 'string' },
      { properties: { ü: {} } },
      null,
    ];
    servers.tools = () =>
      odd.map((inputSchema, at) => ({
        ...search,
        name: `odd tool ${at} ${'x'.repeat(at * 40)}`,
        inputSchema,
      }));
    await start(says(text('Fine.')));
    const { items } = await until(chats.send({ text: 'hi' }), 'idle');
    expect(items.at(-1)).toMatchObject({ text: 'Fine.' });
    expect(toolsSent(0)).toHaveLength(4);
  });
});
