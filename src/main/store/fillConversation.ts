import type { ChatItem } from '../../shared/chat.ts';
import { Conversations } from './conversations.ts';
import type { NewConversation } from './conversations.ts';
import type { Database } from './database.ts';
import { filesOf } from './itemFiles.ts';

/** Adds a conversation with all its items at once; the search index takes them in by and by. */
export function fillConversation(
  db: Database,
  conversation: NewConversation,
  items: readonly ChatItem[],
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
    db.prepare('INSERT INTO search_backlog (conversation_id, position) VALUES (?, ?)').run(
      id,
      items.length,
    );
  });
  all.immediate();
}
