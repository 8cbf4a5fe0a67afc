import type { Activity, AgentRole, ChatChange, ChatItem, TokenUsage } from '../../shared/chat.ts';
import { toAppError } from '../../shared/errors.ts';
import type { Turn } from './agentLoop.ts';
import type { TurnEvent } from './turnEvents.ts';

export type ActiveTurnOptions = {
  /** Who answers. */
  readonly role: AgentRole;
  readonly items: readonly ChatItem[];
  /** Of the latest request before. */
  readonly usage?: TokenUsage | undefined;
  /** The position in the store of the next new item. */
  readonly position: number;
  readonly put: (position: number, item: ChatItem) => void;
  readonly onChange: (change: ChatChange) => void;
};

const notDecided = 'The work was to end before the user had decided. This call did not run.';
/** How long streaming text may stay unsaved: what a killed app loses at most. */
const saveEveryMs = 500;

/** A conversation while a turn works on it: its items in memory, saved as they come. */
export class ActiveTurn {
  readonly role: AgentRole;
  readonly items: ChatItem[];
  usage: TokenUsage | undefined;
  activity: Activity = 'running';
  /** Resolves when the turn is over and saved. */
  ended: Promise<void> = Promise.resolve();

  readonly #options: ActiveTurnOptions;
  readonly #stop = new AbortController();
  readonly #stops = new Map<string, (why?: string) => void>();
  readonly #indexes = new Map<string, number>();
  readonly #positions = new Map<string, number>();
  readonly #unsaved = new Set<string>();
  readonly #waiting = new Set<string>();
  #isEnding = false;
  #nextPosition: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ActiveTurnOptions) {
    this.#options = options;
    this.role = options.role;
    this.items = [...options.items];
    this.usage = options.usage;
    this.#nextPosition = options.position;
    for (const [index, item] of this.items.entries()) this.#indexes.set(item.id, index);
  }

  /** Runs the turn; `onEnd` is called when it is over, whatever happened. */
  start(run: (turn: Turn) => AsyncIterable<TurnEvent>, onEnd: () => void): void {
    this.#options.onChange({ kind: 'activity', activity: 'running' });
    this.ended = this.#run(run).finally(() => {
      this.flush();
      onEnd();
    });
  }

  stop(): void {
    this.#stop.abort();
  }

  /** How many of its calls wait for the person's permission. */
  get waiting(): number {
    return this.#waiting.size;
  }

  get isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Lets the calls that run be the last thing it does; those that nobody has decided do not begin. */
  endAfterRound(): void {
    this.#isEnding = true;
    for (const id of this.#waiting) this.#stops.get(id)?.(notDecided);
  }

  stopCall(itemId: string): void {
    this.#stops.get(itemId)?.();
  }

  /** Takes one event: into the items, to the listener, and to the store. Constant work a delta. */
  apply(event: TurnEvent): void {
    switch (event.kind) {
      case 'item':
        this.#put(event.item);
        break;
      case 'delta':
        this.#append(event.id, event.text);
        break;
      case 'usage':
        this.usage = event.usage;
        this.#options.onChange({ kind: 'usage', usage: event.usage });
    }
  }

  /** Saves what is not saved yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const id of this.#unsaved) {
      const item = this.items[this.#indexes.get(id) ?? -1];
      if (item) this.#save(item);
    }
  }

  async #run(run: (turn: Turn) => AsyncIterable<TurnEvent>): Promise<void> {
    const turn: Turn = {
      items: [...this.items],
      usage: this.usage,
      signal: this.#stop.signal,
      isEnding: () => this.#isEnding,
      onCall: (itemId, stop) => this.#stops.set(itemId, stop),
    };
    try {
      for await (const event of run(turn)) this.apply(event);
    } catch (thrown) {
      const id = `notice-${Date.now()}`;
      const notice = toAppError(thrown);
      this.#put({ id, at: Date.now(), kind: 'notice', level: 'error', notice });
    }
  }

  #put(item: ChatItem): void {
    const index = this.#indexes.get(item.id);
    const before = index === undefined ? undefined : this.items[index];
    this.#indexes.set(item.id, index ?? this.items.length);
    this.items[index ?? this.items.length] = item;
    if (isStep(before, item)) this.#save(item);
    else this.#saveSoon(item.id);
    this.#options.onChange({ kind: 'item', item });
    this.#noteWaiting(item);
  }

  #append(id: string, text: string): void {
    const index = this.#indexes.get(id) ?? -1;
    const item = this.items[index];
    if (item?.kind !== 'text' && item?.kind !== 'thinking') return;
    this.items[index] = { ...item, text: item.text + text };
    this.#saveSoon(id);
    this.#options.onChange({ kind: 'delta', id, text });
  }

  #noteWaiting(item: ChatItem): void {
    if (item.kind !== 'tool') return;
    const before = this.waiting;
    if (item.call.state === 'waiting') this.#waiting.add(item.id);
    else this.#waiting.delete(item.id);
    if (item.call.state === 'waiting' && this.#isEnding) this.#stops.get(item.id)?.(notDecided);
    if (this.waiting === before) return;
    this.activity = this.waiting > 0 ? 'waiting' : 'running';
    // Told of each call, since the list says how many there are.
    this.#options.onChange({ kind: 'activity', activity: this.activity });
  }

  #save(item: ChatItem): void {
    const position = this.#positions.get(item.id) ?? this.#nextPosition;
    if (position === this.#nextPosition) this.#nextPosition++;
    this.#positions.set(item.id, position);
    this.#unsaved.delete(item.id);
    this.#options.put(position, item);
  }

  #saveSoon(id: string): void {
    this.#unsaved.add(id);
    this.#timer ??= setTimeout(() => this.flush(), saveEveryMs);
  }
}

/** Whether an item is new, or a call entered another state, or a text came to its end. */
function isStep(before: ChatItem | undefined, item: ChatItem): boolean {
  if (before === undefined) return true;
  if (item.kind === 'tool') {
    if (before.kind !== 'tool' || before.call.state !== item.call.state) return true;
    // A view may name what goes on elsewhere, and has to be found again.
    return before.call.view?.kind !== item.call.view?.kind;
  }
  return !('streaming' in item) || !item.streaming;
}
