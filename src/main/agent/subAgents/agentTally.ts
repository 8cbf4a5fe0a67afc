import type { ChatChange, TokenUsage } from '../../../shared/chat.ts';
import { isUnfinished } from '../interruptions.ts';

/** What an agent has done so far. */
export type Tally = { readonly calls: number; readonly tokens: number };

/** Counts the calls of a conversation and the tokens of all its requests, as its changes tell them. */
export class AgentTally {
  readonly #calls = new Set<string>();
  /** Of the requests that are over. */
  #tokens = 0;
  #latest = 0;

  get now(): Tally {
    return { calls: this.#calls.size, tokens: this.#tokens + this.#latest };
  }

  /** Answers whether it counts more now. */
  note(change: ChatChange): boolean {
    const before = this.now;
    if (change.kind === 'usage') this.#latest = sum(change.usage);
    if (change.kind === 'item' && change.item.kind === 'tool') {
      const { id, call } = change.item;
      this.#calls.add(id);
      // Calls run between two requests, so what is counted from here on is the next one's.
      if (!isUnfinished(call) && call.byApi !== true) {
        this.#tokens += this.#latest;
        this.#latest = 0;
      }
    }
    return before.calls !== this.#calls.size || before.tokens !== this.now.tokens;
  }
}

const sum = ({ input, output, cacheRead, cacheWrite }: TokenUsage): number =>
  input + output + cacheRead + cacheWrite;
