import { undoDeleteMs } from '../../shared/chatRequests.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { DeletedConversations } from '../store/deletedConversations.ts';
import type { ResultFiles } from '../tools/resultFiles.ts';
import { unknownConversation } from './chatErrors.ts';
import type { Chats } from './chats.ts';

export type DeletionsOptions = {
  readonly chats: Pick<Chats, 'stop' | 'idle' | 'list'>;
  readonly deleted: DeletedConversations;
  readonly files: Pick<ResultFiles, 'remove'>;
  readonly onListChange: () => void;
  /** Told of a conversation that is gone for good, with those that worked for it. */
  readonly onGone?: (id: string) => void;
  readonly now?: () => number;
};

/** Deletes conversations: at once for whoever looks, for good when the time to undo it is over. */
export class Deletions {
  readonly #options: DeletionsOptions;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  constructor(options: DeletionsOptions) {
    this.#options = options;
  }

  /** Stops what is written there first, by whomever. */
  delete(id: string): void {
    const { chats, deleted, now = Date.now, onListChange } = this.#options;
    if (!chats.list().some((one) => one.id === id)) throw new AppFailure(unknownConversation(id));
    for (const one of deleted.family(id)) chats.stop(one);
    deleted.mark(id, now());
    this.#timers.set(
      id,
      setTimeout(() => void this.#purge(id), undoDeleteMs),
    );
    onListChange();
  }

  /** Takes a deletion back. Throws when the conversation is gone. */
  undo(id: string): void {
    const timer = this.#timers.get(id);
    if (timer === undefined) throw new AppFailure(unknownConversation(id));
    clearTimeout(timer);
    this.#timers.delete(id);
    this.#options.deleted.mark(id, undefined);
    this.#options.onListChange();
  }

  /** Lets go of what an earlier run of the app did not get to. */
  async resume(): Promise<void> {
    for (const id of this.#options.deleted.list()) await this.#purge(id);
  }

  /** What waits is gone at the next start. */
  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #purge(id: string): Promise<void> {
    const { chats, deleted, files, onGone } = this.#options;
    this.#timers.delete(id);
    // A turn that is being stopped still writes.
    await Promise.all(deleted.family(id).map((one) => chats.idle(one)));
    const names = deleted.purge(id);
    onGone?.(id);
    await Promise.all(names.map((name) => files.remove(name)));
  }
}
