import type { Channels } from '../channels/channels.ts';
import type { Handlers } from './router.ts';

type ChannelHandlers = Pick<Handlers, Extract<keyof Handlers, `channels.${string}`>>;

/** Which servers may push, where to, and that a person has looked. */
export function channelHandlers({ channels }: { readonly channels: Channels }): ChannelHandlers {
  return {
    'channels.view': () => channels.view(),
    'channels.allow': ({ server, conversationId }) => channels.allow(server, conversationId),
    'channels.forbid': (server) => channels.forbid(server),
    'channels.seen': (conversationId) => channels.seen(conversationId),
  };
}
