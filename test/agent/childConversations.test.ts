import { describe, expect, it, vi } from 'vitest';
import { Chats } from '../../src/main/agent/chats.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { userItem } from '../fakes/chatItems.ts';
import { permissionsOver } from '../fakes/permissions.ts';
import { calls, says, ScriptedModel } from '../fakes/scriptedModel.ts';
import { connected, serverSummary, serverTool } from '../fakes/tools.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';

function setUp(model: ScriptedModel) {
  const db = openDatabase(':memory:');
  const chats = new Chats({
    conversations: new Conversations(db),
    permissions: permissionsOver(db),
    models: { current: async () => model },
    model: () => 'm',
    pool: () => buildToolPool([], [serverTool('s', 'wipe')]),
    agentOf: ({ role }) =>
      role.kind === 'teammate'
        ? {
            pool: () => buildToolPool([], [serverTool('s', 'look')]),
            briefing: `You are ${role.name}.`,
          }
        : undefined,
    supervisor: {
      list: () => [serverSummary('s', connected)],
      instructions: () => [],
      call: async () => ({ content: [], isError: false }),
    },
    files: memoryFiles(),
    onChange: () => {},
    onListChange: () => {},
  });
  const parent = chats.create('Lead');
  const role = { kind: 'teammate', parent, name: 'ada' } as const;
  const child = chats.create('ada', { role });
  return { chats, parent, child, role };
}

describe('a conversation that works for another', () => {
  it('is not among those that a person began, and opens like them', async () => {
    const model = new ScriptedModel(says('done'));
    const { chats, parent, child, role } = setUp(model);
    expect(chats.list().map(({ id }) => id)).toEqual([parent]);

    chats.begin(child, userItem('Do it'));
    expect(chats.list()).toMatchObject([
      { id: parent, activity: 'idle', agents: [{ id: child, role, activity: 'running' }] },
    ]);
    await chats.idle(child);
    expect(chats.list()).toMatchObject([{ id: parent, agents: [] }]);
    expect(chats.open(child)).toMatchObject({
      role,
      items: [{ kind: 'user' }, { kind: 'text', text: 'done' }],
    });
  });

  it('has the tools and the briefing of its own agent', async () => {
    const model = new ScriptedModel(says('done'));
    const { chats, child } = setUp(model);
    chats.begin(child, userItem('Do it'));
    await chats.idle(child);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['mcp__s__look']);
    expect(JSON.stringify(model.requests[0]?.system)).toContain('You are ada.');
  });

  it('ends when the one that it works for is stopped', async () => {
    const { chats, parent, child } = setUp(new ScriptedModel(calls(['mcp__s__look', '{}'])));
    chats.begin(child, userItem('Do it'));
    await vi.waitFor(() => expect(chats.activity(child)).toBe('waiting'));
    chats.stop(parent);
    await chats.idle(child);
    expect(chats.open(child).items).toMatchObject([
      { kind: 'user' },
      { kind: 'tool', call: { state: 'stopped' } },
      { kind: 'notice' },
    ]);
  });
});
