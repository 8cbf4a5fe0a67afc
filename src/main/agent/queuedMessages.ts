import { randomUUID } from 'node:crypto';
import type { ChatChange, ChatItem, ChatItemOf } from '../../shared/chat.ts';
import type { MessageQueue } from '../store/messageQueue.ts';
import type { Chats } from './chats.ts';

export type QueuedMessagesOptions = {
  readonly queue: MessageQueue;
  readonly chats: () => Pick<Chats, 'activity' | 'idle' | 'send' | 'wake'>;
  readonly onChange: (conversationId: string, change: ChatChange) => void;
  readonly now?: () => number;
  readonly newId?: () => string;
};

type Message = Parameters<Chats['send']>[0];

/**
 * What a person writes while an answer is written: kept, and given to the model with its next request,
 * or in a turn of its own after this one. After Stop, and after a restart, it waits until the person
 * sends it or something else.
 */
export class QueuedMessages {
  readonly kind = 'user';
  readonly #options: QueuedMessagesOptions;
  /** The conversations whose messages may go. */
  readonly #released = new Set<string>();
  constructor(options: QueuedMessagesOptions) {
    this.#options = options;
  }

  /** Sends a message, or lets it wait behind what is going on; answers the conversation's id. */
  send(message: Message): string {
    const { queue, chats, onChange, newId = randomUUID, now = Date.now } = this.#options;
    const { conversationId: id, text, attachments = [] } = message;
    const mayGo = id === undefined || (chats().activity(id) === 'idle' && !this.list(id).length);
    if (mayGo || text.trim() === '') return chats().send(message);
    const more = attachments.length > 0 && { attachments: [...attachments] };
    queue.add(id, { id: newId(), at: now(), kind: 'user', text, ...more });
    onChange(id, { kind: 'queue', queue: this.list(id) });
    this.release(id);
    return id;
  }

  list(id: string): readonly ChatItemOf<'user'>[] {
    return this.#options.queue.list(id);
  }

  /** Takes a message out; undefined when it has gone already. */
  remove(id: string, itemId: string): ChatItemOf<'user'> | undefined {
    const { queue, onChange } = this.#options;
    const item = this.list(id).find((one) => one.id === itemId);
    if (item === undefined || !queue.remove(itemId)) return undefined;
    onChange(id, { kind: 'queue', queue: this.list(id) });
    return item;
  }

  /** Lets what waits go as soon as it can. */
  release(id: string): void {
    this.#released.add(id);
    const chats = this.#options.chats();
    // A turn that was stopped does not look for more when it ends.
    void chats.idle(id).then(() => chats.wake(id));
  }

  /** Keeps what waits until the person lets it go. */
  hold(id: string): void {
    this.#released.delete(id);
  }

  waiting(id: string): readonly ChatItem[] {
    return this.#released.has(id) ? this.list(id) : [];
  }

  /** Every message of a person is put here, those that never waited too. */
  keep(id: string, item: ChatItem, put: () => void): void {
    const { queue, onChange } = this.#options;
    if (this.list(id).every((one) => one.id !== item.id)) {
      put();
      return;
    }
    queue.deliver(item.id, put);
    onChange(id, { kind: 'queue', queue: this.list(id) });
  }
}
