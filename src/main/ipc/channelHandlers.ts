import type { ChannelsView } from '../../shared/channel.ts';
import type { Channels } from '../channels/channels.ts';
import type { PermissionRelay } from '../channels/permissionRelay.ts';
import type { Handlers } from './router.ts';

export type ChannelRooms = {
  readonly channels: Channels;
  readonly relay: PermissionRelay;
  readonly channelsView: () => ChannelsView;
};

type ChannelHandlers = Pick<Handlers, Extract<keyof Handlers, `channels.${string}`>>;

/** Which servers may push or pass prompts on, where to, and that a person has looked. */
export function channelHandlers({ channels, relay, channelsView }: ChannelRooms): ChannelHandlers {
  return {
    'channels.view': channelsView,
    'channels.allow': ({ server, conversationId }) => channels.allow(server, conversationId),
    'channels.forbid': (server) => channels.forbid(server),
    'channels.relay': ({ server, isOn }) => (isOn ? relay.allow(server) : relay.forbid(server)),
    'channels.seen': (conversationId) => channels.seen(conversationId),
  };
}
