import { randomUUID } from 'node:crypto';
import type { ChatChange, ChatItem, ChatItemOf } from '../../shared/chat.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { Branches } from '../store/branches.ts';
import type { Conversations } from '../store/conversations.ts';
import { busy, emptyMessage } from './chatErrors.ts';
import type { Chats } from './chats.ts';

export type BranchingOptions = {
  readonly chats: Pick<Chats, 'activity' | 'begin'>;
  readonly conversations: Pick<Conversations, 'create' | 'get' | 'items'>;
  readonly branches: Branches;
  readonly onChange: (conversationId: string, change: ChatChange) => void;
  readonly onListChange: () => void;
  readonly now?: () => number;
  readonly newId?: () => string;
};

/** Lets a conversation go on another way from what was said before; nothing of the old way is lost. */
export class Branching {
  readonly #options: BranchingOptions;
  constructor(options: BranchingOptions) {
    this.#options = options;
  }

  /** Asks something else in place of a message. */
  edit(id: string, itemId: string, text: string): void {
    if (text.trim() === '') throw new AppFailure(emptyMessage);
    const { branches, chats, newId = randomUUID, now = Date.now, onChange } = this.#options;
    this.#checkIdle(id);
    const question = this.#questionAt(id, itemId);
    branches.replaceFrom(id, question.id, { ...question, id: newId(), at: now(), text });
    onChange(id, { kind: 'path' });
    chats.begin(id);
  }

  /** Asks for another answer in place of the one that an item belongs to. */
  regenerate(id: string, itemId: string): void {
    const { id: questionId, text } = this.#questionAt(id, itemId);
    this.edit(id, questionId, text);
  }

  /** Makes a conversation with all that was said up to an item, and answers its id. */
  branch(id: string, itemId: string): string {
    const { branches, conversations, newId = randomUUID, now = Date.now } = this.#options;
    const source = conversations.get(id);
    if (!source || branches.isShown(id, itemId) !== true) throw new AppFailure(noMessage);
    const made = newId();
    const { title, workspace, model } = source;
    conversations.create({ id: made, title, workspace, model, updatedAt: now() });
    branches.copy(id, itemId, made);
    this.#options.onListChange();
    return made;
  }

  /** Shows the `to`th way on, from 1, instead of the one that begins with an item. */
  switchBranch(id: string, itemId: string, to: number): void {
    this.#checkIdle(id);
    this.#options.branches.switchTo(id, itemId, to);
    this.#options.onChange(id, { kind: 'path' });
  }

  /** Shows the way that an item is on, where it is not shown. */
  reveal(id: string, itemId: string): void {
    const { branches, onChange } = this.#options;
    if (branches.isShown(id, itemId) !== false) return;
    this.#checkIdle(id);
    branches.reveal(id, itemId);
    onChange(id, { kind: 'path' });
  }

  #checkIdle(id: string): void {
    if (this.#options.chats.activity(id) !== 'idle') throw new AppFailure(busy);
  }

  /** The person's message at an item, or the last one before it. */
  #questionAt(id: string, itemId: string): ChatItemOf<'user'> {
    const items = this.#options.conversations.items(id);
    const end = items.findIndex((item) => item.id === itemId) + 1;
    const question = items
      .slice(0, end)
      .reverse()
      .find((item: ChatItem) => item.kind === 'user');
    if (question?.kind !== 'user') throw new AppFailure(noMessage);
    return question;
  }
}

const noMessage = { code: 'chat/no-message', message: 'This message does not exist any more.' };
