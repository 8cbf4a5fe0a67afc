import { randomUUID } from 'node:crypto';
import { atMost } from '../../shared/atMost.ts';
import type {
  ActiveAgent,
  Activity,
  ChatChange,
  ChatItem,
  Conversation,
  ConversationSummary,
} from '../../shared/chat.ts';
import type { ContextMeter } from '../../shared/context.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { PermissionAnswer } from '../../shared/permission.ts';
import type { ReadAttachment } from '../../shared/resource.ts';
import type { ConversationPatch, Conversations, NewConversation } from '../store/conversations.ts';
import { cutText } from '../tools/codePoints.ts';
import { ActiveTurn } from './activeTurn.ts';
import { busy, emptyMessage, noPrompt, unknownConversation } from './chatErrors.ts';
import type { Background } from './background/background.ts';
import type { IncomingSource } from './incomingSource.ts';
import { settle } from './interruptions.ts';
import { turnRunner } from './turnRunner.ts';
import type { TurnRunner, TurnRunnerOptions } from './turnRunner.ts';

export type ChatsOptions = TurnRunnerOptions & {
  readonly conversations: Conversations;
  /** The workspace folder of a new conversation for which none is chosen. */
  readonly workspace?: () => string | undefined;
  /** Whatever speaks in conversations beside the person and the model. */
  readonly incoming?: readonly IncomingSource[];
  /** Where calls go on that no turn waits for. */
  readonly background?: Pick<Background, 'of' | 'running' | 'shown' | 'stop' | 'close'>;
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
  readonly #turns: TurnRunner;
  readonly #now: () => number;
  readonly #newId: () => string;
  #isClosed = false;
  readonly #active = new Map<string, ActiveTurn>();

  constructor(options: ChatsOptions) {
    this.#options = options;
    this.#turns = turnRunner({
      ...options,
      conversation: (id) => options.conversations.get(id),
      incoming: (id) => this.#incoming(id),
    });
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? randomUUID;
  }

  /** Latest change first. */
  list(): readonly ConversationSummary[] {
    const agents = this.#activeAgents();
    return this.#options.conversations.list().map(({ role: _lead, ...one }) => ({
      ...one,
      activity: this.activity(one.id),
      waiting: this.#active.get(one.id)?.waiting,
      agents: agents.filter(({ role }) => role.parent === one.id),
      background: this.#options.background?.running(one.id).size,
    }));
  }

  activity(id: string): Activity {
    return this.#active.get(id)?.activity ?? 'idle';
  }

  /** A conversation as it is now, what an earlier run left unfinished settled; with all items, or the latest. */
  open(id: string, latest?: number): Conversation {
    const stored = this.#options.conversations.get(id);
    if (!stored) throw new AppFailure(unknownConversation(id));
    const agents = this.#activeAgents().filter(({ role }) => role.parent === id);
    const active = this.#active.get(id);
    const { background } = this.#options;
    const items = (active?.items ?? this.#settled(id, latest)).map(
      (item) => background?.shown(id, item) ?? item,
    );
    const { activity = 'idle', usage = stored.usage } = active ?? {};
    return { ...stored, agents, activity, items, ...(usage && { usage }) };
  }

  /** Adds the user's message, in a new conversation when no id is given, and starts a turn on it. */
  send(message: {
    readonly conversationId?: string | undefined;
    readonly text: string;
    readonly attachments?: readonly ReadAttachment[];
    /** Of a new conversation; null for none, undefined for the usual one. */
    readonly workspace?: string | null | undefined;
    /** Of a new conversation. */
    readonly model?: string | undefined;
  }): string {
    const { text, attachments = [] } = message;
    if (text.trim() === '') throw new AppFailure(emptyMessage);
    const { workspace = this.#options.workspace?.() ?? null, model } = message;
    const of = { workspace: workspace ?? undefined, model };
    const id = message.conversationId ?? this.#create(text, of);
    const question: ChatItem = {
      id: this.#newId(),
      at: this.#now(),
      kind: 'user',
      text,
      ...(attachments.length > 0 && { attachments: [...attachments] }),
    };
    this.begin(id, question);
    return id;
  }

  /** Starts a turn on an item, or on what is there. Throws while one runs. */
  begin(id: string, item?: ChatItem): void {
    this.#checkAtRest(id);
    this.#startTurn(id, item);
  }

  /** Has what is in the conversation summarized, for the model alone. Throws while a turn runs. */
  compact(id: string): void {
    this.#checkAtRest(id);
    this.#startTurn(id, undefined, 'compact');
  }

  /** How full the model's context is; without an id of a conversation that is about to begin. */
  meter(id: string | undefined): Promise<ContextMeter> {
    if (id === undefined) return this.#turns.meter('', [], undefined);
    const { items, usage } = this.open(id);
    return this.#turns.meter(id, items, usage);
  }

  /** Makes an empty conversation, by default a lead's in the usual workspace; answers its id. */
  create(
    title: string,
    of: Pick<NewConversation, 'role' | 'workspace'> = { workspace: this.#options.workspace?.() },
  ): string {
    const id = this.#create(title, of);
    this.#options.onListChange();
    return id;
  }

  /** Starts a turn on what came in, unless one runs, which will see it by itself. */
  wake(id: string): void {
    if (this.#isClosed || this.#active.has(id)) return;
    const { conversations } = this.#options;
    // The app was killed between a push and the beginning of its answer: whatever else ends a turn
    // leaves a notice.
    const isLeft = () => conversations.items(id, 1)[0]?.kind === 'channel';
    if (this.#incoming(id).length === 0 && !isLeft()) return;
    if (conversations.get(id)) this.#startTurn(id, undefined);
  }

  /** Renames, pins, archives. */
  change(id: string, patch: ConversationPatch): void {
    if (!this.#options.conversations.get(id)) throw new AppFailure(unknownConversation(id));
    this.#options.conversations.change(id, patch);
    this.#options.onListChange();
  }

  /** Adds what waits of one kind and starts nothing; a turn that runs takes it by itself. */
  show(id: string, kind: ChatItem['kind']): void {
    if (this.#isClosed || this.#active.has(id)) return;
    for (const item of this.#incoming(id).filter((one) => one.kind === kind)) {
      this.#put(id, this.#options.conversations.nextPosition(id), item);
      this.#onChange(id, { kind: 'item', item });
    }
  }

  /** Moves a conversation to a workspace folder, or takes it away. Throws while a turn runs. */
  setWorkspace(id: string, workspace: string | undefined): void {
    this.#checkAtRest(id);
    this.#options.conversations.setWorkspace(id, workspace);
    this.#options.onListChange();
  }

  /** Stops the answer that is being written, if any, and those of all who work for it. */
  stop(id: string): void {
    this.#active.get(id)?.stop();
    for (const agent of this.#activeAgents()) if (agent.role.parent === id) this.stop(agent.id);
  }

  /** Lets a turn end once the calls that run have their results. */
  endAfterRound(id: string): void {
    this.#active.get(id)?.endAfterRound();
  }

  /** Resolves when no turn works on a conversation any more. */
  async idle(id: string): Promise<void> {
    for (let turn = this.#active.get(id); turn; turn = this.#active.get(id)) await turn.ended;
  }

  /** Stops one tool call, wherever it runs; the turn goes on. */
  stopTool(id: string, itemId: string): void {
    if (this.#options.background?.stop(id, itemId) === true) return;
    this.#active.get(id)?.stopCall(itemId);
  }

  /** Answers a permission prompt. */
  answer(id: string, itemId: string, answer: PermissionAnswer): void {
    if (this.#options.permissions.answer(id, itemId, answer)) return;
    throw new AppFailure(noPrompt);
  }

  /** Stops every turn and waits, for a short time, until all is kept. Used when the app quits. */
  async stopAll(): Promise<void> {
    this.#isClosed = true;
    this.#options.background?.close();
    const turns = [...this.#active.values()];
    for (const turn of turns) turn.stop();
    await atMost(quitLimitMs, Promise.all(turns.map((turn) => turn.ended)));
    for (const turn of turns) turn.flush();
  }

  #checkAtRest(id: string): void {
    if (this.#active.has(id)) throw new AppFailure(busy);
    if (!this.#options.conversations.get(id)) throw new AppFailure(unknownConversation(id));
  }

  #startTurn(
    id: string,
    question: ChatItem | undefined,
    work: 'answer' | 'compact' = 'answer',
  ): void {
    const active = new ActiveTurn({
      role: this.#options.conversations.get(id)?.role ?? { kind: 'lead' },
      items: this.#settled(id),
      usage: this.#options.conversations.get(id)?.usage,
      position: this.#options.conversations.nextPosition(id),
      put: (position, item) => this.#put(id, position, item),
      onChange: (change) => this.#onChange(id, change),
    });
    this.#active.set(id, active);
    if (question !== undefined) active.apply({ kind: 'item', item: question });
    this.#options.conversations.touch(id, this.#now());
    active.start(
      (turn) => this.#turns[work](id, turn),
      () => this.#end(id, active),
    );
    this.#options.onListChange();
  }

  #activeAgents(): readonly ActiveAgent[] {
    return [...this.#active].flatMap(([id, { role, activity, waiting }]) =>
      role.kind === 'lead' ? [] : [{ id, role, activity, waiting }],
    );
  }

  #incoming(id: string): readonly ChatItem[] {
    return (this.#options.incoming ?? []).flatMap((source) => source.waiting(id));
  }

  #put(id: string, position: number, item: ChatItem): void {
    const { conversations, incoming = [] } = this.#options;
    const put = () => conversations.put(id, position, item);
    const source = incoming.find(({ kind }) => kind === item.kind);
    if (source) source.keep(id, item, put);
    else put();
  }

  #create(text: string, of: Pick<NewConversation, 'role' | 'workspace' | 'model'>): string {
    const id = this.#newId();
    const title = cutText(text.trim().replace(/\s+/g, ' '), maxTitle);
    this.#options.conversations.create({ ...of, id, title, updatedAt: this.#now() });
    return id;
  }

  #settled(id: string, latest?: number): readonly ChatItem[] {
    const items = this.#options.conversations.items(id, latest);
    const settled = settle(items, this.#now());
    for (const [index, item] of settled.entries()) {
      if (item !== items[index]) this.#options.conversations.replace(id, item);
    }
    return settled;
  }

  #onChange(id: string, change: ChatChange): void {
    if (change.kind === 'usage') this.#options.conversations.setUsage(id, change.usage);
    const { background } = this.#options;
    const isCall = change.kind === 'item' && background !== undefined;
    this.#options.onChange(
      id,
      isCall ? { kind: 'item', item: background.shown(id, change.item) } : change,
    );
    if (change.kind === 'activity') this.#options.onListChange();
  }

  #end(id: string, active: ActiveTurn): void {
    if (this.#active.get(id) === active) this.#active.delete(id);
    this.#options.conversations.touch(id, this.#now());
    this.#onChange(id, { kind: 'activity', activity: 'idle' });
    // What came after the last request of the turn; who was stopped waits to be spoken to.
    if (!active.isStopped) this.wake(id);
  }
}
