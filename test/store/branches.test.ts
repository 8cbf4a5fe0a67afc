import { beforeEach, describe, expect, it } from 'vitest';
import { Branches } from '../../src/main/store/branches.ts';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { SearchIndex } from '../../src/main/store/searchIndex.ts';
import { userItem } from '../fakes/chatItems.ts';

let conversations: Conversations;
let branches: Branches;
let search: SearchIndex;

/** Items are called as their texts. */
const say = (...ids: string[]) => {
  for (const id of ids) conversations.put('c', conversations.nextPosition('c'), userItem(id, id));
};
const path = (id = 'c') => conversations.items(id).map((item) => item.id);
const replace = (id: string, by: string) => branches.replaceFrom('c', id, userItem(by, by));

beforeEach(() => {
  const db = openDatabase(':memory:');
  conversations = new Conversations(db);
  branches = new Branches(db, conversations);
  search = new SearchIndex(db);
  conversations.create({ id: 'c', title: 'c', updatedAt: 1 });
  say('q1', 'a1', 'q2', 'a2');
});

describe('Branches', () => {
  it('has one path to begin with', () => {
    expect(branches.forks('c')).toEqual([]);
  });

  it('sets aside what followed, and shows it again as it was', () => {
    replace('q2', 'q2b');
    say('a2b');
    expect(path()).toEqual(['q1', 'a1', 'q2b', 'a2b']);
    expect(branches.forks('c')).toEqual([{ itemId: 'q2b', at: 2, of: 2 }]);
    branches.switchTo('c', 'q2b', 1);
    expect(path()).toEqual(['q1', 'a1', 'q2', 'a2']);
    expect(branches.forks('c')).toEqual([{ itemId: 'q2', at: 1, of: 2 }]);
    say('q3');
    branches.switchTo('c', 'q2', 2);
    expect(path()).toEqual(['q1', 'a1', 'q2b', 'a2b']);
    branches.switchTo('c', 'q2b', 1);
    expect(path()).toEqual(['q1', 'a1', 'q2', 'a2', 'q3']);
  });

  it('keeps forks within what is set aside, and the first message may have ways too', () => {
    replace('q2', 'q2b');
    say('a2b');
    replace('q1', 'q1b');
    say('a1b');
    expect(path()).toEqual(['q1b', 'a1b']);
    expect(branches.forks('c')).toEqual([{ itemId: 'q1b', at: 2, of: 2 }]);
    branches.switchTo('c', 'q1b', 1);
    expect(path()).toEqual(['q1', 'a1', 'q2b', 'a2b']);
    expect(branches.forks('c')).toEqual([
      { itemId: 'q1', at: 1, of: 2 },
      { itemId: 'q2b', at: 2, of: 2 },
    ]);
  });

  it('counts on where a place is left more than once', () => {
    replace('q2', 'q2b');
    replace('q2b', 'q2c');
    expect(branches.forks('c')).toEqual([{ itemId: 'q2c', at: 3, of: 3 }]);
    branches.switchTo('c', 'q2c', 2);
    expect(path()).toEqual(['q1', 'a1', 'q2b']);
    branches.switchTo('c', 'q2b', 9);
    expect(path()).toEqual(['q1', 'a1', 'q2b']);
  });

  it('shows the path of an item that was found, however deep it is set aside', () => {
    replace('q2', 'q2b');
    replace('q1', 'q1b');
    expect(branches.isShown('c', 'a2')).toBe(false);
    branches.reveal('c', 'a2');
    expect(path()).toEqual(['q1', 'a1', 'q2', 'a2']);
    branches.reveal('c', 'q1b');
    expect(path()).toEqual(['q1b']);
    expect(branches.isShown('c', 'nothing')).toBeUndefined();
  });

  it('copies the path up to an item into a conversation of its own, which is found too', () => {
    replace('q2', 'q2b');
    say('a2b');
    conversations.create({ id: 'd', title: 'd', updatedAt: 2 });
    branches.copy('c', 'q2b', 'd');
    expect(path('d')).toEqual(['q1', 'a1', 'q2b']);
    expect(branches.forks('d')).toEqual([]);
    while (search.catchUp(10));
    expect(search.search('a1').found.map((one) => one.conversationId)).toEqual(['d', 'c']);
    conversations.put('d', conversations.nextPosition('d'), userItem('q3', 'q3'));
    expect(path('d').at(-1)).toBe('q3');
    expect(path()).toEqual(['q1', 'a1', 'q2b', 'a2b']);
  });
});
