import type { ChatItem, TokenUsage } from '../../../shared/chat.ts';
import { runInBackground } from '../callAim.ts';
import { compactedView } from '../context/compactedView.ts';
import type { SentFiles } from './sentFiles.ts';
import { joinMessages, toMessages } from './toMessages.ts';
import type { BlockMessage } from './toMessages.ts';

/**
 * The items of a turn and what follows from them, kept up with each item rather than worked out for
 * each request: so that a round costs the same however much stands before it.
 */
export class Transcript {
  readonly #items: ChatItem[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #loaded = new Set<string>();
  #nextRound = 1;
  #view: ChatItem[] = [];
  #hasApiSearches = false;
  #hasFailedToCompact = false;
  /** What the API counted for the latest request. */
  usage: TokenUsage | undefined;
  /** The messages of the first `count` items of the view, which have come to their end. */
  #settled: { readonly count: number; readonly messages: readonly BlockMessage[] } = nothing;

  constructor(items: readonly ChatItem[], usage?: TokenUsage) {
    this.usage = usage;
    for (const item of items) this.#note(item);
    this.#look();
  }

  get items(): readonly ChatItem[] {
    return this.#items;
  }

  /** What the model is given of them. */
  get view(): readonly ChatItem[] {
    return this.#view;
  }

  /** The number of the next model request. */
  get nextRound(): number {
    return this.#nextRound;
  }

  has(id: string): boolean {
    return this.#indexes.has(id);
  }

  /** Names of tools that were found or called, in that order; some may be gone. */
  get loaded(): ReadonlySet<string> {
    return this.#loaded;
  }

  /** Whether the API has searched for tools in this conversation. */
  get hasApiSearches(): boolean {
    return this.#hasApiSearches;
  }

  /** Whether a compaction has failed since this transcript was begun. */
  get hasFailedToCompact(): boolean {
    return this.#hasFailedToCompact;
  }

  /** Adds an item, or replaces the one of its id. */
  put(item: ChatItem): void {
    const { length } = this.#items;
    const shift = length - this.#view.length;
    const index = this.#note(item);
    if (item.kind === 'compaction' && item.state === 'failed') this.#hasFailedToCompact = true;
    if (item.kind === 'compaction' && item.state === 'done') return this.#look();
    if (index === length) {
      this.#view.push(item);
      return;
    }
    const at = index - shift;
    if (this.#view[at]?.id !== item.id) return;
    this.#view[at] = item;
    if (at < this.#settled.count) this.#settled = nothing;
  }

  /** The view as messages; only what is new in it is worked out. */
  messages(files: SentFiles): readonly BlockMessage[] {
    if (files.size > 0) return toMessages(this.#view, files);
    const { count, messages } = this.#settled;
    const end = Math.max(count, this.#lastAnswer());
    const settled =
      end === count
        ? messages
        : joinMessages(messages, toMessages(this.#view.slice(count, end), files));
    this.#settled = { count: end, messages: settled };
    return joinMessages(settled, toMessages(this.#view.slice(end), files));
  }

  #note(item: ChatItem): number {
    const index = this.#indexes.get(item.id) ?? this.#items.length;
    this.#indexes.set(item.id, index);
    this.#items[index] = item;
    if ('round' in item) this.#nextRound = Math.max(this.#nextRound, item.round + 1);
    if (item.kind === 'tool') {
      const { byApi, loaded = [], name, server, input } = item.call;
      if (byApi) this.#hasApiSearches = true;
      for (const one of loaded) this.#loaded.add(one);
      if (server !== undefined)
        this.#loaded.add(name === runInBackground ? String(input['tool']) : name);
    }
    return index;
  }

  #look(): void {
    this.#view = [...compactedView(this.#items)];
    this.#settled = nothing;
  }

  /** Where the last answer of the view begins: what stands before it changes no more. */
  #lastAnswer(): number {
    let start = 0;
    let round: number | undefined;
    for (let at = this.#view.length - 1; at >= 0; at--) {
      const item = this.#view[at];
      if (item === undefined || item.kind === 'notice' || item.kind === 'compaction') continue;
      if (!('round' in item)) {
        if (round !== undefined) break;
        continue;
      }
      round ??= item.round;
      if (item.round !== round) break;
      start = at;
    }
    return start;
  }
}

const nothing = { count: 0, messages: [] };
