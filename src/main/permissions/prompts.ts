import type { PermissionAnswer } from '../../shared/permission.ts';

/** Where a prompt stands and what it is about. */
export type PromptRef = {
  readonly conversationId: string;
  readonly itemId: string;
  readonly server: string;
  readonly tool: string;
  /** The hash of what the tool is while it is asked about. */
  readonly definition: string;
};

type Open = PromptRef & { readonly resolve: (answer: PermissionAnswer) => void };

/** The questions that wait for the user, by conversation and tool item. */
export class Prompts {
  readonly #open = new Map<string, Open>();

  /** Waits for the user's answer; rejects with the signal's reason when it is aborted. */
  async ask(prompt: PromptRef, signal: AbortSignal): Promise<PermissionAnswer> {
    signal.throwIfAborted();
    const key = keyOf(prompt.conversationId, prompt.itemId);
    let cancel = (): void => {};
    try {
      return await new Promise<PermissionAnswer>((resolve, reject) => {
        this.#open.set(key, { ...prompt, resolve });
        cancel = () => reject(signal.reason);
        signal.addEventListener('abort', cancel, { once: true });
      });
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#open.delete(key);
    }
  }

  /**
   * Answers an open prompt; false when there is none (any more). "Always" also lets the other
   * open prompts about the same tool go on.
   */
  answer(conversationId: string, itemId: string, answer: PermissionAnswer): boolean {
    const prompt = this.#open.get(keyOf(conversationId, itemId));
    if (!prompt) return false;
    prompt.resolve(answer);
    if (answer === 'allow-always') {
      for (const other of this.#open.values()) {
        if (isAlike(other, prompt)) {
          other.resolve('allow-once');
        }
      }
    }
    return true;
  }
}

const isAlike = (one: PromptRef, other: PromptRef): boolean =>
  one.server === other.server && one.tool === other.tool && one.definition === other.definition;

const keyOf = (conversationId: string, itemId: string): string =>
  JSON.stringify([conversationId, itemId]);
