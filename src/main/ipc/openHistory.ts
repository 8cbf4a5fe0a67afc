import type { Chats } from '../agent/chats.ts';
import { Deletions } from '../agent/deletions.ts';
import type { Database } from '../store/database.ts';
import { DeletedConversations } from '../store/deletedConversations.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';

type Surroundings = {
  readonly database: Database;
  readonly chats: Chats;
  readonly files: ResultFiles;
  readonly onListChange: () => void;
};

export type History = ReturnType<typeof openHistory>;

/** What is done with conversations beside talking; `resume` goes on where the last run ended. */
export function openHistory({ database, chats, files, onListChange }: Surroundings) {
  const deletions = new Deletions({
    chats,
    deleted: new DeletedConversations(database),
    files,
    onListChange,
  });
  return {
    deletions,
    resume: () => void deletions.resume(),
    close: () => deletions.close(),
  };
}
