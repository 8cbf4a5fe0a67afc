import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import type { Database } from '../../src/main/store/database.ts';

const user = (id: string, text: string): ChatItem => ({ id, at: 1, kind: 'user', text });
let db: Database;
let conversations: Conversations;

beforeEach(() => {
  db = openDatabase(':memory:');
  conversations = new Conversations(db);
  conversations.create({ id: 'c1', title: 'First', updatedAt: 10 });
});

describe('Conversations', () => {
  it('lists the latest change first', () => {
    conversations.create({ id: 'c2', title: 'Second', updatedAt: 20 });
    expect(conversations.list().map((one) => one.id)).toEqual(['c2', 'c1']);
    conversations.touch('c1', 30);
    const lead = { kind: 'lead' };
    expect(conversations.list()[0]).toEqual({
      id: 'c1',
      title: 'First',
      updatedAt: 30,
      role: lead,
    });
  });

  it('keeps those that work for another apart, and who answers in them', () => {
    const role = { kind: 'sub-agent', parent: 'c1', itemId: 't1' } as const;
    conversations.create({ id: 'c2', title: 'Look', updatedAt: 20, role });
    expect(conversations.list().map((one) => one.id)).toEqual(['c1']);
    expect(conversations.children('c1')).toEqual([
      { id: 'c2', title: 'Look', updatedAt: 20, role },
    ]);
    expect(conversations.get('c2')?.role).toEqual(role);
  });

  it('gives items back in order, as they were', () => {
    expect(conversations.nextPosition('c1')).toBe(0);
    conversations.put('c1', 0, user('a', 'hello'));
    conversations.put('c1', 1, user('b', 'again 😀'));
    expect(conversations.items('c1')).toEqual([user('a', 'hello'), user('b', 'again 😀')]);
    expect(conversations.nextPosition('c1')).toBe(2);
  });

  it('replaces an item at its position, or by its id wherever it stands', () => {
    conversations.put('c1', 0, user('a', 'one'));
    conversations.put('c1', 1, user('b', 'two'));
    conversations.put('c1', 0, user('a', 'changed'));
    conversations.replace('c1', user('b', 'changed too'));
    expect(conversations.items('c1')).toEqual([user('a', 'changed'), user('b', 'changed too')]);
  });

  it('leaves out an item that it can not read', () => {
    conversations.put('c1', 0, user('a', 'one'));
    db.prepare(
      "INSERT INTO items (conversation_id, position, id, json) VALUES ('c1', 1, 'x', '{\"kind\":\"dance\"}')",
    ).run();
    expect(conversations.items('c1')).toEqual([user('a', 'one')]);
    expect(conversations.nextPosition('c1')).toBe(2);
  });

  it('keeps the usage of the latest request', () => {
    expect(conversations.get('c1')).toEqual({
      id: 'c1',
      title: 'First',
      updatedAt: 10,
      role: { kind: 'lead' },
    });
    const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
    conversations.setUsage('c1', usage);
    expect(conversations.get('c1')?.usage).toEqual(usage);
    expect(conversations.get('nothing')).toBeUndefined();
  });
});

it('answers what stands before an item, the last of it', () => {
  for (const [position, id] of ['a', 'b', 'c', 'd'].entries()) {
    conversations.put('c1', position, user(id, id));
  }
  expect(conversations.itemsBefore('c1', 'd', 2)).toEqual([user('b', 'b'), user('c', 'c')]);
  expect(conversations.itemsBefore('c1', 'a', 2)).toEqual([]);
  expect(conversations.itemsBefore('c1', 'nothing', 2)).toEqual([]);
});
