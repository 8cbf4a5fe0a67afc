import { describe, expect, it, vi } from 'vitest';
import type { ChatItemOf } from '../../src/shared/chat.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import { Chats } from '../../src/main/agent/chats.ts';
import type { ModelClient, ModelEvent, ModelRequest } from '../../src/main/agent/model/model.ts';
import { SubAgents } from '../../src/main/agent/subAgents/subAgents.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import type { Database } from '../../src/main/store/database.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';
import { permissionsOver } from '../fakes/permissions.ts';
import { callBlock, calls, says, ScriptedModel } from '../fakes/scriptedModel.ts';
import { builtinTool, connected, serverSummary, serverTool } from '../fakes/tools.ts';

/** Answers each conversation by its own script, which its first message names. */
class ScriptedAgents extends ScriptedModel {
  readonly #models: ReadonlyMap<string, ModelClient>;
  constructor(scripts: Readonly<Record<string, ScriptedModel>>) {
    super();
    this.#models = new Map(Object.entries(scripts));
  }

  override stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.requests.push(request);
    const first = JSON.stringify(request.messages[0]?.content);
    const [, model] = [...this.#models].find(([name]) => first.includes(name)) ?? [];
    if (!model) throw new Error(`no script for ${first}`);
    return model.stream(request, signal) as AsyncGenerator<ModelEvent>;
  }
}

const task = (id: string, prompt: string, index = 0) =>
  callBlock(index, id, 'task', JSON.stringify({ description: `do ${prompt}`, prompt }));
const toTools: ModelEvent = { kind: 'end', reason: 'tool_use' };

function setUp(model: ModelClient, db: Database = openDatabase(':memory:'), most = 16) {
  const running: string[] = [];
  const conversations = new Conversations(db);
  const subAgents: SubAgents = new SubAgents({
    chats: () => chats,
    pool: () => buildToolPool([builtinTool('look')], [serverTool('s', 'write')]),
    most,
  });
  const chats: Chats = new Chats({
    conversations,
    agentOf: (conversation) => subAgents.partsOf(conversation),
    permissions: permissionsOver(db),
    models: { current: async () => model },
    model: () => 'm',
    pool: () => buildToolPool([subAgents.tool], [serverTool('s', 'write')]),
    workspace: () => '/w',
    supervisor: {
      list: () => [serverSummary('s', connected)],
      instructions: () => [],
      call: async (_server, tool) => {
        running.push(tool);
        return { content: [{ type: 'text', text: 'written' }], isError: false };
      },
    },
    files: memoryFiles(),
    onChange: (id, change) => subAgents.onChange(id, change),
    onListChange: () => {},
  });
  const children = (parent: string) => conversations.children(parent);
  const callsIn = (id: string) =>
    chats.open(id).items.filter((item): item is ChatItemOf<'tool'> => item.kind === 'tool');
  return { chats, conversations, children, callsIn, running };
}

describe('the tool task', () => {
  it('gives a prompt to an agent of its own and answers with its last words', async () => {
    const child = new ScriptedModel(calls(['look', '{}']), says('It is blue.'));
    const lead = new ScriptedModel([...task('t1', 'CHILD'), toTools], says('Blue, then.'));
    const model = new ScriptedAgents({ LEAD: lead, CHILD: child });
    const { chats, children, callsIn } = setUp(model);
    const id = chats.send({ text: 'LEAD' });
    await chats.idle(id);

    const [one] = children(id);
    expect(one).toMatchObject({
      title: 'do CHILD',
      workspace: '/w',
      role: { kind: 'sub-agent', parent: id, itemId: 't1' },
    });
    expect(child.requests[0]?.tools.map(({ name }) => name)).toEqual(['look', 'mcp__s__write']);
    expect(JSON.stringify(child.requests[0]?.system)).toContain('You are a sub-agent');
    expect(child.requests[0]?.messages).toHaveLength(1);
    expect(JSON.stringify(lead.requests[0]?.system)).not.toContain('You are a sub-agent');
    expect(callsIn(id)).toMatchObject([
      {
        call: {
          state: 'done',
          view: { kind: 'agent', conversationId: one?.id, calls: 1 },
          result: [{ text: 'It is blue.' }],
        },
      },
    ]);
    expect(chats.list()).toHaveLength(1);
  });

  it('runs several side by side, asks for each, and stops one by its call', async () => {
    const write = () => new ScriptedModel(calls(['mcp__s__write', '{}']), says('done'));
    const lead = new ScriptedModel(
      [...task('t1', 'FIRST'), ...task('t2', 'SECOND', 1), toTools],
      says('so'),
    );
    const model = new ScriptedAgents({ LEAD: lead, FIRST: write(), SECOND: write() });
    const { chats, children, callsIn, running } = setUp(model);
    const id = chats.send({ text: 'LEAD' });
    await vi.waitFor(() =>
      expect(chats.list()[0]?.agents.map(({ activity }) => activity)).toEqual([
        'waiting',
        'waiting',
      ]),
    );
    const [first, second] = children(id).map((one) => one.id);
    chats.stopTool(id, 't1');
    chats.answer(second ?? '', 'call_1', 'allow-once');
    await chats.idle(id);
    await chats.idle(first ?? '');
    expect(callsIn(id).map(({ call }) => call.state)).toEqual(['stopped', 'done']);
    expect(callsIn(first ?? '').map(({ call }) => call.state)).toEqual(['stopped']);
    expect(running).toEqual(['write']);
  });

  it('ends with the turn that it works for', async () => {
    const lead = new ScriptedModel([...task('t1', 'CHILD'), toTools]);
    const child = new ScriptedModel(calls(['mcp__s__write', '{}']));
    const { chats, children, callsIn } = setUp(new ScriptedAgents({ LEAD: lead, CHILD: child }));
    const id = chats.send({ text: 'LEAD' });
    await vi.waitFor(() =>
      expect(chats.list()[0]?.agents).toMatchObject([{ activity: 'waiting' }]),
    );
    chats.stop(id);
    await chats.idle(id);
    const [one] = children(id);
    await chats.idle(one?.id ?? '');
    expect(callsIn(id)).toMatchObject([{ call: { state: 'stopped' } }]);
    expect(callsIn(one?.id ?? '')).toMatchObject([{ call: { state: 'stopped' } }]);
  });

  it('tells why an agent did not come to its end', async () => {
    const lead = new ScriptedModel([...task('t1', 'CHILD'), toTools], says('so'));
    const failure = new AppFailure({ code: 'model/overloaded', message: 'It is overloaded.' });
    const child = new ScriptedModel([failure as Error]);
    const { chats, callsIn } = setUp(new ScriptedAgents({ LEAD: lead, CHILD: child }));
    const id = chats.send({ text: 'LEAD' });
    await chats.idle(id);
    expect(callsIn(id)).toMatchObject([{ call: { state: 'error' } }]);
    expect(JSON.stringify(callsIn(id))).toContain('It is overloaded.');
  });

  it('is settled with its agent when the app was killed', async () => {
    const db = openDatabase(':memory:');
    const lead = new ScriptedModel([...task('t1', 'CHILD'), toTools]);
    const child = new ScriptedModel(calls(['mcp__s__write', '{}']));
    const { chats, children } = setUp(new ScriptedAgents({ LEAD: lead, CHILD: child }), db);
    const id = chats.send({ text: 'LEAD' });
    await vi.waitFor(() =>
      expect(chats.list()[0]?.agents).toMatchObject([{ activity: 'waiting' }]),
    );

    const next = setUp(new ScriptedModel(), db);
    const [one] = children(id);
    expect(next.callsIn(id)).toMatchObject([{ call: { state: 'error' } }]);
    expect(next.callsIn(one?.id ?? '')).toMatchObject([{ call: { state: 'error' } }]);
    expect(next.chats.list()[0]?.agents).toEqual([]);
    chats.stop(id);
    await chats.idle(id);
  });

  it('starts no more than so many at once', async () => {
    const lead = new ScriptedModel(
      [...task('t1', 'FIRST'), ...task('t2', 'SECOND', 1), toTools],
      says('so'),
    );
    const model = new ScriptedAgents({ LEAD: lead, FIRST: new ScriptedModel(says('done')) });
    const { chats, callsIn } = setUp(model, undefined, 1);
    const id = chats.send({ text: 'LEAD' });
    await chats.idle(id);
    expect(callsIn(id).map(({ call }) => call.state)).toEqual(['done', 'error']);
  });
});
