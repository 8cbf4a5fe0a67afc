import { expect, it, onTestFinished } from 'vitest';
import { Conversations } from '../../src/main/store/conversations.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { DeletedConversations } from '../../src/main/store/deletedConversations.ts';
import { Drafts } from '../../src/main/store/drafts.ts';

it('keeps what is written and not sent, as long as there is a conversation for it', () => {
  const db = openDatabase(':memory:');
  onTestFinished(() => void db.close());
  const [drafts, deleted] = [new Drafts(db), new DeletedConversations(db)];
  new Conversations(db).create({ id: 'one', title: 'One', updatedAt: 1 });
  const fresh = { of: '', text: 'A new one', attachments: [] };
  drafts.keep(fresh);
  drafts.keep({ of: 'one', text: 'Half', attachments: [] });
  const file = { name: '00000000-0000-0000-0000-000000000001.txt', bytes: 3 };
  const attachments = [{ kind: 'file', name: 'a.md', mediaType: 'text/plain', file } as const];
  drafts.keep({ of: 'one', text: 'Half a sen', attachments });
  expect(drafts.list()).toEqual([fresh, { of: 'one', text: 'Half a sen', attachments }]);
  drafts.keep({ of: '', text: '', attachments: [] });
  expect(drafts.list()).toHaveLength(1);

  // A deletion can be undone, and its draft with it.
  deleted.mark('one', 5);
  drafts.sweep();
  expect(drafts.list()).toEqual([]);
  deleted.mark('one', undefined);
  expect(drafts.list()).toHaveLength(1);
  deleted.purge('one');
  drafts.sweep();
  expect(db.prepare('SELECT count(*) AS count FROM drafts').get()).toMatchObject({ count: 0 });
});
