import { expect, it, vi } from 'vitest';
import { Branching } from '../../src/main/agent/branching.ts';
import { Chats } from '../../src/main/agent/chats.ts';
import { Branches } from '../../src/main/store/branches.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import type { ChatChange } from '../../src/shared/chat.ts';
import { permissionsOver } from '../fakes/permissions.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';
import { ScriptedModel, says } from '../fakes/scriptedModel.ts';

function setUp(model: ScriptedModel) {
  const db = openDatabase(':memory:');
  const conversations = new Conversations(db);
  const changes: ChatChange[] = [];
  const listeners = {
    onChange: (_id: string, change: ChatChange) => void changes.push(change),
    onListChange: () => undefined,
  };
  const chats = new Chats({
    conversations,
    permissions: permissionsOver(db),
    models: { current: async () => model },
    model: () => 'm',
    pool: () => buildToolPool([], []),
    supervisor: { list: () => [], instructions: () => [], call: () => Promise.reject(new Error()) },
    files: memoryFiles(),
    ...listeners,
  });
  const branches = new Branches(db, conversations);
  const branching = new Branching({ chats, conversations, branches, ...listeners });
  const told = (id: string) =>
    conversations.items(id).map((item) => ('text' in item ? item.text : item.kind));
  const ask = async (text: string, conversationId?: string) => {
    const id = chats.send({ text, conversationId });
    await chats.idle(id);
    return id;
  };
  const itemId = (id: string, text: string) =>
    conversations.items(id).find((item) => 'text' in item && item.text === text)?.id ?? '';
  return { ask, branching, branches, changes, chats, conversations, itemId, model, told };
}

const code = (wanted: string) =>
  expect.objectContaining({ error: expect.objectContaining({ code: wanted }) });

it('asks something else from an earlier message on, and the model hears of that way only', async () => {
  const all = setUp(new ScriptedModel(says('one'), says('two'), says('other')));
  const { ask, branching, changes, chats, itemId, model, told } = all;
  const id = await ask('first');
  await ask('second', id);
  branching.edit(id, itemId(id, 'first'), 'changed');
  expect(changes).toContainEqual({ kind: 'path' });
  await chats.idle(id);
  expect(told(id)).toEqual(['changed', 'other']);
  expect(model.requests[2]?.messages).toMatchObject([{ role: 'user' }]);
  expect(JSON.stringify(model.requests[2]?.messages)).not.toContain('second');
  branching.switchBranch(id, itemId(id, 'changed'), 1);
  expect(told(id)).toEqual(['first', 'one', 'second', 'two']);
});

it('asks again for an answer, as a further way', async () => {
  const { ask, branching, branches, chats, itemId, told } = setUp(
    new ScriptedModel(says('one'), says('again')),
  );
  const id = await ask('first');
  branching.regenerate(id, itemId(id, 'one'));
  await chats.idle(id);
  expect(told(id)).toEqual(['first', 'again']);
  expect(branches.forks(id)).toMatchObject([{ at: 2, of: 2 }]);
});

it('begins another conversation with what was said so far', async () => {
  const { ask, branching, chats, conversations, itemId, told } = setUp(
    new ScriptedModel(says('one'), says('two'), says('three')),
  );
  const id = await ask('first');
  await ask('second', id);
  conversations.change(id, { model: 'chosen' });
  const other = branching.branch(id, itemId(id, 'one'));
  expect(told(other)).toEqual(['first', 'one']);
  await ask('elsewhere', other);
  expect(told(other)).toEqual(['first', 'one', 'elsewhere', 'three']);
  expect(told(id)).toHaveLength(4);
  expect(chats.list().map(({ model }) => model)).toEqual(['chosen', 'chosen']);
});

it('shows the way of a message that was found', async () => {
  const { ask, branching, chats, itemId, told } = setUp(
    new ScriptedModel(says('one'), says('two')),
  );
  const id = await ask('first');
  const old = itemId(id, 'one');
  branching.edit(id, itemId(id, 'first'), 'changed');
  await chats.idle(id);
  branching.reveal(id, old);
  expect(told(id)).toEqual(['first', 'one']);
});

it('refuses while an answer is written, without words, and for what is not there', async () => {
  const { branching, chats, itemId } = setUp(new ScriptedModel(['wait']));
  const id = chats.send({ text: 'first' });
  const first = itemId(id, 'first');
  expect(() => branching.edit(id, first, 'x')).toThrow(code('chat/busy'));
  expect(() => branching.switchBranch(id, first, 1)).toThrow(code('chat/busy'));
  chats.stop(id);
  await chats.idle(id);
  expect(() => branching.edit(id, first, ' ')).toThrow(code('chat/empty'));
  expect(() => branching.edit(id, 'none', 'x')).toThrow(code('chat/no-message'));
  expect(() => branching.branch('none', first)).toThrow(code('chat/no-message'));
  await vi.waitFor(() => expect(chats.activity(id)).toBe('idle'));
});
