import { z } from 'zod';

/** What is taken in of what one server pushes; what is absent is as usual. */
export const ChannelBounds = z
  .object({
    /** Pushes in a row, and then so many a minute. */
    burst: z.number().int().min(1).max(100_000),
    perMinute: z.number().int().min(0).max(100_000),
    /** How many may wait for their delivery, and how many bytes they may have together. */
    waiting: z.number().int().min(1).max(100_000),
    waitingBytes: z.number().int().min(65_536).max(1_073_741_824),
  })
  .partial();
export type ChannelBounds = z.infer<typeof ChannelBounds>;

export const usualBounds: Readonly<Record<keyof ChannelBounds, number>> = {
  burst: 1_000,
  perMinute: 120,
  waiting: 1_000,
  waitingBytes: 4 * 1_048_576,
};

/** `changed`: it was allowed with another configuration, and is to be allowed anew. */
export type Consent = 'allowed' | 'not-allowed' | 'changed';

/** A server that offers to push messages by itself, as its capabilities say. */
export type ChannelView = {
  readonly server: string;
  readonly consent: Consent;
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

/** A server that offers to pass permission prompts on to a person, and the answers back. */
export type RelayView = { readonly server: string; readonly consent: Consent };

export type ChannelsView = {
  readonly channels: readonly ChannelView[];
  readonly relays: readonly RelayView[];
  /** Messages in conversations that nobody has looked at since they came. */
  readonly unread: readonly { readonly conversationId: string; readonly count: number }[];
};
