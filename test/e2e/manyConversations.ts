import { join } from 'node:path';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { fillConversation } from '../../src/main/store/fillConversation.ts';
import { SearchIndex } from '../../src/main/store/searchIndex.ts';
import type { ChatItem } from '../../src/shared/chat.ts';

const titles = [
  'Trigger a deployment',
  'Why is the index behind?',
  'Search the docs for retries and tell me which of them may be repeated without asking anyone twice',
  'Release notes for 2.13',
  '检索服务为什么重启了两次',
  'リリースノートの下書き',
  'The checkout test that fails on Fridays',
  'Compare two query plans',
];
const day = 86_400_000;

/** A data folder's database with `count` conversations over the last weeks; answers their ids. */
export function fillConversations(userData: string, count: number): readonly string[] {
  const db = openDatabase(join(userData, 'patchbay.db'));
  try {
    const conversations = new Conversations(db);
    const now = Date.now();
    return Array.from({ length: count }, (_, index) => {
      const id = `c${index}`;
      const at = now - index * 0.8 * day;
      const title = titles[index % titles.length] ?? '';
      conversations.create({ id, title, updatedAt: at });
      for (const [position, item] of talk(index, at).entries())
        conversations.put(id, position, item);
      return id;
    });
  } finally {
    db.close();
  }
}

/** One conversation of `count` questions and answers, numbered from 0. */
export function fillLongConversation(userData: string, count: number): void {
  const db = openDatabase(join(userData, 'patchbay.db'));
  try {
    const items = Array.from({ length: count }, (_, index): ChatItem[] => [
      { id: `u${index}`, at: index * 2, kind: 'user', text: `Question number ${index}` },
      {
        id: `a${index}`,
        at: index * 2 + 1,
        kind: 'text',
        round: index + 1,
        streaming: false,
        text: `Answer number ${index}.`,
      },
    ]);
    fillConversation(db, { id: 'long', title: 'A long one', updatedAt: Date.now() }, items.flat());
    while (new SearchIndex(db).catchUp(1_000));
  } finally {
    db.close();
  }
}

function talk(index: number, at: number): readonly ChatItem[] {
  return Array.from({ length: 12 }, (_, turn): ChatItem[] => [
    { id: `u${turn}`, at, kind: 'user', text: `Question ${turn} of ${index}: how is the queue?` },
    {
      id: `a${turn}`,
      at,
      kind: 'text',
      round: turn + 1,
      streaming: false,
      text:
        turn === 2 && index === 4
          ? 'The needle is here: the worker waited for **a lock** on the migration table.'
          : `Answer ${turn}. ${'The queue is empty, and the worker waits for more. '.repeat(4)}`,
    },
  ]).flat();
}
