import type { ChannelsView } from '../../shared/channel.ts';
import type { Chats } from '../agent/chats.ts';
import { Channels } from '../channels/channels.ts';
import { boundsOf } from '../channels/floodGate.ts';
import { PermissionRelay } from '../channels/permissionRelay.ts';
import type { Settings } from '../config/parseSettings.ts';
import { turnNoticeMs } from '../config/settingsView.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { OpenPrompt } from '../permissions/prompts.ts';
import type { ConnectionLog } from '../servers/log/connectionLog.ts';
import type { ServerNews } from '../servers/connection/serverNews.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { ChannelInbox } from '../store/channelInbox.ts';
import { Conversations } from '../store/conversations.ts';
import type { Database } from '../store/database.ts';
import { RelayConsents } from '../store/relayConsents.ts';
import { openNotices } from './notices/openNotices.ts';
import type { NoticePorts } from './notices/notices.ts';
import { promptNotices } from './notices/promptNotices.ts';
import type { Push } from './push.ts';
import { questionNotices } from './notices/questionNotices.ts';
import type { AskedQuestions } from './notices/questionNotices.ts';
import { turnNotices } from './notices/turnNotices.ts';

type Surroundings = {
  readonly database: Database;
  readonly log: ConnectionLog;
  readonly push: Push;
  readonly settings: { readonly settings: Settings };
  readonly notices: NoticePorts;
  /** Of the system. */
  readonly language: string;
  /** Shows prompts to a person besides; the answer is called once one is closed. */
  readonly showPrompt: (prompt: OpenPrompt) => () => void;
  readonly questions: AskedQuestions;
};

type LaterRooms = {
  readonly supervisor: Supervisor;
  readonly chats: Chats;
  readonly permissions: Permissions;
};

/** The channels, with what servers tell of besides; `later` answers rooms made after this. */
export function openChannels(from: Surroundings, later: () => LaterRooms) {
  const { database, log, push, settings } = from;
  const appNotices = openNotices(from);
  const { notices, words } = appNotices;
  const warn = (server: string, text: string): void => {
    log.append({ server, at: Date.now(), kind: 'lifecycle', level: 'warn', text, bytes: 0 });
  };
  const servers = {
    list: () => later().supervisor.list(),
    config: (server: string) => later().supervisor.definition(server).config,
    notify: (...what: Parameters<Supervisor['notify']>) => later().supervisor.notify(...what),
  };
  const view = (): ChannelsView => ({ ...channels.view(), relays: relay.view() });
  const onChange = () => push.snapshot('channels.changed', view);
  const tellOf = (server: string): void =>
    notices.changed(`channel ${server}`, () => {
      const { count, conversation } = channels.unseen(server);
      return count === 0
        ? undefined
        : { title: server, body: words().messages(count), conversation };
    });
  const conversations = new Conversations(database);
  const channels = new Channels({
    inbox: new ChannelInbox(database),
    servers,
    conversations: {
      begin: (server) => later().chats.create(server),
      exists: (id) => conversations.get(id)?.role.kind === 'lead',
      wake: (id) => later().chats.wake(id),
    },
    bounds: () => boundsOf(settings.settings.channelBounds),
    warn,
    onChange,
    onTaken: tellOf,
  });
  const relay = new PermissionRelay({
    consents: new RelayConsents(database),
    servers,
    answer: (...given) => later().permissions.answerFrom(...given),
    warn,
    onChange,
  });
  const notified = promptNotices(appNotices);
  questionNotices(appNotices, from.questions);
  const onTurn = turnNotices(appNotices, {
    atLeastMs: () => turnNoticeMs(settings.settings),
    newest: (id) =>
      conversations.get(id)?.role.kind === 'lead' ? conversations.items(id, 1)[0] : undefined,
  });

  const onNews = (server: string, news: ServerNews): void => {
    switch (news.kind) {
      case 'channel':
        return channels.receive(server, news.params);
      case 'permission':
        return relay.receive(server, news.params);
      case 'list-changed':
        return push.news('servers.offersChanged', { server, of: news.of });
      case 'resource-updated':
        return push.news('resource.updated', { server, uri: news.uri });
    }
  };
  /** Brings a permission prompt to whoever may answer it; the answer is called at its end. */
  const onPrompt = (prompt: OpenPrompt): (() => void) => {
    const ends = [relay.opened(prompt), notified(prompt), from.showPrompt(prompt)];
    return () => {
      for (const end of ends) end();
    };
  };

  return {
    channels,
    relay,
    channelsView: view,
    onNews,
    onPrompt,
    /** Takes every change of every conversation. */
    onTurn,
    /** Once all rooms are there. */
    open(): void {
      later().supervisor.onChange(() => relay.spread());
      channels.resume();
    },
    close(): void {
      notices.close();
      channels.close();
    },
  };
}
