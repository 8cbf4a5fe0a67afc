import { randomUUID } from 'node:crypto';
import type { ChatItem, ChatItemOf, ToolCall } from '../../../shared/chat.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { BackgroundCalls, BackgroundItem } from '../../store/backgroundCalls.ts';
import { interruptedText } from '../interruptions.ts';
import type { CallBackground, LeftWork } from '../toolCalls.ts';

type ToolItem = ChatItemOf<'tool'>;

export type BackgroundOptions = {
  readonly store: BackgroundCalls;
  readonly conversations: {
    /** Ends wait for it: a turn is to begin, unless one runs. */
    readonly wake: (id: string) => void;
    /** Puts the ends that wait into it and begins nothing, unless a turn runs, which takes them. */
    readonly show: (id: string) => void;
  };
  /** Called when a call goes on, for its item as {@link Background.shown} has it. */
  readonly onItem: (conversationId: string, item: ToolItem) => void;
  readonly onListChange: () => void;
  /** How many calls may go on at once, in all conversations. */
  readonly most?: number;
  readonly now?: () => number;
  readonly newId?: () => string;
};

type Running = {
  readonly conversationId: string;
  /** The item that its turn was left with. */
  readonly left: ToolItem;
  readonly stop: () => void;
  /** As it is now. */
  live: ToolItem;
  isStopped: boolean;
};

/** The calls that go on while their conversation does; their ends are told to it, once. */
export class Background {
  readonly kind = 'background';
  readonly #options: BackgroundOptions;
  readonly #most: number;
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #offers = new Map<string, () => void>();
  readonly #running = new Map<string, Running>();
  #isClosed = false;

  constructor(options: BackgroundOptions) {
    this.#options = options;
    this.#most = options.most ?? 10;
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? randomUUID;
  }

  /** What the calls of a conversation get of it. */
  of(conversationId: string): CallBackground {
    return {
      refusal: () =>
        this.#running.size < this.#most
          ? undefined
          : `${this.#most} calls go on in the background already. Stop one, or wait for this one.`,
      offer: (itemId, send) => {
        const key = keyOf(conversationId, itemId);
        this.#offers.set(key, send);
        return () => void this.#offers.delete(key);
      },
      take: (item, work) => this.#take(conversationId, item, work),
    };
  }

  /** Sends a call that runs to the background. */
  send(conversationId: string, itemId: string): void {
    const send = this.#offers.get(keyOf(conversationId, itemId));
    if (!send) {
      throw new AppFailure({
        code: 'background/not-running',
        message: 'This call can no longer go to the background.',
      });
    }
    if (this.#running.size >= this.#most) {
      throw new AppFailure({
        code: 'background/full',
        message: `${this.#most} calls go on in the background already.`,
        params: { most: this.#most },
      });
    }
    send();
  }

  /** The calls of a conversation that run, by what they are called, as they are now. */
  running(conversationId: string): ReadonlyMap<string, ToolItem> {
    return new Map(
      [...this.#running].flatMap(([label, one]) =>
        one.conversationId === conversationId ? [[label, one.live]] : [],
      ),
    );
  }

  /** An item as it is to be shown: a call that goes on as it is now. */
  shown<I extends ChatItem>(conversationId: string, item: I): I | ToolItem {
    if (item.kind !== 'tool') return item;
    const { background } = item.call;
    const running = background === undefined ? undefined : this.#running.get(background);
    return running?.conversationId === conversationId ? running.live : item;
  }

  /** Ends a call; false when it does not run. */
  stop(conversationId: string, itemId: string): boolean {
    for (const one of this.#running.values()) {
      if (one.conversationId !== conversationId || one.left.id !== itemId) continue;
      one.isStopped = true;
      one.stop();
      return true;
    }
    return false;
  }

  stopAll(conversationId: string): void {
    for (const { id } of this.running(conversationId).values()) this.stop(conversationId, id);
  }

  waiting(conversationId: string): readonly BackgroundItem[] {
    return this.#options.store.waiting(conversationId);
  }

  keep(_conversationId: string, item: ChatItem, put: () => void): void {
    this.#options.store.deliver(item.id, put);
  }

  /** Shows what the last run of the app left, as interrupted; the model is told with the next turn. */
  resume(): void {
    for (const id of this.#options.store.endAll()) this.#options.conversations.show(id);
  }

  /** Ends all. The next run of the app finds them interrupted. */
  close(): void {
    this.#isClosed = true;
    for (const { stop } of this.#running.values()) stop();
  }

  #take(conversationId: string, item: ToolItem, work: LeftWork): ToolItem {
    const [id, at] = [this.#newId(), this.#now()];
    const { progress: _progress, view: _view, ...call } = item.call;
    const itemOf = (ended: ToolCall): BackgroundItem => ({
      id,
      at: this.#now(),
      kind: 'background',
      itemId: item.id,
      call: ended,
    });
    const interrupted = { state: 'error', result: text(interruptedText) } as const;
    const label = this.#options.store.begin(conversationId, (background) =>
      itemOf({ ...call, ...interrupted, background }),
    );
    const named = (one: ToolItem): ToolItem => ({
      ...one,
      call: { ...one.call, background: label },
    });
    const left: ToolItem = named({
      ...item,
      call: { ...call, state: 'done', endedAt: at, result: text(note(label)) },
    });
    const running: Running = {
      conversationId,
      left,
      stop: work.stop,
      live: named(item),
      isStopped: false,
    };
    this.#running.set(label, running);
    work.follow((next) => {
      running.live = named(next);
      this.#options.onItem(conversationId, running.live);
    });
    void work.ended.then((ended) => this.#end(label, itemOf({ ...ended, background: label })));
    this.#options.onListChange();
    return left;
  }

  #end(label: string, item: BackgroundItem): void {
    const running = this.#running.get(label);
    this.#running.delete(label);
    if (this.#isClosed || !running) return;
    const { store, conversations, onItem, onListChange } = this.#options;
    const { conversationId, left, isStopped } = running;
    store.finish(item);
    onItem(conversationId, left);
    onListChange();
    // Who stopped it knows; nobody has to be told at once.
    if (isStopped) conversations.show(conversationId);
    else conversations.wake(conversationId);
  }
}

const note = (label: string): string =>
  `This call goes on in the background as ${label}. You are told when it has ended: go on with what does not need its result, or end your answer. background_call shows how far it is, or stops it.`;

const text = (body: string) => [{ kind: 'text' as const, text: body }];

const keyOf = (conversationId: string, itemId: string): string =>
  JSON.stringify([conversationId, itemId]);
