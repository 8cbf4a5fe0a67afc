import { describe, expect, it } from 'vitest';
import type { ChatItemOf, Conversation } from '../../../src/shared/chat.ts';
import { usualContext } from '../../../src/shared/context.ts';
import { createModels } from '../../../src/main/agent/model/models.ts';
import { createConnectMcp } from '../../../src/main/tools/builtin/connectMcp.ts';
import { createLivePool } from '../../../src/main/tools/livePool.ts';
import { DemoServers } from '../../fakes/demoServers.ts';
import type { FakeApi, FakeBlock, FakeScript } from '../../fakes/messagesApi.ts';
import { serverTool } from '../../fakes/tools.ts';
import { call, callIn, chatWorld, done, lastSaid, says, text, until } from './chatWorld.ts';

type SentTool = { readonly name: string; readonly defer_loading?: true };
const toolsIn = (api: FakeApi, at: number) => api.requests[at]?.body['tools'] as SentTool[];
const namesIn = (api: FakeApi, at: number) => toolsIn(api, at).map(({ name }) => name);

const thousands = Array.from({ length: 5_000 }, (_, n) =>
  serverTool(`s${n % 50}`, `tool_${n}`, {
    description: `Handles the case number ${n}.`,
    annotations: { readOnlyHint: true },
  }),
);

/** A world whose servers have thousands of tools, and only built-ins that need no folder. */
async function manyTools(script: readonly FakeScript[], isOfficial = false) {
  const servers = new DemoServers();
  const all = () => [...servers.tools(), ...thousands];
  const world = await chatWorld(script, {
    supervisor: servers,
    pool: createLivePool([createConnectMcp(servers)], all),
    ...(isOfficial && { models: official(() => world.api) }),
  });
  return { ...world, servers };
}

/** The official API's address, which leads to the fake one. */
function official(api: () => FakeApi) {
  return createModels(
    async () => ({
      credential: { kind: 'api-key', value: 'sk' },
      baseUrl: { value: 'https://api.anthropic.com', source: 'settings' },
    }),
    (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return fetch(`${api().url}${pathname}${search}`, init as RequestInit);
    },
  );
}

/** Requests for answers; the official API is also asked about the model. */
const answersOf = (api: FakeApi) => api.requests.map(({ body }) => body);
const toolsOf = (body: Record<string, unknown> | undefined) =>
  (body?.['tools'] ?? []) as SentTool[];

describe('thousands of tools', () => {
  it('are searched for, and what was found stays, after a restart too', async () => {
    const world = await manyTools([
      says(call('search', 'tool_search', { query: 'case number 4711' })),
      says(call('use', 'mcp__s11__tool_4711')),
      done,
      done,
    ]);
    const { api, chats } = world;
    const id = chats.send({ text: 'Handle case 4711' });
    const chat = await until(chats, id, 'idle');
    expect(namesIn(api, 0)).toEqual(['connect_mcp', 'tool_search']);
    expect(namesIn(api, 1)[2]).toBe('mcp__s11__tool_4711');
    expect(namesIn(api, 1).length).toBeLessThanOrEqual(2 + 5);
    expect(callIn(chat, 'search')).toMatchObject({ state: 'done', title: 'Find tools' });
    expect(callIn(chat, 'use')).toMatchObject({ state: 'done', server: 's11' });

    const again = world.afterKill();
    again.send({ conversationId: id, text: 'And again' });
    await until(again, id, 'idle');
    expect(namesIn(api, 3)).toEqual(namesIn(api, 2));
  });

  it('do not hide those of a server that the model has just connected', async () => {
    const { api, chats } = await manyTools([
      says(call('c', 'connect_mcp', { name: 'docs' })),
      done,
    ]);
    await until(chats, chats.send({ text: 'Connect docs' }), 'idle');
    expect(namesIn(api, 1)).toEqual([
      'connect_mcp',
      'tool_search',
      'mcp__docs__get_version',
      'mcp__docs__search',
    ]);
    expect(lastSaid(api)).toContain('<server-changes>');
    expect(api.requests[1]?.body['system']).toEqual(api.requests[0]?.body['system']);
  });

  const search: FakeBlock = { type: 'server_tool_use', id: 'srvtoolu_1', query: 'case 4711' };
  const found = (tools: readonly string[] | string): FakeBlock => ({
    type: 'tool_search_tool_result',
    id: 'srvtoolu_1',
    found: tools,
  });

  it('are searched for by the API itself where that can', async () => {
    const world = await manyTools(
      [
        says(search, found(['mcp__s11__tool_4711']), call('use', 'mcp__s11__tool_4711')),
        done,
        done,
      ],
      true,
    );
    const { api, chats } = world;
    const id = chats.send({ text: 'Handle case 4711' });
    const chat = await until(chats, id, 'idle');
    const [first, second] = answersOf(api);
    expect(toolsOf(first).filter((tool) => tool.defer_loading)).toHaveLength(5_000);
    expect(toolsOf(second)).toEqual(toolsOf(first));
    expect(JSON.stringify(second?.['messages'])).toContain('tool_search_tool_result');
    expect(callIn(chat, 'srvtoolu_1')).toMatchObject({
      state: 'done',
      input: { query: 'case 4711' },
      loaded: ['mcp__s11__tool_4711'],
      outcome: { code: 'tools-found', count: 1 },
    });
    expect(callIn(chat, 'use').state).toBe('done');

    const again = world.afterKill();
    again.send({ conversationId: id, text: 'And again' });
    await until(again, id, 'idle');
    expect(toolsOf(answersOf(api)[2])).toEqual(toolsOf(first));
  });

  it('are found where the API pauses in the middle of its search', async () => {
    const { api, chats } = await manyTools(
      [
        { ...says(text('I look.'), search), stopReason: 'pause_turn' },
        says(found(['mcp__s11__tool_4711']), call('use', 'mcp__s11__tool_4711')),
        done,
      ],
      true,
    );
    const chat = await until(chats, chats.send({ text: 'Handle case 4711' }), 'idle');
    const [, resumed, last] = answersOf(api).map((body) => body['messages'] as { role: string }[]);
    expect(resumed?.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(last?.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(callIn(chat, 'srvtoolu_1').state).toBe('done');
    expect(callIn(chat, 'use').state).toBe('done');
    expect(chat.items.some(({ kind }) => kind === 'notice')).toBe(false);
    expect(api.refusals).toEqual([]);
  });

  it('goes on when the search of the API fails', async () => {
    const { api, chats } = await manyTools(
      [says(search, found('unavailable'), text('I could not look.')), done],
      true,
    );
    const id = chats.send({ text: 'Handle case 4711' });
    expect(callIn(await until(chats, id, 'idle'), 'srvtoolu_1').state).toBe('error');
    chats.send({ conversationId: id, text: 'And again' });
    await until(chats, id, 'idle');
    expect(lastSaid(api)).not.toContain('srvtoolu_1');
  });

  it('are searched for by us where the model does not know the search of the API', async () => {
    const message = "tools.1: 'tool_search_tool_bm25_20251119' is not supported by this model";
    const refusal = { status: 400, type: 'invalid_request_error', message };
    const { api, chats } = await manyTools([refusal, done, done], true);
    const id = chats.send({ text: 'Hi' });
    const chat = await until(chats, id, 'idle');
    expect(chat.items.at(-1)).toMatchObject({ kind: 'text', text: 'Done.' });
    expect(toolsOf(answersOf(api)[1]).map(({ name }) => name)).toEqual([
      'connect_mcp',
      'tool_search',
    ]);
    chats.send({ conversationId: id, text: 'And again' });
    await until(chats, id, 'idle');
    expect(answersOf(api)).toHaveLength(3);
  });
});

describe('a long conversation', () => {
  const long = 'The quick brown fox. '.repeat(600);
  /** As the fake API counts its latest request. */
  const sizeOf = (api: FakeApi): number => {
    const { system, tools, messages } = api.requests.at(-1)?.body ?? {};
    return Math.ceil(JSON.stringify([system, tools, messages]).length / 4);
  };
  const compactions = (chat: Conversation) =>
    chat.items.filter((item): item is ChatItemOf<'compaction'> => item.kind === 'compaction');

  it('is compacted when the API refuses it as too long, and asked once again', async () => {
    const world = await chatWorld([
      says(text(long)),
      says(text(long)),
      says(text('## Task\nTell of the fox.')),
      says(text('The fox is brown.')),
      done,
    ]);
    const { api, chats } = world;
    const id = chats.send({ text: 'Tell of the fox' });
    await until(chats, id, 'idle');
    chats.send({ conversationId: id, text: 'Again' });
    await until(chats, id, 'idle');
    api.window = sizeOf(api) + 1_000;
    chats.send({ conversationId: id, text: 'What colour is it?' });
    const chat = await until(chats, id, 'idle');

    expect(chat.items.at(-1)).toMatchObject({ kind: 'text', text: 'The fox is brown.' });
    expect(compactions(chat)).toMatchObject([
      { state: 'done', summary: '## Task\nTell of the fox.' },
    ]);
    const [compaction] = compactions(chat);
    expect(compaction?.tokensAfter).toBeLessThan((compaction?.tokensBefore ?? 0) / 2);
    expect(chat.items.filter((item) => item.kind === 'text' && item.text === long)).toHaveLength(2);
    // Refused, summarized in a request that was refused too and in a smaller one, and asked again.
    expect(api.requests).toHaveLength(6);
    expect(api.requests[4]?.body['tool_choice']).toEqual({ type: 'none' });
    expect(lastSaid(api)).toContain('Tell of the fox.');
    expect(lastSaid(api)).toContain('What colour is it?');
    expect(lastSaid(api)).not.toContain('quick brown');

    const again = world.afterKill();
    again.send({ conversationId: id, text: 'And now?' });
    await until(again, id, 'idle');
    expect(lastSaid(api)).toContain('Tell of the fox.');
    expect(lastSaid(api)).not.toContain('quick brown');
  });

  it('tells the refusal when a summary is refused too, and can go on', async () => {
    const { api, chats } = await chatWorld([says(text(long)), says(text(long))]);
    api.window = 200;
    const id = chats.send({ text: 'Tell of the fox' });
    const chat = await until(chats, id, 'idle');
    expect(chat.items.at(-1)).toMatchObject({ notice: { code: 'model/context-full' } });
    api.window = undefined;
    chats.send({ conversationId: id, text: 'Again' });
    expect((await until(chats, id, 'idle')).items.at(-1)).toMatchObject({ kind: 'text' });
  });

  it('is compacted before it is too long, in the middle of a turn, with its calls and results whole', async () => {
    const query = long.slice(0, 12_000);
    const { api, chats, servers } = await chatWorld(
      [says(call('connect', 'connect_mcp', { name: 'docs' }))],
      { context: () => ({ ...usualContext, contextWindow: 12_000, compactAtPercent: 80 }) },
    );
    let reads = 0;
    api.otherwise = ({ tool_choice }) => {
      if (tool_choice !== undefined) return says(text('## Task\nRead all of it.'));
      if (reads === 4) return done;
      return says(call(`read_${++reads}`, 'mcp__docs__search', { query }));
    };
    api.isCounting = true;
    await servers.connect('docs');
    const id = chats.send({ text: 'Read everything' });
    const chat = await until(chats, id, 'idle');
    expect(chat.items.at(-1)).toMatchObject({ kind: 'text', text: 'Done.' });
    expect(compactions(chat)).toMatchObject([
      { state: 'done', summary: '## Task\nRead all of it.' },
    ]);
    expect(lastSaid(api)).toContain('Read everything');
    expect(lastSaid(api)).toContain('<summary>');
    expect(chat.items.filter(({ kind }) => kind === 'tool')).toHaveLength(5);
  });

  it('goes on as it is when the summary fails, and says so', async () => {
    const world = await chatWorld(
      [says(text(long)), { status: 403, type: 'permission_error', message: 'no' }, done],
      { context: () => ({ ...usualContext, contextWindow: 4_000 }) },
    );
    const { api, chats } = world;
    api.isCounting = true;
    const id = chats.send({ text: 'Tell' });
    await until(chats, id, 'idle');
    chats.send({ conversationId: id, text: 'Again' });
    const chat = await until(chats, id, 'idle');
    expect(compactions(chat)).toMatchObject([{ state: 'failed' }]);
    expect(chat.items.at(-1)).toMatchObject({ kind: 'text', text: 'Done.' });
    expect(lastSaid(api)).toContain('quick brown');
  });

  it('is compacted by hand, and measured before and after', async () => {
    const { api, chats } = await chatWorld([says(text(long)), says(text('Of a fox.')), done]);
    expect(await chats.meter(undefined)).toMatchObject({
      isCounted: true,
      messages: 0,
      canCompact: false,
    });
    const id = chats.send({ text: 'Tell' });
    await until(chats, id, 'idle');
    const before = await chats.meter(id);
    expect(before).toMatchObject({
      isCounted: true,
      window: 200_000,
      compactOver: 160_000,
      canCompact: true,
    });
    expect(before.messages).toBeGreaterThan(3_000);
    expect(before.system).toBeGreaterThan(100);
    chats.compact(id);
    const chat = await until(chats, id, 'idle');
    expect(compactions(chat)).toMatchObject([{ state: 'done', summary: 'Of a fox.' }]);
    const after = await chats.meter(id);
    expect(after.messages).toBeLessThan(300);
    expect(after.canCompact).toBe(false);
    expect(api.counts).toBeLessThanOrEqual(4 + 1 + 4 + 1 + 1);
  });

  it('is stopped while it is compacted, and is as it was', async () => {
    const { api, chats } = await chatWorld([
      says(text(long)),
      { blocks: [text('Of a fox.')], events: 3, ending: 'wait' },
    ]);
    const id = chats.send({ text: 'Tell' });
    await until(chats, id, 'idle');
    chats.compact(id);
    await api.waiting;
    chats.stop(id);
    const chat = await until(chats, id, 'idle');
    expect(compactions(chat)).toMatchObject([{ state: 'failed' }]);
  });
});
