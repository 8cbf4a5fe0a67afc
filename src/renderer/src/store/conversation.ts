import { assertNever } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type {
  Activity,
  ChatChange,
  ChatItem,
  ChatItemOf,
  Conversation,
  Fork,
  TokenUsage,
} from '../../../shared/chat.ts';
import type { RoundUsage } from '../../../shared/roundUsage.ts';
import { createBlockSplitter } from './blocks.ts';
import type { Block, BlockSplitter } from './blocks.ts';
import type { Row } from './rows.ts';
import { Turns } from './turns.ts';
import type { Entry } from './turns.ts';

/** The parts that change seldom; replaced as a whole. */
export type ConversationHead = {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error?: AppError | undefined;
  readonly activity: Activity;
  /** How many turns have ended since it was opened; absent before the first. */
  readonly ended?: number | undefined;
  readonly usage?: TokenUsage | undefined;
  /** There are items before those that are here. */
  readonly hasEarlier?: boolean | undefined;
  /** The items from which the conversation goes on in several ways, by their ids. */
  readonly forks: ReadonlyMap<string, Fork>;
  /** The person's messages that wait for the next model request. */
  readonly queue: readonly ChatItemOf<'user'>[];
  /** The first tool call that waits for the user's permission. */
  readonly waiting?: string | undefined;
};

/**
 * An open conversation. Whoever shows an item subscribes to that item alone, so a text delta costs
 * one block's rendering however long the conversation is.
 */
export type ConversationStore = {
  readonly id: string;
  readonly head: () => ConversationHead;
  readonly rows: () => readonly Row[];
  readonly item: (id: string) => ChatItem | undefined;
  readonly block: (id: string, index: number) => Block | undefined;
  /** The code of a fence from its beginning up to and with this block. */
  readonly codeUpTo: (id: string, index: number) => string;
  /** All that the answer says in which this item is, as Markdown. */
  readonly answerOf: (id: string) => string;
  /** What each request took of the answer in which this item is. */
  readonly usageOf: (id: string) => readonly RoundUsage[];
  /** The latest that a server has pushed. */
  readonly lastPushOf: (server: string) => ChatItemOf<'channel'> | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether somebody shows it. */
  readonly isWatched: () => boolean;
  readonly subscribeItem: (id: string, listener: () => void) => () => void;
  readonly load: (conversation: Conversation) => void;
  /** How many items are here, and the first of them. */
  readonly extent: () => { readonly count: number; readonly first: string | undefined };
  /** Puts items before those that are here. */
  readonly prepend: (items: readonly ChatItem[], hasEarlier: boolean) => void;
  /** The latest change of the rows was that some came before the others. */
  readonly isPrepended: () => boolean;
  readonly fail: (error: AppError) => void;
  readonly apply: (changes: readonly ChatChange[]) => void;
};

export function createConversationStore(id: string): ConversationStore {
  const entries = new Map<string, Entry>();
  const turns = new Turns();
  const pushes = new Map<string, ChatItemOf<'channel'>>();
  const itemListeners = new Map<string, Set<() => void>>();
  const listeners = new Set<() => void>();
  let head: ConversationHead = { status: 'loading', activity: 'idle', forks: new Map(), queue: [] };
  let isPrepended = false;

  const splitterFor = (item: ChatItem): BlockSplitter | undefined => {
    if (item.kind !== 'text') return undefined;
    const splitter = createBlockSplitter();
    splitter.append(item.text);
    if (!item.streaming) splitter.finish();
    return splitter;
  };

  /** A change of an item that is older than what is here. */
  const isBefore = ({ at }: ChatItem): boolean =>
    head.hasEarlier === true && turns.first !== undefined && at < turns.first.item.at;
  const enter = (item: ChatItem): Entry => {
    const entry = { item, splitter: splitterFor(item) };
    entries.set(item.id, entry);
    return entry;
  };
  const put = (item: ChatItem) => {
    const entry = entries.get(item.id);
    if (!entry && isBefore(item)) return;
    if (item.kind === 'channel') pushes.set(item.server, item);
    if (!entry) {
      turns.add(enter(item));
      return;
    }
    const before = entry.item;
    entry.item = item;
    turns.changed(entry);
    if (item.kind !== 'text') return;
    if (before.kind === 'text' && before.text === item.text && entry.splitter && before.streaming) {
      if (!item.streaming) entry.splitter.finish();
    } else {
      entry.splitter = splitterFor(item);
    }
  };

  const append = (itemId: string, text: string) => {
    const entry = entries.get(itemId);
    if (!entry || (entry.item.kind !== 'text' && entry.item.kind !== 'thinking')) return;
    entry.item = { ...entry.item, text: entry.item.text + text };
    const blocks = entry.splitter?.blocks;
    const count = blocks?.length;
    entry.splitter?.append(text);
    // Text that only grows a block moves no row.
    if (entry.splitter?.blocks !== blocks || blocks?.length !== count) turns.changed(entry);
  };

  const change = (one: ChatChange, touched: Set<string>) => {
    switch (one.kind) {
      case 'item':
        put(one.item);
        touched.add(one.item.id);
        return;
      case 'delta':
        append(one.id, one.text);
        touched.add(one.id);
        return;
      case 'path':
        // It is opened anew: see store/chats.
        return;
      case 'queue':
        head = { ...head, queue: one.queue };
        return;
      case 'activity':
        head = { ...head, activity: one.activity };
        if (one.activity === 'idle') head = { ...head, ended: (head.ended ?? 0) + 1 };
        return;
      case 'usage':
        head = { ...head, usage: one.usage };
        return;
      default:
        assertNever(one);
    }
  };

  const firstWaiting = (): string | undefined => turns.find(isWaiting)?.item.id;
  const turnOf = (itemId: string): readonly ChatItem[] => {
    const entry = entries.get(itemId);
    return entry ? turns.itemsOfTurn(entry) : [];
  };
  const notify = () => {
    for (const listener of listeners) listener();
  };

  return {
    id,
    head: () => head,
    rows: () => turns.rows(head.activity === 'idle'),
    item: (itemId) => entries.get(itemId)?.item,
    block: (itemId, index) => entries.get(itemId)?.splitter?.blocks[index],
    codeUpTo(itemId, index) {
      const blocks = entries.get(itemId)?.splitter?.blocks ?? [];
      const last = blocks[index];
      if (last?.kind !== 'code') return '';
      const fence = blocks.slice(last.start, index + 1);
      return fence.map((block) => (block.kind === 'code' ? block.code : '')).join('');
    },
    answerOf(itemId) {
      const texts = turnOf(itemId).flatMap((item) =>
        item.kind === 'text' ? item.text.trim() : [],
      );
      return `${texts.join('\n\n')}\n`;
    },
    usageOf: (itemId) =>
      turnOf(itemId).flatMap((item) => ('usage' in item ? (item.usage ?? []) : [])),
    lastPushOf: (server) => pushes.get(server),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isWatched: () => listeners.size > 0,
    subscribeItem(itemId, listener) {
      const set = itemListeners.get(itemId) ?? new Set();
      itemListeners.set(itemId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && itemListeners.get(itemId) === set) itemListeners.delete(itemId);
      };
    },
    load(conversation) {
      entries.clear();
      turns.clear();
      pushes.clear();
      isPrepended = false;
      for (const item of conversation.items) put(item);
      const { activity, usage, forks = [], queue = [], hasEarlier } = conversation;
      const waiting = firstWaiting();
      head = {
        hasEarlier,
        status: 'ready',
        activity,
        usage,
        waiting,
        forks: forksById(forks),
        queue,
      };
      notify();
      for (const set of itemListeners.values()) for (const listener of set) listener();
    },
    extent: () => ({ count: entries.size, first: turns.first?.item.id }),
    prepend(items, hasEarlier) {
      head = { ...head, hasEarlier };
      turns.prepend(items.filter((item) => !entries.has(item.id)).map(enter));
      for (const item of [...items].reverse()) {
        if (item.kind === 'channel' && !pushes.has(item.server)) pushes.set(item.server, item);
      }
      isPrepended = true;
      notify();
    },
    isPrepended: () => isPrepended,
    fail(error) {
      head = { ...head, status: 'failed', error };
      notify();
    },
    apply(changes) {
      if (head.status !== 'ready') return;
      const touched = new Set<string>();
      const before = head;
      const rows = turns.version;
      for (const one of changes) change(one, touched);
      const structural = turns.version !== rows || head.activity !== before.activity;
      if (structural) {
        isPrepended = false;
        const waiting = firstWaiting();
        if (waiting !== head.waiting) head = { ...head, waiting };
      }
      if (structural || head !== before) notify();
      for (const itemId of touched) {
        for (const listener of itemListeners.get(itemId) ?? []) listener();
      }
    },
  };
}

const forksById = (forks: readonly Fork[]) => new Map(forks.map((fork) => [fork.itemId, fork]));

const isWaiting = ({ item }: Entry): boolean =>
  item.kind === 'tool' && item.call.state === 'waiting';
