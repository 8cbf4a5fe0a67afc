import { expect, it } from 'vitest';
import { Chats } from '../../src/main/agent/chats.ts';
import { QueuedMessages } from '../../src/main/agent/queuedMessages.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { DeletedConversations } from '../../src/main/store/deletedConversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { MessageQueue } from '../../src/main/store/messageQueue.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import type { ChatChange } from '../../src/shared/chat.ts';
import { permissionsOver } from '../fakes/permissions.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';
import { ScriptedModel, calls, says } from '../fakes/scriptedModel.ts';
import { connected, serverSummary, serverTool } from '../fakes/tools.ts';

function setUp(model: ScriptedModel, db = openDatabase(':memory:')) {
  const conversations = new Conversations(db);
  const queues: number[] = [];
  const onChange = (_id: string, change: ChatChange) => {
    if (change.kind === 'queue') queues.push(change.queue.length);
  };
  let endCall: () => void = () => undefined;
  const callEnds = new Promise<void>((resolve) => (endCall = resolve));
  const queue = new QueuedMessages({ queue: new MessageQueue(db), chats: () => chats, onChange });
  const chats: Chats = new Chats({
    conversations,
    incoming: [queue],
    permissions: permissionsOver(db),
    models: { current: async () => model },
    model: () => 'm',
    pool: () => buildToolPool([], [serverTool('s', 'look')]),
    supervisor: {
      list: () => [serverSummary('s', connected)],
      instructions: () => [],
      call: async () => {
        await callEnds;
        return { content: [{ type: 'text', text: 'seen' }], isError: false };
      },
    },
    files: memoryFiles(),
    onChange,
    onListChange: () => undefined,
  });
  const told = (id: string) =>
    conversations.items(id).map((item) => ('text' in item ? item.text : item.kind));
  return { chats, conversations, db, endCall, queue, queues, told };
}

it('sends at once where nothing is going on, and lets wait what comes while an answer is written', async () => {
  const { chats, queue, queues, told } = setUp(new ScriptedModel(['wait'], says('both')));
  const id = queue.send({ text: 'first' });
  expect(told(id)).toEqual(['first']);
  queue.send({ conversationId: id, text: 'second' });
  queue.send({ conversationId: id, text: 'third' });
  expect(queue.list(id).map(({ text }) => text)).toEqual(['second', 'third']);
  expect(queue.remove(id, queue.list(id)[1]?.id ?? '')?.text).toBe('third');
  expect(queue.remove(id, 'third')).toBeUndefined();
  expect(queues).toEqual([1, 2, 1]);
  queue.hold(id);
  chats.stop(id);
  await chats.idle(id);
  expect(told(id)).not.toContain('second');
  expect(queue.list(id)).toHaveLength(1);
  queue.release(id);
  await expect.poll(() => told(id).slice(-2)).toEqual(['second', 'both']);
  expect(queue.list(id)).toEqual([]);
});

it('has the files of what waits go with their conversation', async () => {
  const { chats, db, queue } = setUp(new ScriptedModel(['wait']));
  const id = queue.send({ text: 'first' });
  const name = `${'0'.repeat(36)}.pdf`;
  const paper = { kind: 'file', name: 'paper', mediaType: 'application/pdf' } as const;
  const attachments = [{ ...paper, file: { name, bytes: 1 } }];
  queue.send({ conversationId: id, text: 'second', attachments });
  expect(queue.list(id)[0]?.attachments).toEqual(attachments);
  queue.remove(id, queue.list(id)[0]?.id ?? '');
  queue.hold(id);
  chats.stop(id);
  await chats.idle(id);
  expect(new DeletedConversations(db).purge(id)).toEqual([name]);
});

it('sends what waits after a stop before what is written then, in one turn', async () => {
  const { chats, queue, told } = setUp(new ScriptedModel(['wait'], says('both')));
  const id = queue.send({ text: 'first' });
  queue.send({ conversationId: id, text: 'second' });
  queue.hold(id);
  chats.stop(id);
  queue.send({ conversationId: id, text: 'third' });
  await expect.poll(() => told(id).slice(-3)).toEqual(['second', 'third', 'both']);
});

it('keeps what waits over a restart, and sends it when it is let go', async () => {
  const first = setUp(new ScriptedModel(['wait']));
  const id = first.queue.send({ text: 'first' });
  first.queue.send({ conversationId: id, text: 'second' });
  await first.chats.stopAll();
  const { chats, queue, told } = setUp(new ScriptedModel(says('so')), first.db);
  chats.wake(id);
  expect(chats.activity(id)).toBe('idle');
  expect(queue.list(id).map(({ text }) => text)).toEqual(['second']);
  queue.release(id);
  await expect.poll(() => told(id).slice(-2)).toEqual(['second', 'so']);
});

it('gives the model what waits with its next request, after the results of the calls', async () => {
  const model = new ScriptedModel(calls(['mcp__s__look', '{}']), says('done'));
  const { chats, conversations, endCall, queue, told } = setUp(model);
  const id = queue.send({ text: 'first' });
  await expect.poll(() => told(id)).toContain('tool');
  const call = conversations.items(id).find(({ kind }) => kind === 'tool');
  await expect.poll(() => chats.activity(id)).toBe('waiting');
  chats.answer(id, call?.id ?? '', 'allow-once');
  queue.send({ conversationId: id, text: 'and look there' });
  endCall();
  await chats.idle(id);
  expect(told(id)).toEqual(['first', 'tool', 'and look there', 'done']);
  const content = model.requests[1]?.messages.at(-1)?.content;
  expect(content).toMatchObject([
    { type: 'tool_result' },
    { type: 'text', text: 'and look there' },
  ]);
});
