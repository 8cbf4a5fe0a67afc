import { ChatItem } from '../../shared/chat.ts';
import { Conversations } from './conversations.ts';
import type { NewConversation } from './conversations.ts';
import type { Database } from './database.ts';
import { filesOf } from './itemFiles.ts';

/**
 * The ways of a conversation (see Branches), by indexes into all its items: where it forks, and which
 * items are set aside, by the first of the branch that they were on.
 */
export type Ways = {
  readonly forks: readonly { readonly first: number; readonly after: number }[];
  readonly aside: readonly { readonly at: number; readonly branch: number }[];
};

/** Adds a conversation with all its items at once; the search index takes them in by and by. */
export function fillConversation(
  db: Database,
  conversation: NewConversation,
  items: readonly ChatItem[],
  { forks, aside }: Ways = { forks: [], aside: [] },
): void {
  const { id } = conversation;
  const all = db.transaction(() => {
    new Conversations(db).create(conversation);
    const put = db.prepare(
      'INSERT INTO items (conversation_id, position, id, json) VALUES (?, ?, ?, ?)',
    );
    const putFile = db.prepare(
      'INSERT OR IGNORE INTO conversation_files (name, conversation_id) VALUES (?, ?)',
    );
    for (const [position, item] of items.entries()) {
      put.run(id, position, item.id, JSON.stringify(item));
      for (const name of filesOf(item)) putFile.run(name, id);
    }
    const setAside = db.prepare(
      'UPDATE items SET branch = ? WHERE conversation_id = ? AND position = ?',
    );
    for (const { at, branch } of aside) setAside.run(branch, id, at);
    const putFork = db.prepare(
      'INSERT OR IGNORE INTO forks (conversation_id, first, after) VALUES (?, ?, ?)',
    );
    for (const { first, after } of forks) putFork.run(id, first, after);
    db.prepare('INSERT INTO search_backlog (conversation_id, position) VALUES (?, ?)').run(
      id,
      items.length,
    );
  });
  all.immediate();
}

/** All items of a conversation, those of every way, as fillConversation takes them. */
export function wholeConversation(
  db: Database,
  id: string,
): { readonly items: readonly ChatItem[]; readonly ways: Ways } {
  const rows = db
    .prepare('SELECT position, branch, json FROM items WHERE conversation_id = ? ORDER BY position')
    .all(id) as { position: number; branch: number | null; json: string }[];
  const items: ChatItem[] = [];
  const indexes = new Map([[-1, -1]]);
  const aside: { at: number; branch: number }[] = [];
  for (const { position, branch, json } of rows) {
    const { data } = ChatItem.safeParse(JSON.parse(json));
    // Of a way whose first item can't be read, nothing is taken: it would be shown.
    if (!data || (branch !== null && branch !== position && !indexes.has(branch))) continue;
    indexes.set(position, items.length);
    const first = branch === null ? undefined : indexes.get(branch);
    if (first !== undefined) aside.push({ at: items.length, branch: first });
    items.push(data);
  }
  const forks = db
    .prepare('SELECT first, after FROM forks WHERE conversation_id = ? ORDER BY first')
    .all(id) as { first: number; after: number }[];
  return {
    items,
    ways: {
      aside,
      forks: forks.flatMap((fork) => {
        const [first, after] = [indexes.get(fork.first), indexes.get(fork.after)];
        return first === undefined || after === undefined ? [] : [{ first, after }];
      }),
    },
  };
}
