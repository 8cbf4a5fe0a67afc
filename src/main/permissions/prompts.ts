import type { PermissionAnswer, PermissionPrompt, RelayedAnswer } from '../../shared/permission.ts';

/** Where a prompt stands and what it is about. */
export type PromptRef = {
  readonly conversationId: string;
  readonly itemId: string;
  /** Empty for a tool of ours. */
  readonly server: string;
  readonly tool: string;
  /** The hash of what the tool is while it is asked about. */
  readonly definition: string;
};

export type PromptPlace = Pick<PromptRef, 'conversationId' | 'itemId'>;

/** A prompt with what a person is told of it. */
export type OpenPrompt = PromptRef & {
  /** The tool's name as the model calls it, and its title. */
  readonly pooledName: string;
  readonly title: string;
  /** The start of the arguments as JSON, without secrets. */
  readonly preview: string;
  readonly prompt: PermissionPrompt;
};

/** `via` is absent where it was given in the window. */
export type GivenAnswer = { readonly answer: PermissionAnswer; readonly via?: RelayedAnswer };

type Open = OpenPrompt & { readonly resolve: (given: GivenAnswer) => void };

/** The questions that wait for the user, by conversation and tool item. */
export class Prompts {
  readonly #open = new Map<string, Open>();
  readonly #onOpen: (prompt: OpenPrompt) => () => void;

  /** `onOpen` is called with every prompt that is open now; its answer is called once it is not. */
  constructor(onOpen: (prompt: OpenPrompt) => () => void = () => () => {}) {
    this.#onOpen = onOpen;
  }

  /** Waits for the user's answer; rejects with the signal's reason when it is aborted. */
  async ask(prompt: OpenPrompt, signal: AbortSignal): Promise<GivenAnswer> {
    signal.throwIfAborted();
    const key = keyOf(prompt.conversationId, prompt.itemId);
    let cancel = (): void => {};
    const closed = this.#onOpen(prompt);
    try {
      return await new Promise<GivenAnswer>((resolve, reject) => {
        this.#open.set(key, { ...prompt, resolve });
        cancel = () => reject(signal.reason);
        signal.addEventListener('abort', cancel, { once: true });
      });
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#open.delete(key);
      closed();
    }
  }

  /**
   * Answers an open prompt; false when there is none (any more): the first answer counts. "Always"
   * also lets the other open prompts about the same tool go on.
   */
  answer(conversationId: string, itemId: string, given: GivenAnswer): boolean {
    const prompt = this.#open.get(keyOf(conversationId, itemId));
    if (!prompt) return false;
    this.#close(prompt, given);
    if (given.answer === 'allow-always') {
      for (const other of this.#open.values()) {
        if (isAlike(other, prompt)) this.#close(other, { answer: 'allow-once' });
      }
    }
    return true;
  }

  #close(prompt: Open, given: GivenAnswer): void {
    this.#open.delete(keyOf(prompt.conversationId, prompt.itemId));
    prompt.resolve(given);
  }
}

const isAlike = (one: PromptRef, other: PromptRef): boolean =>
  one.server === other.server && one.tool === other.tool && one.definition === other.definition;

const keyOf = (conversationId: string, itemId: string): string =>
  JSON.stringify([conversationId, itemId]);
