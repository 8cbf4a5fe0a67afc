import { AppFailure } from '../../shared/errors.ts';
import type {
  ModelChoice,
  PathSetting,
  SettingsPatch,
  SettingsView,
} from '../../shared/settings.ts';
import type { Attaching } from '../agent/attachments/attaching.ts';
import type { Background } from '../agent/background/background.ts';
import type { Chats } from '../agent/chats.ts';
import type { QueuedMessages } from '../agent/queuedMessages.ts';
import type { Authorization } from '../auth/authorization.ts';
import type { ServerEntry } from '../auth/protectedServer.ts';
import type { ModelKey } from '../auth/modelKey.ts';
import type { SecretStore } from '../auth/keychain/secretStore.ts';
import type { Configuration } from '../config/configuration.ts';
import { hookViews } from '../config/hookViews.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { ConnectionLog } from '../servers/log/connectionLog.ts';
import type { Questions } from '../servers/questions/questions.ts';
import { lookLimits } from '../servers/offers/resources.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { UsageWatch } from '../servers/usageWatch.ts';
import type { PageLimit } from './openAttaching.ts';
import type { Drafts } from '../store/drafts.ts';
import type { Team } from '../team/team.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';
import type { ToolPool } from '../tools/toolPool.ts';
import { addingHandlers } from './addingHandlers.ts';
import type { AddingRooms } from './addingHandlers.ts';
import { authHandlers } from './authHandlers.ts';
import { channelHandlers } from './channelHandlers.ts';
import type { ChannelRooms } from './channelHandlers.ts';
import { configHandlers } from './configHandlers.ts';
import { historyHandlers } from './historyHandlers.ts';
import { lookedAt, withLatestItems } from './latestItems.ts';
import type { History } from './openHistory.ts';
import { loadImage } from './loadImage.ts';
import { reportOn } from './reportOn.ts';
import { logHandlers } from './logHandlers.ts';
import { permissionHandlers } from './permissionHandlers.ts';
import { fileHandlers } from './fileHandlers.ts';
import type { Push } from './push.ts';
import type { Handlers } from './router.ts';
import { serverDetail } from './serverDetail.ts';
import { teamHandlers } from './teamHandlers.ts';
import type { ToolTries } from './toolTries.ts';

/** What the window's requests reach. */
export type Rooms = AddingRooms & {
  readonly configuration: Configuration;
  /** What entries refer to as `${secret:NAME}`, by those names. */
  readonly secrets: SecretStore;
  readonly settingsView: () => Promise<SettingsView>;
  readonly retryKeychain: () => Promise<void>;
  /** Rejects with an AppFailure when a file or folder of the patch can't be used. */
  readonly checkSettings: (patch: SettingsPatch) => Promise<void>;
  /** Asks where to save a file that is first called `name`. */
  readonly chooseSave: (title: string, name: string) => Promise<string | undefined>;
  readonly choosePath: (of: PathSetting, title: string) => Promise<string | undefined>;
  readonly key: ModelKey;
  /** To be called when something that only the settings' view tells of was changed. */
  readonly viewChanged: () => void;
  readonly models: () => Promise<readonly ModelChoice[]>;
  readonly supervisor: Supervisor;
  /** Ours. */
  readonly version: string;
  readonly authorization: Authorization;
  /** A server as it runs, with its variables filled in; rejects with an AppFailure. */
  readonly entry: (server: string) => Promise<ServerEntry>;
  readonly usage: UsageWatch;
  readonly tries: ToolTries;
  readonly questions: Questions;
  readonly log: ConnectionLog;
  readonly pool: () => ToolPool;
  readonly permissions: Permissions;
  readonly channels: ChannelRooms['channels'];
  readonly relay: ChannelRooms['relay'];
  readonly channelsView: ChannelRooms['channelsView'];
  readonly chats: Chats;
  readonly background: Background;
  readonly history: History;
  readonly queue: QueuedMessages;
  readonly files: ResultFiles;
  readonly attaching: Attaching;
  readonly drafts: Drafts;
  readonly pageLimit: PageLimit;
  /** Asks for files by the system's dialog; none when the person chose none. */
  readonly chooseFiles: (title: string) => Promise<readonly string[]>;
  readonly team: Team;
  readonly push: Push;
  readonly fetch: typeof fetch;
  readonly openExternal: (url: string) => Promise<void>;
  /** Answers an empty string, or why the file could not be opened (Electron's shell.openPath). */
  readonly openPath: (path: string) => Promise<string>;
};

/** Every request of shared/ipc.ts, a line each where it can be. */
export function createHandlers(rooms: Rooms): Handlers {
  const { chats, configuration, supervisor } = rooms;
  const settings = configuration.user;
  return {
    'links.open': rooms.openExternal,
    'images.load': (address) => loadImage(address, rooms.fetch),

    'chat.list': () => chats.list(),
    'chat.open': (id) => {
      rooms.push.flush();
      return {
        ...withLatestItems(chats.open(id, lookedAt)),
        forks: rooms.history.forks(id),
        queue: rooms.queue.list(id),
      };
    },
    'chat.send': async ({ attachments = [], ...message }) => {
      const { workspace } = message;
      if (typeof workspace === 'string') await rooms.checkSettings({ workspace });
      const pageLimit = () => rooms.pageLimit(message);
      return rooms.attaching.send(attachments, pageLimit, (kept) =>
        rooms.queue.send({ ...message, attachments: kept }),
      );
    },
    'attach.file': (given) => rooms.attaching.add(given),
    'attach.choose': async ({ title }) => {
      const paths = await rooms.chooseFiles(title);
      return rooms.attaching.addAll(paths.map((path) => ({ path })));
    },
    'attach.forget': (name) => rooms.attaching.forget(name),
    'attach.pageLimit': (asked) => rooms.pageLimit(asked),
    'drafts.list': () => rooms.drafts.list(),
    'drafts.keep': (draft) => rooms.drafts.keep(draft),
    'chat.setWorkspace': async ({ conversationId, workspace }) => {
      if (workspace !== null) await rooms.checkSettings({ workspace });
      chats.setWorkspace(conversationId, workspace ?? undefined);
    },
    ...historyHandlers(rooms),
    'chat.meter': (id) => chats.meter(id),
    'chat.compact': (id) => chats.compact(id),
    'chat.stop': (id) => {
      rooms.queue.hold(id);
      rooms.team.teammates.interrupt(id);
      chats.stop(id);
    },
    'chat.stopTool': ({ conversationId, itemId }) => chats.stopTool(conversationId, itemId),
    'chat.background': ({ conversationId, itemId }) =>
      rooms.background.send(conversationId, itemId),

    'hooks.list': () => hookViews(configuration),
    ...permissionHandlers({ ...rooms, settings }),

    'servers.list': () => supervisor.list(),
    'servers.detail': (name) => {
      const said = supervisor.instructions().find(({ server }) => server === name);
      const change = said && rooms.permissions.instructions.change(said);
      return { ...serverDetail(supervisor.detail(name), rooms.pool()), instructionsChange: change };
    },
    'servers.start': (name) => supervisor.start(name, 'you'),
    'servers.stop': (name) => supervisor.stop(name),
    'servers.restart': (name) => supervisor.restart(name),
    'servers.doctor': (name) => supervisor.doctor(name),
    'servers.issueReport': (name) => reportOn(name, rooms),
    'servers.watchUsage': (isOn) => rooms.usage.set(isOn),

    'servers.tryTool': (call) => rooms.tries.run(call),
    'servers.stopTry': (id) => rooms.tries.stop(id),
    'servers.answerTry': ({ id, answer }) => rooms.tries.answer(id, answer),

    'servers.resources': (name) => supervisor.offers(name).resources(),
    'servers.readResource': ({ server, uri }) => supervisor.offers(server).read(uri, lookLimits),
    'servers.subscribe': ({ server, uri, on }) => supervisor.offers(server).subscribe(uri, on),
    'servers.prompts': (name) => supervisor.offers(name).prompts(),
    'servers.getPrompt': async ({ server, name, arguments: args }) => {
      const { text, attachments, images } = await supervisor.offers(server).prompt(name, args);
      return { text, attachments: [...attachments, ...(await rooms.attaching.addAll(images))] };
    },
    'servers.complete': ({ server, ...question }) => supervisor.offers(server).complete(question),

    ...authHandlers(rooms),
    ...channelHandlers(rooms),
    ...configHandlers(configuration, rooms.secrets),
    ...teamHandlers(rooms),
    ...fileHandlers(rooms),
    ...addingHandlers(rooms),

    'questions.list': () => rooms.questions.list(),
    'questions.answer': ({ id, answer }) => rooms.questions.answer(id, answer),

    ...logHandlers(rooms),

    'settings.get': rooms.settingsView,
    'settings.update': async (patch) => {
      await rooms.checkSettings(patch);
      const fields = Object.entries(patch);
      await settings.edit(
        fields.map(([name, value]) => ({ path: [name], value: value ?? undefined })),
      );
    },
    'settings.setKey': async (key) => {
      await rooms.key.set(key ?? undefined);
      rooms.viewChanged();
    },
    'settings.retryKeychain': rooms.retryKeychain,
    'settings.models': rooms.models,
    'settings.choosePath': async ({ of, title }) => (await rooms.choosePath(of, title)) ?? null,
    'settings.openFile': async (asked) => {
      const file = configuration.files().find((path) => path === asked) ?? settings.path;
      if (file === settings.path) await settings.ensure();
      const why = await rooms.openPath(file);
      if (why !== '') {
        throw new AppFailure({
          code: 'app/not-opened',
          message: `${file} could not be opened: ${why}`,
          params: { file, why },
        });
      }
    },
  };
}
