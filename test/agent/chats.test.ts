import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatChange, ChatItem, Conversation } from '../../src/shared/chat.ts';
import { Chats } from '../../src/main/agent/chats.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { PermissionRules } from '../../src/main/store/permissionRules.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { textItem, toolItem, userItem } from '../fakes/chatItems.ts';
import { permissionsOver } from '../fakes/permissions.ts';
import { ScriptedModel, calls, says } from '../fakes/scriptedModel.ts';
import { connected, serverSummary, serverTool } from '../fakes/tools.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(model: ScriptedModel) {
  const db = openDatabase(':memory:');
  const conversations = new Conversations(db);
  const rules = new PermissionRules(db);
  const changes: ChatChange[] = [];
  let listed = 0;
  let id = 0;
  const called: string[] = [];
  const chats = new Chats({
    conversations,
    permissions: permissionsOver(db),
    models: { current: async () => model },
    model: () => 'm',
    pool: () => buildToolPool([], [serverTool('s', 'wipe')]),
    supervisor: {
      list: () => [serverSummary('s', connected)],
      instructions: () => [],
      call: async (_server, tool) => {
        called.push(tool);
        return { content: [{ type: 'text', text: 'wiped' }], isError: false };
      },
    },
    files: memoryFiles(),
    onChange: (_id, change) => changes.push(change),
    onListChange: () => listed++,
    newId: () => `id${++id}`,
  });
  const activity = async (chatId: string, wanted: Conversation['activity']) => {
    await vi.waitFor(() => expect(chats.open(chatId).activity).toBe(wanted), { interval: 1 });
    return chats.open(chatId);
  };
  return { chats, conversations, rules, changes, called, activity, listed: () => listed };
}

describe('Chats', () => {
  it('starts a conversation, answers, and keeps both', async () => {
    const { chats, conversations, changes, activity, listed } = setUp(
      new ScriptedModel(says('hello')),
    );
    const id = chats.send({ text: '  Hi\nthere  ' });
    expect(chats.list()).toMatchObject([{ id, title: 'Hi there', activity: 'running' }]);
    const { items } = await activity(id, 'idle');
    expect(items).toMatchObject([
      { kind: 'user', text: '  Hi\nthere  ' },
      { kind: 'text', text: 'hello', streaming: false },
    ]);
    expect(conversations.items(id)).toEqual(items);
    expect(changes.map((change) => change.kind)).toEqual([
      'item',
      'activity',
      'item',
      'item',
      'activity',
    ]);
    expect(changes.at(-1)).toEqual({ kind: 'activity', activity: 'idle' });
    expect(listed()).toBeGreaterThan(1);
  });

  it('cuts a long title on a code point', () => {
    const { chats } = setUp(new ScriptedModel());
    chats.send({ text: '😀'.repeat(100) });
    expect(chats.list()[0]?.title).toBe(`${'😀'.repeat(39)}…`);
  });

  it('goes on in the same conversation, telling the model what was said', async () => {
    const model = new ScriptedModel(says('one'), says('two'));
    const { chats, activity } = setUp(model);
    const id = chats.send({ text: 'first' });
    await activity(id, 'idle');
    expect(chats.send({ conversationId: id, text: 'second' })).toBe(id);
    const { items } = await activity(id, 'idle');
    expect(items.map((item) => 'text' in item && item.text)).toEqual([
      'first',
      'one',
      'second',
      'two',
    ]);
    expect(model.requests[1]?.messages).toHaveLength(3);
  });

  it.each([
    ['while an answer is written', 'chat/busy'],
    ['to a conversation that does not exist', 'chat/unknown-conversation'],
    ['without words', 'chat/empty'],
  ])('takes no message %s', async (_when, code) => {
    const { chats } = setUp(new ScriptedModel(['wait']));
    const id = chats.send({ text: 'hi' });
    const send = () =>
      chats.send({
        conversationId: code === 'chat/unknown-conversation' ? 'none' : id,
        text: code === 'chat/empty' ? ' ' : 'again',
      });
    expect(send).toThrow(expect.objectContaining({ error: expect.objectContaining({ code }) }));
    await chats.stopAll();
  });

  it('waits for the user, runs the tool when allowed, and remembers "always"', async () => {
    const model = new ScriptedModel(
      calls(['mcp__s__wipe', '{}']),
      says('so'),
      calls(['mcp__s__wipe', '{}']),
    );
    const { chats, rules, called, activity } = setUp(model);
    const id = chats.send({ text: 'wipe' });
    const { items } = await activity(id, 'waiting');
    expect(items.at(-1)).toMatchObject({
      call: { state: 'waiting', prompt: { reason: 'destructive' } },
    });
    expect(chats.list()[0]?.activity).toBe('waiting');
    chats.answer(id, 'call_1', 'allow-always');
    await activity(id, 'idle');
    expect(rules.has('s', 'wipe')).toBe(true);
    chats.send({ conversationId: id, text: 'again' });
    await activity(id, 'idle');
    expect(called).toEqual(['wipe', 'wipe']);
    expect(() => chats.answer(id, 'call_1', 'deny')).toThrow('no longer open');
  });

  it('tells how many calls wait, and tells it anew when one of them is answered', async () => {
    const both = calls(['mcp__s__wipe', '{}'], ['mcp__s__wipe', '{}']);
    const { chats, listed } = setUp(new ScriptedModel(both));
    const id = chats.send({ text: 'wipe twice' });
    const waiting = () => chats.list()[0]?.waiting;
    await vi.waitFor(() => expect(waiting()).toBe(2), { interval: 1 });
    const before = listed();
    chats.answer(id, 'call_2', 'deny');
    await vi.waitFor(() => expect(waiting()).toBe(1), { interval: 1 });
    expect(listed()).toBeGreaterThan(before);
    await chats.stopAll();
    expect(waiting()).toBeUndefined();
  });

  it.each([
    ['nothing came after a push', [], 1],
    ['an answer to it had begun', [textItem(1, 'Half of')], 0],
    [
      'it ended by an error',
      [
        {
          id: 'n',
          at: 1,
          kind: 'notice',
          level: 'error',
          notice: { code: 'model/x', message: 'x' },
        },
      ],
      0,
    ],
  ] as const)(
    'is woken to answer, or not, where %s when the app was killed',
    async (_what, after, requests) => {
      const model = new ScriptedModel(says('seen'));
      const { chats, conversations, activity } = setUp(model);
      conversations.create({ id: 'old', title: 'old', updatedAt: 1 });
      const push: ChatItem = {
        id: 'p',
        at: 1,
        kind: 'channel',
        server: 'ci',
        content: 'red',
        meta: [],
        isCut: false,
      };
      for (const [at, item] of [push, ...after].entries()) conversations.put('old', at, item);
      chats.wake('old');
      await activity('old', 'idle');
      expect(model.requests).toHaveLength(requests);
    },
  );

  it('begins no call that nobody has decided when it is to end, and takes no answer then', async () => {
    const { chats, called, activity } = setUp(new ScriptedModel(calls(['mcp__s__wipe', '{}'])));
    const id = chats.send({ text: 'Wipe it' });
    await activity(id, 'waiting');
    chats.endAfterRound(id);
    const { items } = await activity(id, 'idle');
    expect(items.at(-1)).toMatchObject({
      call: { state: 'stopped', result: [{ text: expect.stringContaining('did not run') }] },
    });
    expect(() => chats.answer(id, 'call_1', 'allow-once')).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ code: 'chat/no-prompt' }) }),
    );
    expect(called).toEqual([]);
  });

  it('asks for no decision on the way to its end', async () => {
    const model = new ScriptedModel(calls(['mcp__s__wipe', '{}']));
    const { chats, called, activity } = setUp(model);
    const id = chats.send({ text: 'Wipe it' });
    chats.endAfterRound(id);
    const { items } = await activity(id, 'idle');
    expect(items.at(-1)).toMatchObject({ call: { state: 'stopped' } });
    expect([called, model.requests.length]).toEqual([[], 1]);
  });

  it('stops a call that waits for the user, and the turn goes on', async () => {
    const { chats, activity } = setUp(new ScriptedModel(calls(['mcp__s__wipe', '{}']), says('so')));
    const id = chats.send({ text: 'wipe' });
    await activity(id, 'waiting');
    chats.stopTool(id, 'call_1');
    const { items } = await activity(id, 'idle');
    expect(items.slice(1)).toMatchObject([{ call: { state: 'stopped' } }, { kind: 'text' }]);
  });

  it('stops a turn; the conversation can go on', async () => {
    const model = new ScriptedModel([...says('half').slice(0, 2), 'wait'], says('whole'));
    const { chats, activity } = setUp(model);
    const id = chats.send({ text: 'hi' });
    await vi.waitFor(() => expect(chats.open(id).items).toHaveLength(2), { interval: 1 });
    chats.stop(id);
    const { items } = await activity(id, 'idle');
    expect(items.slice(1)).toMatchObject([
      { text: 'half', streaming: false },
      { kind: 'notice', level: 'info', notice: { code: 'chat/stopped' } },
    ]);
    chats.send({ conversationId: id, text: 'go on' });
    expect((await activity(id, 'idle')).items.at(-1)).toMatchObject({ text: 'whole' });
  });

  it('saves streaming text within half a second, not with every delta', async () => {
    const pieces = Array.from({ length: 20 }, (_, at) => ({
      kind: 'text' as const,
      index: 0,
      text: `${at} `,
    }));
    const [block] = says('');
    const { chats, conversations } = setUp(
      new ScriptedModel([...(block ? [block] : []), ...pieces, 'wait']),
    );
    const put = vi.spyOn(conversations, 'put');
    const id = chats.send({ text: 'hi' });
    await vi.waitFor(() => expect(JSON.stringify(chats.open(id).items)).toContain('19 '), {
      interval: 1,
    });
    expect(put).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(put).toHaveBeenCalledTimes(3);
    expect(JSON.stringify(conversations.items(id))).toContain('19 ');
    await chats.stopAll();
  });

  it('settles what an earlier run left unfinished, once and for all', () => {
    const { chats, conversations } = setUp(new ScriptedModel());
    conversations.create({ id: 'old', title: 'Old', updatedAt: 1 });
    conversations.put('old', 0, userItem('hi'));
    conversations.put('old', 1, textItem(1, 'half', true));
    conversations.put('old', 2, toolItem(1, 'a', { state: 'waiting', result: undefined }));
    expect(chats.list()).toMatchObject([{ id: 'old', activity: 'idle' }]);
    const { items, activity } = chats.open('old');
    expect(activity).toBe('idle');
    expect(items.slice(1)).toMatchObject([{ streaming: false }, { call: { state: 'error' } }]);
    expect(conversations.items('old')).toEqual(items);
  });

  it('ends every turn when the app quits, with all that came kept', async () => {
    const { chats, conversations } = setUp(
      new ScriptedModel([...says('half').slice(0, 2), 'wait'], calls(['mcp__s__wipe', '{}'])),
    );
    const one = chats.send({ text: 'one' });
    const two = chats.send({ text: 'two' });
    await vi.waitFor(() => expect(chats.open(two).activity).toBe('waiting'), { interval: 1 });
    await chats.stopAll();
    expect(chats.list().map((chat) => chat.activity)).toEqual(['idle', 'idle']);
    expect(conversations.items(one)[1]).toMatchObject({ text: 'half', streaming: false });
    expect(conversations.items(two)[1]).toMatchObject({ call: { state: 'stopped' } });
  });
});
