import type { Chats } from '../agent/chats.ts';
import { Deletions } from '../agent/deletions.ts';
import type { Database } from '../store/database.ts';
import { DeletedConversations } from '../store/deletedConversations.ts';
import { catchUpSlowly } from '../store/searchBacklog.ts';
import { SearchIndex } from '../store/searchIndex.ts';
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
  const search = new SearchIndex(database);
  let reading: { readonly stop: () => void } | undefined;
  return {
    deletions,
    search: (query: string) => search.search(query),
    resume: () => {
      void deletions.resume();
      reading = catchUpSlowly(search);
    },
    close: () => {
      deletions.close();
      reading?.stop();
    },
  };
}
