import { randomUUID } from 'node:crypto';
import type { ChatItem } from '../../shared/chat.ts';
import { usualBounds } from '../../shared/channel.ts';
import type { ChannelView, ChannelsView } from '../../shared/channel.ts';
import { AppFailure } from '../../shared/errors.ts';
import { signatureOf } from '../servers/connection/eraVerdicts.ts';
import type { ChannelInbox, ChannelItem, NotTaken } from '../store/channelInbox.ts';
import { readPush } from './channelMessage.ts';
import { consentOf, signatureNow } from './consent.ts';
import type { ChannelServers } from './consent.ts';
import { letsIn, refill } from './floodGate.ts';
import type { Allowance, FloodBounds } from './floodGate.ts';

export type ChannelsOptions = {
  readonly inbox: ChannelInbox;
  readonly servers: ChannelServers;
  readonly conversations: {
    /** Begins one for what a server pushes; answers its id. */
    readonly begin: (server: string) => string;
    readonly exists: (id: string) => boolean;
    /** Something waits for it: a turn is to begin, unless one runs. */
    readonly wake: (id: string) => void;
  };
  /** Told of a push that could not be read. */
  readonly warn: (server: string, text: string) => void;
  readonly onChange: () => void;
  /** Told of every push that was taken in. */
  readonly onTaken?: (server: string) => void;
  readonly bounds?: () => FloodBounds;
  readonly now?: () => number;
  readonly newId?: () => string;
};

/** Pushes that come together are delivered together. */
const gatherMs = 50;
/** What one model request is given at most; the rest waits for the next one. */
const mostAtOnce = 50;
const mostBytesAtOnce = 65_536;

/** What servers push: taken in where it is allowed, kept, and delivered to conversations. */
export class Channels {
  readonly kind = 'channel';
  readonly #options: ChannelsOptions;
  readonly #bounds: () => FloodBounds;
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #allowances = new Map<string, Allowance>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: ChannelsOptions) {
    this.#options = options;
    this.#bounds = options.bounds ?? (() => usualBounds);
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? randomUUID;
  }

  /** Takes the params of a server's push. It is in the store when this returns, or counted. */
  receive(server: string, params: unknown): void {
    if (this.#isClosed) return;
    const read = readPush(params);
    const why = this.#whyNot(server, read.kind === 'refused');
    if (why !== undefined || read.kind === 'refused') {
      this.#options.inbox.count(server, why ?? 'refused');
      if (why === 'refused' && read.kind === 'refused') {
        this.#options.warn(server, `a push was refused: ${read.reason}`);
      }
      this.#options.onChange();
      return;
    }
    const at = this.#now();
    this.#options.inbox.add({ id: this.#newId(), at, kind: 'channel', server, ...read.message });
    this.#wakeSoon(server);
    this.#options.onTaken?.(server);
    this.#options.onChange();
  }

  /** How many of a server's pushes nobody has seen, and the conversation that it feeds. */
  unseen(server: string): { readonly count: number; readonly conversation: string | undefined } {
    const { inbox } = this.#options;
    const allowed = inbox.allowed().find((one) => one.server === server);
    return { count: inbox.unseen(server), conversation: allowed?.conversation };
  }

  /** What the next model request of a conversation is to be given; stays so until it is kept. */
  waiting(conversationId: string): readonly ChannelItem[] {
    const servers = this.#options.inbox
      .allowed()
      .filter(
        ({ server, conversation, signature }) =>
          conversation === conversationId && signature === this.#signature(server),
      )
      .map(({ server }) => server);
    const items = this.#options.inbox.waiting(servers, mostAtOnce);
    let bytes = 0;
    return items.filter((item, index) => {
      bytes += Buffer.byteLength(item.content);
      return index === 0 || bytes <= mostBytesAtOnce;
    });
  }

  /** Puts a push into its conversation; `put` keeps the chat item. Both, or neither. */
  keep(conversationId: string, item: ChatItem, put: () => void): void {
    this.#options.inbox.deliver(item.id, conversationId, this.#now(), put);
    this.#options.onChange();
  }

  /** Delivers what an earlier run of the app took in and did not get to, and has it answered. */
  resume(): void {
    const { inbox, conversations } = this.#options;
    for (const { server, conversation } of inbox.allowed()) {
      const isFed = conversation !== undefined && conversations.exists(conversation);
      if (isFed || inbox.backlog(server).count > 0) this.#wakeSoon(server);
    }
  }

  /** Lets a server's pushes into a conversation; without one, the first begins a new one. */
  allow(server: string, conversation: string | undefined): void {
    if (conversation !== undefined && !this.#options.conversations.exists(conversation)) {
      throw new AppFailure({
        code: 'chat/unknown-conversation',
        message: 'This conversation does not exist.',
        params: { id: conversation },
      });
    }
    const signature = signatureOf(this.#options.servers.config(server));
    this.#options.inbox.allow({ server, signature, conversation });
    if (this.#options.inbox.backlog(server).count > 0) this.#wakeSoon(server);
    this.#options.onChange();
  }

  /** Pushes are counted again, not shown; those that wait are thrown away. */
  forbid(server: string): void {
    this.#options.inbox.forbid(server);
    this.#options.onChange();
  }

  /** Someone looked at a conversation. */
  seen(conversationId: string): void {
    if (this.#options.inbox.markRead(conversationId, this.#now())) this.#options.onChange();
  }

  /** Nobody will look at what was pushed there, and what waits for it goes elsewhere. */
  deleted(conversationId: string): void {
    const { inbox } = this.#options;
    this.seen(conversationId);
    for (const { server, conversation } of inbox.allowed()) {
      const waits = conversation === conversationId && inbox.backlog(server).count > 0;
      if (waits) this.#wakeSoon(server);
    }
  }

  view(): Omit<ChannelsView, 'relays'> {
    const { inbox, servers } = this.#options;
    const allowed = new Map(inbox.allowed().map((one) => [one.server, one]));
    const channels = servers
      .list()
      .filter(({ name, channel }) => channel !== undefined || allowed.has(name))
      .map(({ name }): ChannelView => {
        const kept = allowed.get(name);
        const counts = inbox.counts(name);
        return {
          server: name,
          consent: consentOf(kept?.signature, this.#signature(name)),
          conversation: kept?.conversation,
          waiting: inbox.backlog(name).count,
          notAllowed: counts.not_allowed,
          heldBack: counts.held_back,
          refused: counts.refused,
        };
      });
    const unread = [...inbox.unread()].map(([conversationId, count]) => ({
      conversationId,
      count,
    }));
    return { channels, unread };
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #whyNot(server: string, isUnreadable: boolean): NotTaken | undefined {
    const { inbox } = this.#options;
    const allowed = inbox.allowed().find((one) => one.server === server);
    if (allowed === undefined || allowed.signature !== this.#signature(server))
      return 'not_allowed';
    const bounds = this.#bounds();
    const allowance = refill(this.#allowances.get(server), this.#now(), bounds);
    const isIn = letsIn(allowance, inbox.backlog(server), bounds);
    this.#allowances.set(server, isIn ? { ...allowance, left: allowance.left - 1 } : allowance);
    if (!isIn) return 'held_back';
    return isUnreadable ? 'refused' : undefined;
  }

  #wakeSoon(server: string): void {
    if (this.#timers.has(server)) return;
    const wake = () => {
      this.#timers.delete(server);
      const id = this.#conversationOf(server);
      if (id !== undefined) this.#options.conversations.wake(id);
    };
    this.#timers.set(server, setTimeout(wake, gatherMs));
  }

  /** The conversation that a server feeds, begun now where there is none. */
  #conversationOf(server: string): string | undefined {
    const { inbox, conversations } = this.#options;
    const allowed = inbox.allowed().find((one) => one.server === server);
    if (allowed === undefined || allowed.signature !== this.#signature(server)) return undefined;
    const { conversation } = allowed;
    if (conversation !== undefined && conversations.exists(conversation)) return conversation;
    const begun = conversations.begin(server);
    inbox.allow({ ...allowed, conversation: begun });
    return begun;
  }

  #signature(server: string): string | undefined {
    return signatureNow(this.#options.servers, server);
  }
}
