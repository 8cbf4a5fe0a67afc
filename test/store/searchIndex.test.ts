import { beforeEach, describe, expect, it } from 'vitest';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import type { Database } from '../../src/main/store/database.ts';
import { DeletedConversations } from '../../src/main/store/deletedConversations.ts';
import { SearchIndex } from '../../src/main/store/searchIndex.ts';
import { textItem, toolItem, userItem } from '../fakes/chatItems.ts';

let db: Database;
let conversations: Conversations;
let index: SearchIndex;

beforeEach(() => {
  db = openDatabase(':memory:');
  conversations = new Conversations(db);
  index = new SearchIndex(db);
  conversations.create({ id: 'old', title: 'Rate limits', updatedAt: 10 });
  conversations.create({ id: 'new', title: 'Deployments', updatedAt: 20 });
  conversations.put('old', 0, userItem('How does the wiki count?', 'q'));
  conversations.put('old', 1, textItem(1, 'It counts requests of a deployment.'));
  conversations.put('new', 0, userItem('全文索引怎么工作'));
  conversations.put(
    'new',
    1,
    toolItem(1, 'call', { result: [{ kind: 'text', text: 'web 2.13.4 is out🎉 ❤️' }] }),
  );
});

const ids = (query: string) => index.search(query).found.map((one) => one.conversationId);

describe('SearchIndex', () => {
  it.each([
    ['wiki', ['old']],
    ['WIKI count', ['old']],
    ['wiki 2.13', []],
    ['deploy', ['new', 'old']],
    ['"of a deployment"', ['old']],
    ['"deployment a of"', []],
    ['索引', ['new']],
    ['索', ['new']],
    ['引索', []],
    ['2.13.4', ['new']],
    ['rate', ['old']],
    ['🎉', ['new']],
    ['❤', ['new']],
    ['"out 🎉"', ['new']],
    ['out🎉 web', ['new']],
    ['🎊', []],
    ['" OR 1', []],
    ['***', []],
  ])('finds %j in %j, latest change first', (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it('says where the words are, and leads to the item', () => {
    const [old] = index.search('count').found;
    expect(old).toMatchObject({ conversationId: 'old', count: 2 });
    expect(old?.hits.map(({ itemId, by }) => [itemId, by])).toEqual([
      ['t-1-It counts requests of a deployment.', 'model'],
      ['q', 'you'],
    ]);
    expect(old?.hits[1]?.excerpt).toContainEqual({ text: 'count', isMatch: true });
  });

  it('takes in a text when it is complete, once, and forgets what it was before', () => {
    const streaming = { ...textItem(2, 'unfinished', true), id: 's' };
    conversations.put('old', 2, streaming);
    expect(ids('unfinished')).toEqual([]);
    conversations.put('old', 2, { ...textItem(2, 'finished'), id: 's' });
    expect(ids('finished')).toEqual(['old']);
    conversations.replace('old', { ...textItem(2, 'other'), id: 's' });
    expect(ids('finished')).toEqual([]);
    expect(index.search('other').found[0]?.count).toBe(1);
  });

  it('finds nothing in what was deleted or belongs to another conversation', () => {
    const role = { kind: 'sub-agent', parent: 'old', itemId: 'x' } as const;
    conversations.create({ id: 'sub', title: 'wiki', updatedAt: 30, role });
    conversations.put('sub', 0, userItem('wiki wiki'));
    expect(ids('wiki')).toEqual(['old']);
    const deleted = new DeletedConversations(db);
    deleted.mark('old', 1);
    expect(ids('wiki')).toEqual([]);
    deleted.purge('old');
    expect(db.prepare('SELECT COUNT(*) AS count FROM search_rows').get()).toMatchObject({
      count: 2,
    });
  });

  it('takes in what was there before the index, latest conversation first, a slice at a time', () => {
    db.exec('DELETE FROM search_rows');
    db.exec(
      'INSERT INTO search_backlog SELECT conversation_id, MAX(position) + 1 FROM items GROUP BY conversation_id',
    );
    expect(index.search('wiki')).toMatchObject({ found: [], isIndexing: true });
    conversations.put('old', 2, textItem(3, 'written meanwhile'));
    expect(index.catchUp(1)).toBe(true);
    expect(ids('2.13.4')).toEqual(['new']);
    expect(ids('索引')).toEqual([]);
    let slices = 0;
    while (index.catchUp(1)) slices += 1;
    expect(slices).toBeLessThan(10);
    expect(ids('索引')).toEqual(['new']);
    expect(index.search('wiki')).toMatchObject({ isIndexing: false });
    expect(ids('wiki')).toEqual(['old']);
    expect(ids('meanwhile')).toEqual(['old']);
  });
});
