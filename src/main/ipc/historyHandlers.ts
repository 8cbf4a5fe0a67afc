import type { chatRequests } from '../../shared/chatRequests.ts';
import type { Rooms } from './handlers.ts';
import type { Handlers } from './router.ts';

/** The requests about conversations as a whole. */
export function historyHandlers({
  chats,
  history,
  channels,
  queue,
  team,
  chooseAny,
  chooseSave,
}: Pick<
  Rooms,
  'channels' | 'chats' | 'history' | 'queue' | 'team' | 'chooseAny' | 'chooseSave'
>): Pick<Handlers, keyof typeof chatRequests> {
  return {
    'chat.change': ({ conversationId, ...patch }) => chats.change(conversationId, patch),
    'chat.delete': (id) => {
      team.teammates.interrupt(id);
      history.deletions.delete(id);
      channels.deleted(id);
    },
    'chat.undoDelete': (id) => history.deletions.undo(id),
    'chat.edit': ({ conversationId, itemId, text }) =>
      history.branching.edit(conversationId, itemId, text),
    'chat.regenerate': ({ conversationId, itemId }) =>
      history.branching.regenerate(conversationId, itemId),
    'chat.branch': ({ conversationId, itemId }) => history.branching.branch(conversationId, itemId),
    'chat.switchBranch': ({ conversationId, itemId, to }) =>
      history.branching.switchBranch(conversationId, itemId, to),
    'chat.reveal': ({ conversationId, itemId }) => history.branching.reveal(conversationId, itemId),
    'chat.markdown': (id) => history.exchange.markdown(id),
    'chat.export': async ({ conversationId, format, title }) => {
      const about = chats.list().find((one) => one.id === conversationId)?.title;
      const path = await chooseSave(title, fileName(about, format, new Date()));
      if (path !== undefined) await history.exchange.write(path, format, conversationId);
      return path ?? null;
    },
    'chat.import': async ({ title }) => {
      const path = await chooseAny('file', title);
      return path === undefined ? null : history.exchange.read(path);
    },
    'chat.unqueue': ({ conversationId, itemId }) => queue.remove(conversationId, itemId) ?? null,
    'chat.sendQueued': (id) => queue.release(id),
    'chat.earlier': ({ conversationId, itemId, limit }) =>
      history.earlier(conversationId, itemId, limit),
    'chat.search': (query) => history.search(query),
  };
}

/** As every file system takes it. */
function fileName(title: string | undefined, format: 'markdown' | 'json', now: Date): string {
  const words = (title ?? `patchbay ${now.toISOString().slice(0, 10)}`)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return `${words === '' ? 'chat' : words}.${format === 'json' ? 'json' : 'md'}`;
}
