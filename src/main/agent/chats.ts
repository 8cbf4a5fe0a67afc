import { randomUUID } from 'node:crypto';
import type { ChatChange, ChatItem, Conversation, ConversationSummary } from '../../shared/chat.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { PermissionAnswer } from '../../shared/permission.ts';
import type { ReadAttachment } from '../../shared/resource.ts';
import type { Conversations } from '../store/conversations.ts';
import { cutText } from '../tools/codePoints.ts';
import { ActiveTurn } from './activeTurn.ts';
import { settle } from './interruptions.ts';
import { turnRunner } from './turnRunner.ts';
import type { TurnRunnerOptions } from './turnRunner.ts';

export type ChatsOptions = TurnRunnerOptions & {
  readonly conversations: Conversations;
  /** The workspace folder of a new conversation for which none is chosen. */
  readonly workspace?: () => string | undefined;
  /** What servers pushed, by default nothing: see channels/channels. */
  readonly channels?: {
    readonly waiting: (conversationId: string) => readonly ChatItem[];
    readonly keep: (conversationId: string, item: ChatItem, put: () => void) => void;
    readonly close: () => void;
  };
  /** Called for every change of a conversation, in order; text deltas one by one. */
  readonly onChange: (conversationId: string, change: ChatChange) => void;
  /** Called when what {@link Chats.list} answers has changed. */
  readonly onListChange: () => void;
};

const maxTitle = 80;
const quitLimitMs = 1_500;

/** The conversations: kept in the database, each worked on by at most one turn. */
export class Chats {
  readonly #options: ChatsOptions;
  readonly #runTurn: ReturnType<typeof turnRunner>;
  readonly #now: () => number;
  readonly #newId: () => string;
  #isClosed = false;
  readonly #active = new Map<string, ActiveTurn>();

  constructor(options: ChatsOptions) {
    this.#options = options;
    const folderOf = (id: string) => options.conversations.get(id)?.workspace;
    this.#runTurn = turnRunner({ ...options, folderOf, incoming: (id) => this.#incoming(id) });
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? randomUUID;
  }

  /** Latest change first. */
  list(): readonly ConversationSummary[] {
    return this.#options.conversations.list().map((one) => ({
      ...one,
      activity: this.#active.get(one.id)?.activity ?? 'idle',
    }));
  }

  /** A conversation as it is now. What an earlier run of the app left unfinished is settled first. */
  open(id: string): Conversation {
    const stored = this.#options.conversations.get(id);
    if (!stored) throw new AppFailure(unknownConversation(id));
    const active = this.#active.get(id);
    if (!active) return { ...stored, activity: 'idle', items: this.#settled(id) };
    const { items, activity, usage = stored.usage } = active;
    return { ...stored, activity, items: [...items], ...(usage && { usage }) };
  }

  /** Adds the user's message, in a new conversation when no id is given, and starts a turn on it. */
  send(message: {
    readonly conversationId?: string | undefined;
    readonly text: string;
    readonly attachments?: readonly ReadAttachment[];
    /** Of a new conversation; null for none, undefined for the usual one. */
    readonly workspace?: string | null | undefined;
  }): string {
    const { text, attachments = [] } = message;
    if (text.trim() === '') {
      throw new AppFailure({ code: 'chat/empty', message: 'The message is empty.' });
    }
    const id = message.conversationId ?? this.#create(text, message.workspace);
    if (this.#active.has(id)) {
      throw new AppFailure(busy);
    }
    if (!this.#options.conversations.get(id)) throw new AppFailure(unknownConversation(id));
    const question: ChatItem = {
      id: this.#newId(),
      at: this.#now(),
      kind: 'user',
      text,
      ...(attachments.length > 0 && { attachments: [...attachments] }),
    };
    this.#startTurn(id, question);
    return id;
  }

  /** Begins an empty conversation with a title; answers its id. */
  begin(title: string): string {
    const id = this.#create(title, undefined);
    this.#options.onListChange();
    return id;
  }

  /** Starts a turn on what servers pushed, unless one runs, which will see it by itself. */
  wake(id: string): void {
    if (this.#isClosed || this.#active.has(id) || this.#incoming(id).length === 0) return;
    this.#startTurn(id, undefined);
  }

  /** Moves a conversation to a workspace folder, or takes it away. Throws while a turn runs. */
  setWorkspace(id: string, workspace: string | undefined): void {
    if (this.#active.has(id)) throw new AppFailure(busy);
    if (!this.#options.conversations.get(id)) throw new AppFailure(unknownConversation(id));
    this.#options.conversations.setWorkspace(id, workspace);
    this.#options.onListChange();
  }

  /** Stops the answer that is being written, if any. */
  stop(id: string): void {
    this.#active.get(id)?.stop();
  }

  /** Stops one tool call; the turn goes on. */
  stopTool(id: string, itemId: string): void {
    this.#active.get(id)?.stopCall(itemId);
  }

  /** Answers a permission prompt. */
  answer(id: string, itemId: string, answer: PermissionAnswer): void {
    if (this.#options.permissions.answer(id, itemId, answer)) return;
    throw new AppFailure({
      code: 'chat/no-prompt',
      message: 'This question is no longer open.',
    });
  }

  /** Stops every turn and waits, for a short time, until all is kept. Used when the app quits. */
  async stopAll(): Promise<void> {
    this.#isClosed = true;
    this.#options.channels?.close();
    const turns = [...this.#active.values()];
    for (const turn of turns) turn.stop();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, quitLimitMs);
    });
    await Promise.race([limit, Promise.all(turns.map((turn) => turn.ended))]);
    clearTimeout(timer);
    for (const turn of turns) turn.flush();
  }

  #startTurn(id: string, question: ChatItem | undefined): void {
    const active = new ActiveTurn({
      items: this.#settled(id),
      position: this.#options.conversations.nextPosition(id),
      put: (position, item) => this.#put(id, position, item),
      onChange: (change) => this.#onChange(id, change),
    });
    this.#active.set(id, active);
    if (question !== undefined) active.apply({ kind: 'item', item: question });
    this.#options.conversations.touch(id, this.#now());
    active.start(
      (turn) => this.#runTurn(id, turn),
      () => this.#end(id, active),
    );
    this.#options.onListChange();
  }

  #incoming(id: string): readonly ChatItem[] {
    return this.#options.channels?.waiting(id) ?? [];
  }

  #put(id: string, position: number, item: ChatItem): void {
    const { conversations, channels } = this.#options;
    const put = () => conversations.put(id, position, item);
    if (item.kind === 'channel' && channels !== undefined) channels.keep(id, item, put);
    else put();
  }

  #create(text: string, chosen: string | null | undefined): string {
    const id = this.#newId();
    const title = cutText(text.trim().replace(/\s+/g, ' '), maxTitle);
    const workspace = chosen === undefined ? this.#options.workspace?.() : (chosen ?? undefined);
    this.#options.conversations.create({ id, title, updatedAt: this.#now(), workspace });
    return id;
  }

  #settled(id: string): readonly ChatItem[] {
    const items = this.#options.conversations.items(id);
    const settled = settle(items, this.#now());
    for (const [index, item] of settled.entries()) {
      if (item !== items[index]) this.#options.conversations.replace(id, item);
    }
    return settled;
  }

  #onChange(id: string, change: ChatChange): void {
    if (change.kind === 'usage') this.#options.conversations.setUsage(id, change.usage);
    this.#options.onChange(id, change);
    if (change.kind === 'activity') this.#options.onListChange();
  }

  #end(id: string, active: ActiveTurn): void {
    if (this.#active.get(id) === active) this.#active.delete(id);
    this.#options.conversations.touch(id, this.#now());
    this.#onChange(id, { kind: 'activity', activity: 'idle' });
    // What came after the last request of the turn.
    this.wake(id);
  }
}

const busy = { code: 'chat/busy', message: 'An answer is still being written.' };

function unknownConversation(id: string) {
  return {
    code: 'chat/unknown-conversation',
    message: 'This conversation does not exist.',
    params: { id },
  };
}
