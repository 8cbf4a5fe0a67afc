import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ChannelInbox } from '../../src/main/store/channelInbox.ts';
import type { ChannelItem } from '../../src/main/store/channelInbox.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';

const pushed = (server: string, id: string): ChannelItem => ({
  id,
  at: 1,
  kind: 'channel',
  server,
  content: `of ${server}`,
  meta: [{ key: 'run', value: '7' }],
  isCut: false,
});

/** A database file that can be opened again and again, as after a crash. */
function databaseFile() {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return () => {
    const database = openDatabase(join(folder, 'patchbay.db'));
    onTestFinished(() => void database.close());
    const inbox = new ChannelInbox(database);
    const conversations = new Conversations(database);
    const shown = () => conversations.items('c').map(({ id }) => id);
    const waiting = (...servers: string[]) => inbox.waiting(servers, 100).map(({ id }) => id);
    return { inbox, conversations, shown, waiting };
  };
}

it('keeps pushes in order, by server, until they are delivered', () => {
  const { inbox, conversations, shown, waiting } = databaseFile()();
  conversations.create({ id: 'c', title: 'c', updatedAt: 1 });
  for (const [server, id] of [
    ['ci', '1'],
    ['chat', '2'],
    ['ci', '3'],
  ] as const) {
    inbox.add(pushed(server, id));
  }
  expect(waiting('ci')).toEqual(['1', '3']);
  expect(waiting('ci', 'chat')).toEqual(['1', '2', '3']);
  expect(waiting()).toEqual([]);
  expect(inbox.waiting(['ci'], 1)).toEqual([pushed('ci', '1')]);
  expect(inbox.backlog('ci').count).toBe(2);
  inbox.deliver('1', 'c', 5, () => conversations.put('c', 0, pushed('ci', '1')));
  expect(waiting('ci', 'chat')).toEqual(['2', '3']);
  expect(shown()).toEqual(['1']);
});

it('has a push either waiting or shown, wherever the app dies', () => {
  const open = databaseFile();
  const first = open();
  first.conversations.create({ id: 'c', title: 'c', updatedAt: 1 });
  first.inbox.add(pushed('ci', '1'));

  const afterReceipt = open();
  expect([afterReceipt.waiting('ci'), afterReceipt.shown()]).toEqual([['1'], []]);

  const dies = () => {
    first.conversations.put('c', 0, pushed('ci', '1'));
    throw new Error('died');
  };
  expect(() => first.inbox.deliver('1', 'c', 5, dies)).toThrow('died');
  const betweenBoth = open();
  expect([betweenBoth.waiting('ci'), betweenBoth.shown()]).toEqual([['1'], []]);

  first.inbox.deliver('1', 'c', 5, () => first.conversations.put('c', 0, pushed('ci', '1')));
  const afterShowing = open();
  expect([afterShowing.waiting('ci'), afterShowing.shown()]).toEqual([[], ['1']]);
});

it('counts what is not read yet, and what was not taken in', () => {
  const { inbox, conversations } = databaseFile()();
  for (const id of ['1', '2', '3']) inbox.add(pushed('ci', id));
  conversations.create({ id: 'c', title: 'c', updatedAt: 1 });
  for (const id of ['1', '2']) inbox.deliver(id, 'c', 5, () => undefined);
  expect([...inbox.unread()]).toEqual([['c', 2]]);
  expect(inbox.markRead('c', 6)).toBe(true);
  expect(inbox.markRead('c', 7)).toBe(false);
  expect([...inbox.unread()]).toEqual([]);
  inbox.count('ci', 'held_back');
  inbox.count('ci', 'held_back');
  inbox.count('ci', 'refused');
  expect(inbox.counts('ci')).toEqual({ not_allowed: 0, held_back: 2, refused: 1 });
  expect(inbox.counts('other')).toEqual({ not_allowed: 0, held_back: 0, refused: 0 });
});

it('remembers who is allowed, for which configuration, and forgets what a forbidden one left', () => {
  const { inbox, waiting } = databaseFile()();
  inbox.count('ci', 'not_allowed');
  inbox.allow({ server: 'ci', signature: 's', conversation: undefined });
  inbox.allow({ server: 'chat', signature: 't', conversation: 'c' });
  expect(inbox.allowed()).toEqual([
    { server: 'chat', signature: 't', conversation: 'c' },
    { server: 'ci', signature: 's', conversation: undefined },
  ]);
  expect(inbox.counts('ci').not_allowed).toBe(0);
  inbox.add(pushed('ci', '1'));
  inbox.add(pushed('chat', '2'));
  inbox.forbid('ci');
  expect(inbox.allowed().map(({ server }) => server)).toEqual(['chat']);
  expect(waiting('ci', 'chat')).toEqual(['2']);
});
