import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deletions } from '../../src/main/agent/deletions.ts';
import { ChannelInbox } from '../../src/main/store/channelInbox.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { DeletedConversations } from '../../src/main/store/deletedConversations.ts';
import { TaskTable } from '../../src/main/store/taskTable.ts';
import { TaskBoard } from '../../src/main/team/taskBoard.ts';
import { undoDeleteMs } from '../../src/shared/chatRequests.ts';
import type { ChatItem } from '../../src/shared/chat.ts';
import { memoryFiles } from '../fakes/resultFiles.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const name = (digit: string) => `${digit.repeat(8)}-0000-0000-0000-000000000000.png`;

function shown(id: string, file: string): ChatItem {
  const image = { kind: 'image' as const, mediaType: 'image/png', file: { name: file, bytes: 1 } };
  const call = { name: 't', title: 't', input: {}, state: 'done' as const, startedAt: 1 };
  return { id, at: 1, kind: 'tool', round: 1, call: { ...call, result: [image] } };
}

function setUp() {
  const database = openDatabase(':memory:');
  const conversations = new Conversations(database);
  const files = memoryFiles();
  for (const id of ['a', 'b']) conversations.create({ id, title: id, updatedAt: 1 });
  const role = { kind: 'teammate', parent: 'a', name: 'kim' } as const;
  conversations.create({ id: 'kim', title: 'kim', updatedAt: 1, role });
  const nested = { kind: 'sub-agent', parent: 'kim', itemId: 'x' } as const;
  conversations.create({ id: 'sub', title: 'sub', updatedAt: 1, role: nested });
  const stopped: string[] = [];
  let release: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (release = resolve));
  const options = {
    chats: {
      list: () =>
        conversations.list().map((one) => ({ ...one, activity: 'idle' as const, agents: [] })),
      stop: (id: string) => void stopped.push(id),
      idle: (id: string) => (id === 'kim' ? ended : Promise.resolve()),
    },
    deleted: new DeletedConversations(database),
    files,
    onListChange: () => undefined,
  };
  const deletions = new Deletions(options);
  const listed = () => conversations.list().map(({ id }) => id);
  const rows = (table: string) =>
    (database.prepare(`SELECT COUNT(*) AS count FROM ${table}`).get() as { count: number }).count;
  return { database, conversations, files, stopped, release, deletions, listed, rows, options };
}

it('hides a conversation at once, stops all who work there, and can take it back', () => {
  const { deletions, conversations, listed, stopped } = setUp();
  deletions.delete('a');
  expect(listed()).toEqual(['b']);
  expect(stopped).toEqual(['a', 'kim', 'sub']);
  expect(conversations.get('a')).toBeUndefined();
  expect(conversations.get('sub')).toBeUndefined();
  deletions.undo('a');
  expect(listed()).toEqual(['a', 'b']);
  expect(conversations.get('sub')).toBeDefined();
  vi.advanceTimersByTime(undoDeleteMs);
  expect(listed()).toEqual(['a', 'b']);
});

it('lets go of it for good when the time is over and its turns have ended, with all that is its own', async () => {
  const { conversations, database, deletions, files, release, rows } = setUp();
  for (const digit of ['1', '2']) files.held.set(name(digit), Buffer.from('x'));
  conversations.put('a', 0, shown('i', name('1')));
  conversations.put('kim', 0, shown('i', name('2')));
  conversations.put('b', 0, shown('i', name('2')));
  const inbox = new ChannelInbox(database);
  inbox.allow({ server: 's', signature: 'x', conversation: 'a' });
  deletions.delete('a');
  await vi.advanceTimersByTimeAsync(undoDeleteMs);
  expect(rows('conversations')).toBe(4);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(rows('conversations')).toBe(1);
  expect(rows('items')).toBe(1);
  // What another conversation shows too stays.
  expect([...files.held.keys()]).toEqual([name('2')]);
  expect(inbox.allowed()).toMatchObject([{ server: 's', conversation: undefined }]);
  expect(() => deletions.undo('a')).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ code: 'chat/unknown-conversation' }),
    }),
  );
});

it('finishes at the next start what the app did not get to', async () => {
  const { deletions, options, release, rows } = setUp();
  deletions.delete('a');
  deletions.close();
  await vi.advanceTimersByTimeAsync(undoDeleteMs);
  expect(rows('conversations')).toBe(4);
  release();
  await new Deletions(options).resume();
  expect(rows('conversations')).toBe(1);
});

it('gives the tasks that went with it back to everyone, and lets the done ones be', async () => {
  const { database, deletions, release } = setUp();
  const board = new TaskBoard({
    table: new TaskTable(database),
    now: Date.now,
    onChange: () => undefined,
  });
  for (const subject of ['done', 'begun', 'of another']) board.create('/work', { subject });
  board.claim('/work', 'task_1', 'kim', 'kim');
  board.complete('/work', 'task_1', 'kim', 'kim');
  board.claim('/work', 'task_2', 'kim', 'kim');
  board.claim('/work', 'task_3', 'lead', 'b');
  deletions.delete('a');
  release();
  await vi.advanceTimersByTimeAsync(undoDeleteMs);
  expect(board.list('/work')).toMatchObject([
    { state: 'completed', owner: 'kim', conversationId: undefined },
    { state: 'pending', owner: undefined, conversationId: undefined, claimedAt: undefined },
    { state: 'in_progress', owner: 'lead', conversationId: 'b' },
  ]);
});
