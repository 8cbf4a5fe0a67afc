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
    'chat.edit': ({ conversationId, itemId, text }) =>
      history.branching.edit(conversationId, itemId, text),
    'chat.regenerate': ({ conversationId, itemId }) =>
      history.branching.regenerate(conversationId, itemId),
    'chat.branch': ({ conversationId, itemId }) => history.branching.branch(conversationId, itemId),
    'chat.switchBranch': ({ conversationId, itemId, to }) =>
      history.branching.switchBranch(conversationId, itemId, to),
    'chat.reveal': ({ conversationId, itemId }) => history.branching.reveal(conversationId, itemId),
    'chat.search': (query) => history.search(query),
  };
}
