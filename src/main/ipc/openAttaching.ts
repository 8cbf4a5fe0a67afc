import { mostPages } from '../../shared/attachLimits.ts';
import type { RequestInput } from '../../shared/ipc.ts';
import { Attaching } from '../agent/attachments/attaching.ts';
import type { Chats } from '../agent/chats.ts';
import { contextLimits } from '../agent/context/contextLimits.ts';
import type { Models } from '../agent/model/models.ts';
import { pageCounter } from '../agent/pdf/pageCounter.ts';
import type { Configuration } from '../config/configuration.ts';
import { contextChoice, modelChoice } from '../config/settingsView.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Database } from '../store/database.ts';
import { Drafts } from '../store/drafts.ts';
import { resultFiles } from '../tools/resultFiles.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';

export type PageLimit = (asked: RequestInput<'attach.pageLimit'>) => Promise<number>;

type Surroundings = {
  /** The program of agent/pdf/pageThread. */
  readonly pageThread: string;
  readonly paths: { readonly waiting: string };
  readonly database: Database;
  readonly files: ResultFiles;
  readonly supervisor: Pick<Supervisor, 'offers'>;
  readonly chats: Pick<Chats, 'list'>;
  readonly models: Pick<Models, 'current'>;
  readonly settings: Configuration['user'];
};

/** What is written and not sent, and the files that go with it. */
export function openAttaching(around: Surroundings): {
  readonly attaching: Attaching;
  readonly drafts: Drafts;
  readonly pageLimit: PageLimit;
} {
  const { database, files, supervisor, chats, models, settings, paths } = around;
  const attaching = new Attaching({
    waiting: resultFiles(paths.waiting),
    files,
    read: (server, uri) => supervisor.offers(server).read(uri),
    countPages: pageCounter(around.pageThread),
  });
  const drafts = new Drafts(database);
  drafts.sweep();
  const waiting = drafts.list().flatMap(({ attachments }) => attachments);
  void attaching.keepOnly(waiting.flatMap((one) => (one.kind === 'file' ? one.file.name : [])));
  return {
    attaching,
    drafts,
    async pageLimit({ conversationId, model }) {
      const own = chats.list().find(({ id }) => id === conversationId)?.model;
      const id = model ?? own ?? modelChoice(settings.settings).value;
      const known = await (await models.current()).untilContextWindow(id);
      return mostPages(contextLimits(contextChoice(settings.settings), known).window);
    },
  };
}
