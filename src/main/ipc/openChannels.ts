import type { Chats } from '../agent/chats.ts';
import { Channels } from '../channels/channels.ts';
import type { ConnectionLog } from '../servers/connectionLog.ts';
import type { ServerNews } from '../servers/serverNews.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { ChannelInbox } from '../store/channelInbox.ts';
import type { Database } from '../store/database.ts';
import type { Push } from './push.ts';

type Surroundings = {
  readonly database: Database;
  readonly log: ConnectionLog;
  readonly push: Push;
};

/** The channels, with what servers tell of besides; `later` answers rooms made after this. */
export function openChannels(
  { database, log, push }: Surroundings,
  later: () => { readonly supervisor: Supervisor; readonly chats: Chats },
) {
  const channels = new Channels({
    inbox: new ChannelInbox(database),
    servers: {
      list: () => later().supervisor.list(),
      config: (server) => later().supervisor.definition(server).config,
    },
    conversations: {
      begin: (server) => later().chats.create(server),
      exists: (id) =>
        later()
          .chats.list()
          .some((one) => one.id === id),
      wake: (id) => later().chats.wake(id),
    },
    warn: (server, text) =>
      log.append({ server, at: Date.now(), kind: 'lifecycle', level: 'warn', text, bytes: 0 }),
    onChange: () => push.snapshot('channels.changed', () => channels.view()),
  });
  const onNews = (server: string, news: ServerNews): void => {
    switch (news.kind) {
      case 'channel':
        return channels.receive(server, news.params);
      case 'list-changed':
        return push.news('servers.offersChanged', { server, of: news.of });
      case 'resource-updated':
        return push.news('resource.updated', { server, uri: news.uri });
    }
  };
  return { channels, onNews };
}
