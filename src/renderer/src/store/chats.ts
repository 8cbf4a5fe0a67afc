import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Bridge } from '../../../shared/ipc.ts';
import { ask } from '../api.ts';
import { createConversationStore } from './conversation.ts';
import type { ConversationStore } from './conversation.ts';
import { createDrafts } from './drafts.ts';
import type { Drafts } from './drafts.ts';
import { createPacer, windowFrames } from './pacer.ts';
import type { Pacer } from './pacer.ts';

/** What is said about a conversation as a whole, for a while. */
export type Toast =
  | {
      readonly kind: 'deleted';
      readonly id: string;
      readonly title: string;
      /** It was on screen. */
      readonly wasOpen: boolean;
    }
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: AppError };

/** Items that are brought in at once, while one reads and on the way to the first. */
const mostAtOnce = 500;
const mostOnTheWay = 10_000;

/** The page that was here before has ended: see main's platform/crashRecovery. */
const crashed: Toast = {
  kind: 'failed',
  error: { code: 'app/window-crashed', message: 'The window stopped and was opened again.' },
};

/** How many conversations stay in memory after they have been looked at. */
const kept = 12;
/** What was just opened is on screen by then. */
const sweepMs = 1_000;

export type Chats = {
  /** The conversation on screen; undefined is a new one. */
  readonly current: StoreApi<string | undefined>;
  readonly toast: StoreApi<Toast | undefined>;
  /** The message to be scrolled to once its conversation is on screen. */
  readonly jump: StoreApi<{ readonly id: string; readonly itemId: string } | undefined>;
  readonly drafts: Drafts;
  /** Messages that are changed after they were sent, by their ids. */
  readonly edits: Map<string, string>;
  readonly open: (id: string) => ConversationStore;
  readonly reload: (id: string) => void;
  /** Brings in what came before, as much as there is already; nothing while it is under way. */
  readonly bringEarlier: (store: ConversationStore) => void;
  /** The same for all that came before, as far as one request goes. */
  readonly bringAllEarlier: (store: ConversationStore) => void;
  /** Shows at once what came faster than it could be shown. */
  readonly catchUp: (id: string) => void;
};

/** The conversations that have been opened, kept up to date by main's batches. */
export function createChats(bridge: Bridge): Chats {
  const opened = new Map<string, ConversationStore>();
  const pacers = new Map<string, Pacer>();
  let sweeping: ReturnType<typeof setTimeout> | undefined;

  const load = (store: ConversationStore) => {
    ask(bridge, 'chat.open', store.id).then(
      (conversation) => {
        pacers.get(store.id)?.drop();
        store.load(conversation);
      },
      (thrown: unknown) => store.fail(toAppError(thrown)),
    );
  };

  const bringing = new Set<string>();
  const bring = (store: ConversationStore, limit: number) => {
    const { first } = store.extent();
    if (store.head().hasEarlier !== true || first === undefined || bringing.has(store.id)) return;
    bringing.add(store.id);
    const before = { conversationId: store.id, itemId: first, limit };
    // No longer under way when it is shown: whoever looks for an older one asks for more then.
    ask(bridge, 'chat.earlier', before).then(
      (items) => {
        bringing.delete(store.id);
        // It may have been opened anew meanwhile.
        if (store.extent().first === first) store.prepend(items, items.length === limit);
      },
      (thrown: unknown) => {
        bringing.delete(store.id);
        store.fail(toAppError(thrown));
      },
    );
  };

  const open = (id: string): ConversationStore => {
    const known = opened.get(id);
    const store = known ?? createConversationStore(id);
    // Moved to the end: the first ones are those not looked at for longest.
    opened.delete(id);
    opened.set(id, store);
    if (known) return store;
    pacers.set(id, createPacer(store.apply, windowFrames));
    load(store);
    sweeping ??= setTimeout(sweep, sweepMs);
    return store;
  };
  /** Those on screen stay, however many they are. */
  const sweep = () => {
    sweeping = undefined;
    for (const [oldest, store] of opened) {
      if (opened.size <= kept) break;
      if (store.isWatched()) continue;
      opened.delete(oldest);
      pacers.delete(oldest);
    }
  };

  bridge.on('chat.changed', ({ conversationId, changes }) => {
    const shown = opened.get(conversationId);
    if (shown && changes.some(({ kind }) => kind === 'path')) load(shown);
    pacers.get(conversationId)?.push(changes);
  });
  return {
    current: createStore<string | undefined>(() => undefined),
    toast: createStore<Toast | undefined>(() =>
      location.hash === '#crashed' ? crashed : undefined,
    ),
    jump: createStore<{ id: string; itemId: string } | undefined>(() => undefined),
    drafts: createDrafts(bridge),
    edits: new Map(),
    open,
    reload: (id) => load(open(id)),
    bringEarlier: (store) => bring(store, Math.min(store.extent().count, mostAtOnce)),
    bringAllEarlier: (store) => bring(store, mostOnTheWay),
    catchUp: (id) => pacers.get(id)?.flush(),
  };
}
