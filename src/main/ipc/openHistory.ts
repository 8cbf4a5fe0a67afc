import type { Background } from '../agent/background/background.ts';
import { Branching } from '../agent/branching.ts';
import type { Chats } from '../agent/chats.ts';
import { Deletions } from '../agent/deletions.ts';
import { Exchange } from '../agent/exchange/exchange.ts';
import { QueuedMessages } from '../agent/queuedMessages.ts';
import { Branches } from '../store/branches.ts';
import { Conversations } from '../store/conversations.ts';
import type { Database } from '../store/database.ts';
import { DeletedConversations } from '../store/deletedConversations.ts';
import { MessageQueue } from '../store/messageQueue.ts';
import { catchUpSlowly } from '../store/searchBacklog.ts';
import { SearchIndex } from '../store/searchIndex.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';
import type { Team } from '../team/team.ts';
import type { Push } from './push.ts';

type Surroundings = {
  readonly database: Database;
  readonly chats: Chats;
  readonly background: Background;
  readonly files: ResultFiles;
  readonly push: Push;
  readonly team: Pick<Team, 'teammates'>;
};

/** The messages that wait; `chats` answers what is made after this. */
export function openQueue(database: Database, push: Push, chats: () => Chats): QueuedMessages {
  return new QueuedMessages({
    queue: new MessageQueue(database),
    chats,
    onChange: (conversationId, change) => push.chat(conversationId, change),
  });
}

export type History = ReturnType<typeof openHistory>;

/** What is done with conversations beside talking; `resume` goes on where the last run ended. */
export function openHistory({ database, chats, background, files, push, team }: Surroundings) {
  const onListChange = () => push.snapshot('chat.listed', () => chats.list());
  const conversations = new Conversations(database);
  const branches = new Branches(database, conversations);
  const branching = new Branching({
    chats,
    conversations,
    branches,
    onChange: (conversationId, change) => push.chat(conversationId, change),
    onListChange,
  });
  const deletions = new Deletions({
    chats: {
      list: () => chats.list(),
      idle: (id) => chats.idle(id),
      stop(id) {
        chats.stop(id);
        background.stopAll(id);
      },
    },
    deleted: new DeletedConversations(database),
    files,
    onListChange,
    onGone: (id) => team.teammates.roster.forget(id),
  });
  const search = new SearchIndex(database);
  let reading: { readonly stop: () => void } | undefined;
  return {
    deletions,
    branching,
    exchange: new Exchange({ database, conversations, files, onListChange }),
    earlier: (id: string, itemId: string, limit: number) =>
      conversations.itemsBefore(id, itemId, limit),
    forks: (id: string) => branches.forks(id),
    search: (query: string) => search.search(query),
    resume: () => {
      background.resume();
      void deletions.resume();
      reading = catchUpSlowly(search);
    },
    close: () => {
      deletions.close();
      reading?.stop();
    },
  };
}
