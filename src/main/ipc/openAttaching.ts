import { Attaching } from '../agent/attaching.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Database } from '../store/database.ts';
import { Drafts } from '../store/drafts.ts';
import { resultFiles } from '../tools/resultFiles.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';

/** What is written and not sent; the files that go with it wait in `folder`. */
export function openAttaching({
  database,
  folder,
  files,
  supervisor,
}: {
  readonly database: Database;
  readonly folder: string;
  readonly files: ResultFiles;
  readonly supervisor: Pick<Supervisor, 'offers'>;
}): { readonly attaching: Attaching; readonly drafts: Drafts } {
  const read = (server: string, uri: string) => supervisor.offers(server).read(uri);
  const attaching = new Attaching({ waiting: resultFiles(folder), files, read });
  const drafts = new Drafts(database);
  drafts.sweep();
  const waiting = drafts.list().flatMap(({ attachments }) => attachments);
  void attaching.keepOnly(waiting.flatMap((one) => (one.kind === 'file' ? one.file.name : [])));
  return { attaching, drafts };
}
