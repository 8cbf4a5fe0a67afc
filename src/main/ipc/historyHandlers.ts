import type { chatRequests } from '../../shared/chatRequests.ts';
import type { Rooms } from './handlers.ts';
import type { Handlers } from './router.ts';

/** The requests about conversations as a whole. */
export function historyHandlers({
  chats,
  history,
  channels,
}: Pick<Rooms, 'channels' | 'chats' | 'history'>): Pick<Handlers, keyof typeof chatRequests> {
  return {
    'chat.change': ({ conversationId, ...patch }) => chats.change(conversationId, patch),
    'chat.delete': (id) => {
      history.deletions.delete(id);
      // Nobody will look at what was pushed there.
      channels.seen(id);
    },
    'chat.undoDelete': (id) => history.deletions.undo(id),
    'chat.search': (query) => history.search(query),
  };
}
