import { Chats } from '../src/main/agent/chats.ts';
import type { ChatsOptions } from '../src/main/agent/chats.ts';
import type { ModelClient } from '../src/main/agent/model/model.ts';
import { Channels } from '../src/main/channels/channels.ts';
import type { ChannelsOptions } from '../src/main/channels/channels.ts';
import { PermissionRelay } from '../src/main/channels/permissionRelay.ts';
import type { ServerNews } from '../src/main/servers/connection/serverNews.ts';
import type { Supervisor } from '../src/main/servers/supervisor.ts';
import { ChannelInbox } from '../src/main/store/channelInbox.ts';
import { Conversations } from '../src/main/store/conversations.ts';
import { openDatabase } from '../src/main/store/database.ts';
import { RelayConsents } from '../src/main/store/relayConsents.ts';
import { createLivePool } from '../src/main/tools/livePool.ts';
import { permissionsOver } from './fakes/permissions.ts';
import { memoryFiles } from './fakes/resultFiles.ts';

type Options = {
  readonly model: ModelClient;
  readonly bounds?: ChannelsOptions['bounds'];
  readonly onChange?: ChatsOptions['onChange'];
  readonly trusted?: boolean;
};

/**
 * The rooms from servers that push to a model, without Electron: for tests and for programs that
 * measure. `open` makes the supervisor, which tells its news to what it is given.
 */
export function channelRooms(
  open: (onNews: (server: string, news: ServerNews) => void) => Supervisor,
  { model, bounds, onChange = () => undefined, trusted = false }: Options,
) {
  const database = openDatabase(':memory:');
  const conversations = new Conversations(database);
  const warned: string[] = [];
  const warn = (server: string, text: string) => void warned.push(`${server}: ${text}`);
  const supervisor = open((server, news) => {
    if (news.kind === 'channel') channels.receive(server, news.params);
    if (news.kind === 'permission') relay.receive(server, news.params);
  });
  const servers = {
    list: () => supervisor.list(),
    config: (name: string) => supervisor.definition(name).config,
    notify: (...what: Parameters<Supervisor['notify']>) => supervisor.notify(...what),
  };
  const channels: Channels = new Channels({
    inbox: new ChannelInbox(database),
    servers,
    conversations: {
      begin: (server) => chats.create(server),
      exists: (id) => conversations.get(id) !== undefined,
      wake: (id) => chats.wake(id),
    },
    warn,
    onChange: () => undefined,
    ...(bounds && { bounds }),
  });
  const relay: PermissionRelay = new PermissionRelay({
    consents: new RelayConsents(database),
    servers,
    answer: (...given) => permissions.answerFrom(...given),
    warn,
    onChange: () => undefined,
  });
  const permissions = permissionsOver(database, {
    isTrusted: () => trusted,
    onPrompt: (prompt) => relay.opened(prompt),
  });
  const chats = new Chats({
    conversations,
    incoming: [channels],
    permissions,
    models: { current: async () => model },
    model: () => 'm',
    supervisor,
    pool: createLivePool([], () => supervisor.tools()),
    files: memoryFiles(),
    onChange,
    onListChange: () => undefined,
  });
  supervisor.onChange(() => relay.spread());
  return {
    conversations,
    supervisor,
    channels,
    relay,
    permissions,
    chats,
    warned,
    async close() {
      channels.close();
      await chats.stopAll();
      await supervisor.stopAll();
      database.close();
    },
  };
}
