import { describe, expect, it, vi } from 'vitest';
import type { ChatChange, ChatItem } from '../../src/shared/chat.ts';
import { Background } from '../../src/main/agent/background/background.ts';
import { backgroundTools } from '../../src/main/agent/background/backgroundTools.ts';
import { Chats } from '../../src/main/agent/chats.ts';
import { BackgroundCalls } from '../../src/main/store/backgroundCalls.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import type { Database } from '../../src/main/store/database.ts';
import type { ToolOutcome } from '../../src/main/servers/tools/serverTool.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';
import { permissionsOver } from '../fakes/permissions.ts';
import { calls, says, ScriptedModel } from '../fakes/scriptedModel.ts';
import { connected, serverSummary, serverTool } from '../fakes/tools.ts';

const slow = ['mcp__s__slow', '{}'] as const;
const slowBehind = ['run_in_background', '{"tool":"mcp__s__slow","input":{"a":1}}'] as const;
const answer = (text: string): ToolOutcome => ({
  content: [{ type: 'text', text }],
  isError: false,
});

function setUp(model: ScriptedModel, db: Database = openDatabase(':memory:'), most = 10) {
  const changes: ChatChange[] = [];
  const ends: ((outcome: ToolOutcome) => void)[] = [];
  const inputs: unknown[] = [];
  const background: Background = new Background({
    store: new BackgroundCalls(db),
    conversations: {
      wake: (id) => chats.wake(id),
      show: (id) => chats.show(id, 'background'),
    },
    onItem: (_id, item) => changes.push({ kind: 'item', item }),
    onListChange: () => {},
    most,
  });
  const tools = backgroundTools(background);
  const chats: Chats = new Chats({
    conversations: new Conversations(db),
    background,
    incoming: [background],
    permissions: permissionsOver(db, { keptMode: () => 'trust-edits', isTrusted: () => true }),
    models: { current: async () => model },
    model: () => 'm',
    pool: () =>
      buildToolPool(tools, [serverTool('s', 'slow', { annotations: { readOnlyHint: true } })]),
    supervisor: {
      list: () => [serverSummary('s', connected)],
      instructions: () => [],
      call: (_server, _tool, input, { signal }) => {
        inputs.push(input);
        return new Promise((resolve, reject) => {
          ends.push(resolve);
          signal?.addEventListener('abort', () => reject(new Error('cancelled')));
        });
      },
    },
    files: memoryFiles(),
    onChange: (_id, change) => changes.push(change),
    onListChange: () => {},
  });
  const called = (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count));
  return { db, chats, background, ends, inputs, changes, called };
}

const ofKind = <K extends ChatItem['kind']>(items: readonly ChatItem[], kind: K) =>
  items.filter((item): item is Extract<ChatItem, { kind: K }> => item.kind === kind);
const lastMessage = (model: ScriptedModel) =>
  JSON.stringify(model.requests.at(-1)?.messages.at(-1)?.content);

describe('a call that is sent to the background', () => {
  it('ends for the turn at once, goes on, and its end begins a round', async () => {
    const model = new ScriptedModel(calls(slow), says('It goes on.'), says('So it ended.'));
    const { chats, background, ends, called } = setUp(model);
    const id = chats.send({ text: 'go' });
    await called(1);
    background.send(id, 'call_1');
    await chats.idle(id);

    expect(lastMessage(model)).toContain('goes on in the background as bg_1');
    expect(chats.open(id).items.at(-1)).toMatchObject({ kind: 'text', text: 'It goes on.' });
    expect(ofKind(chats.open(id).items, 'tool')).toMatchObject([
      { call: { state: 'running', background: 'bg_1' } },
    ]);
    expect(chats.list()).toMatchObject([{ activity: 'idle', background: 1 }]);

    ends[0]?.(answer('the result'));
    await vi.waitFor(() => expect(model.requests).toHaveLength(3));
    await chats.idle(id);
    expect(lastMessage(model)).toMatch(
      /<background-result id=.*bg_1.*state=.*done.*the result.*<\/background-result>/,
    );
    const { items } = chats.open(id);
    expect(ofKind(items, 'tool')).toMatchObject([{ call: { state: 'done', background: 'bg_1' } }]);
    expect(ofKind(items, 'background')).toMatchObject([
      { itemId: 'call_1', call: { state: 'done', result: [{ text: 'the result' }] } },
    ]);
    expect(chats.list()).toMatchObject([{ background: 0 }]);
  });

  it('is sent there by the model too, with the arguments of the tool itself', async () => {
    const model = new ScriptedModel(calls(slowBehind), says('It goes on.'));
    const { chats, ends, inputs, called } = setUp(model);
    const id = chats.send({ text: 'go' });
    await called(1);
    await chats.idle(id);
    expect(inputs).toEqual([{ a: 1 }]);
    expect(ofKind(chats.open(id).items, 'tool')).toMatchObject([
      { call: { name: 'run_in_background', server: 's', title: 'slow', state: 'running' } },
    ]);
    ends[0]?.(answer('the result'));
    await vi.waitFor(() => expect(model.requests).toHaveLength(3));
  });

  it('lets a conversation be spoken to meanwhile, and tells the end with the next request of a turn', async () => {
    const model = new ScriptedModel(
      calls(slowBehind),
      says('It goes on.'),
      calls(['background_call', '{"id":"bg_1"}']),
      says('Now it ended.'),
    );
    const { chats, ends, called } = setUp(model);
    const id = chats.send({ text: 'go' });
    await called(1);
    await chats.idle(id);
    chats.send({ conversationId: id, text: 'how far?' });
    ends[0]?.(answer('the result'));
    await chats.idle(id);
    await vi.waitFor(() => expect(JSON.stringify(model.requests.at(-1))).toContain('the result'));
    expect(ofKind(chats.open(id).items, 'background')).toHaveLength(1);
  });

  it('is stopped by its card, which begins nothing but is told with the next message', async () => {
    const model = new ScriptedModel(calls(slowBehind), says('It goes on.'));
    const { chats, called } = setUp(model);
    const id = chats.send({ text: 'go' });
    await called(1);
    await chats.idle(id);
    chats.stopTool(id, 'call_1');
    await vi.waitFor(() =>
      expect(chats.open(id).items.at(-1)).toMatchObject({
        kind: 'background',
        call: { state: 'stopped' },
      }),
    );
    expect(model.requests).toHaveLength(2);
    chats.send({ conversationId: id, text: 'on' });
    await chats.idle(id);
    expect(lastMessage(model)).toContain('state=\\"stopped\\"');
  });

  it('outlives the stop of its turn', async () => {
    const model = new ScriptedModel(calls(slowBehind, ['mcp__s__slow', '{}']));
    const { chats, called } = setUp(model);
    const id = chats.send({ text: 'go' });
    await called(2);
    await vi.waitFor(() => expect(chats.list()).toMatchObject([{ background: 1 }]));
    chats.stop(id);
    await chats.idle(id);
    expect(ofKind(chats.open(id).items, 'tool').map(({ call }) => call.state)).toEqual([
      'running',
      'stopped',
    ]);
  });

  it('is interrupted with the app: shown once at the next start, told with the next message', async () => {
    const model = new ScriptedModel(calls(slowBehind), says('It goes on.'));
    const { db, chats, called } = setUp(model);
    const id = chats.send({ text: 'go' });
    await called(1);
    await chats.idle(id);
    await chats.stopAll();

    const later = new ScriptedModel();
    const next = setUp(later, db);
    next.background.resume();
    next.background.resume();
    const { items } = next.chats.open(id);
    expect(ofKind(items, 'background')).toMatchObject([{ call: { state: 'error' } }]);
    expect(ofKind(items, 'tool')).toMatchObject([{ call: { state: 'done' } }]);
    expect(later.requests).toEqual([]);
    next.chats.send({ conversationId: id, text: 'and?' });
    await next.chats.idle(id);
    expect(lastMessage(later)).toMatch(/Interrupted: Patchbay ended.*and\?/);
  });

  it('is refused beyond a number, in words for the model and as an error for the person', async () => {
    const model = new ScriptedModel(
      calls(slowBehind),
      says('It goes on.'),
      calls(slowBehind, ['mcp__s__slow', '{}']),
    );
    const { chats, background, called } = setUp(model, undefined, 1);
    const id = chats.send({ text: 'go' });
    await called(1);
    await chats.idle(id);
    chats.send({ conversationId: id, text: 'more' });
    await called(2);
    const [, second, third] = ofKind(chats.open(id).items, 'tool');
    expect(second).toMatchObject({ call: { state: 'error' } });
    expect(JSON.stringify(second)).toContain('1 calls go on in the background already');
    expect(() => background.send(id, third?.id ?? '')).toThrow('already');
    expect(() => background.send(id, 'call_1')).toThrow('can no longer');
  });
});
