/** A server that offers to push messages by itself, as its capabilities say. */
export type ChannelView = {
  readonly server: string;
  /** `changed`: it was allowed with another configuration, and is to be allowed anew. */
  readonly consent: 'allowed' | 'not-allowed' | 'changed';
  /** What its pushes go into; absent while the first is to begin one. */
  readonly conversation?: string | undefined;
  /** Taken in and not yet in a conversation. */
  readonly waiting: number;
  /** How many came while it was not allowed; nothing of them is kept. */
  readonly notAllowed: number;
  /** How many came too fast, or while too much waited; nothing of them is kept. */
  readonly heldBack: number;
  /** How many could not be read. */
  readonly refused: number;
};

export type ChannelsView = {
  readonly channels: readonly ChannelView[];
  /** Messages in conversations that nobody has looked at since they came. */
  readonly unread: readonly { readonly conversationId: string; readonly count: number }[];
};
