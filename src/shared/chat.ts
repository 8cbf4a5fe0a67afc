import { z } from 'zod';
import { AppError } from './errors.ts';
import { KeptFile, SavedAs } from './keptFile.ts';
import { Decision, PermissionPrompt } from './permission.ts';
import { ReadAttachment } from './resource.ts';
import { RoundUsage } from './roundUsage.ts';
import { MailKind } from './team.ts';

/** A part of a tool's result, as shown and as given to the model. */
export const ResultPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** In a file; `data` (base64) only has what versions before files have kept. */
  z.object({
    kind: z.literal('image'),
    mediaType: z.string(),
    file: KeptFile.optional(),
    data: z.string().optional(),
  }),
  z.object({
    kind: z.literal('link'),
    uri: z.string(),
    name: z.string(),
    description: z.string().optional(),
    mediaType: z.string().optional(),
  }),
  /**
   * Kept on disk because the model can't take it or it is too long. `bytes` is its size; `note` says
   * to the model what it is, `about` to a person.
   */
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    mediaType: z.string(),
    bytes: z.number(),
    note: z.string(),
    about: SavedAs.optional(),
  }),
]);
export type ResultPart = z.infer<typeof ResultPart>;

/**
 * A tool call's life. `running` and `waiting` never survive a restart: an interrupted call becomes
 * `error`. `stopped` means that the user stopped it, `denied` that the user refused it.
 */
export const ToolCallState = z.enum([
  'queued',
  'waiting',
  'running',
  'done',
  'error',
  'denied',
  'stopped',
]);
export type ToolCallState = z.infer<typeof ToolCallState>;

/** What a built-in tool came to, in a form that the renderer has words for in each language. */
export const CallOutcome = z.object({
  code: z.enum(['tools-found', 'lines-read', 'files-found', 'lines-found']),
  count: z.number(),
});
export type CallOutcome = z.infer<typeof CallOutcome>;

export const Todo = z.object({
  text: z.string(),
  state: z.enum(['pending', 'in_progress', 'completed']),
});
export type Todo = z.infer<typeof Todo>;

/** What the card of a built-in tool shows in place of arguments and result. */
export const ToolView = z.discriminatedUnion('kind', [
  /** Of a long output the first and the last part, with how many characters are between them. */
  z.object({
    kind: z.literal('terminal'),
    head: z.string(),
    skipped: z.number(),
    tail: z.string(),
    /** How the command ended; absent while it runs. */
    end: z
      .object({
        code: z.number().optional(),
        signal: z.string().optional(),
        /** It was ended because it took more than so many seconds. */
        limit: z.number().optional(),
      })
      .optional(),
  }),
  /** `lines` are those of a unified diff without its file names, the longest diffs cut. */
  z.object({
    kind: z.literal('diff'),
    file: z.string(),
    isNew: z.boolean(),
    added: z.number(),
    removed: z.number(),
    lines: z.array(z.string()),
    /** How many lines of the diff are left out. */
    cut: z.number(),
  }),
  z.object({ kind: z.literal('todos'), todos: z.array(Todo) }),
  /** A sub-agent: its conversation, how many calls it made, and the tokens of all its requests. */
  z.object({
    kind: z.literal('agent'),
    conversationId: z.string(),
    calls: z.number(),
    tokens: z.number(),
  }),
]);
export type ToolView = z.infer<typeof ToolView>;

export const ToolCall = z.object({
  /** The name the model used. */
  name: z.string(),
  title: z.string(),
  /** Absent for built-in tools and for unknown ones. */
  server: z.string().optional(),
  input: z.record(z.string(), z.unknown()),
  state: ToolCallState,
  startedAt: z.number(),
  endedAt: z.number().optional(),
  progress: z
    .object({ progress: z.number(), total: z.number().optional(), message: z.string().optional() })
    .optional(),
  /** For the card's right side. */
  outcome: CallOutcome.optional(),
  view: ToolView.optional(),
  /**
   * What it is called in the background, where it goes on or went on. It is kept as `done`, and
   * shown as `running` while it runs; its end is a background item.
   */
  background: z.string().optional(),
  result: z.array(ResultPart).optional(),
  prompt: PermissionPrompt.optional(),
  /** Who let it run or not. */
  decision: Decision.optional(),
  /** The log line of the JSON-RPC call, for "show in log". */
  logSeq: z.number().optional(),
  /** Names of tools that are in every later request because of this call (see agent/request/offeredTools). */
  loaded: z.array(z.string()).optional(),
  /** The API itself ran it within its answer: a search for tools. */
  byApi: z.literal(true).optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

const itemBase = { id: z.string(), at: z.number() };

/**
 * `round` numbers the model requests of a conversation; the items of one answer share it, and the
 * last one has what the request took.
 */
const answerBase = { ...itemBase, round: z.number().int(), usage: RoundUsage.optional() };

/**
 * One thing in a conversation, in order: the unit that is stored, shown and sent to the model
 * (see agent/request/toMessages). Times are epoch milliseconds.
 */
export const ChatItem = z.discriminatedUnion('kind', [
  z.object({
    ...itemBase,
    kind: z.literal('user'),
    text: z.string(),
    attachments: z.array(ReadAttachment).optional(),
    /** A hook held it back: the model is never told of it. */
    isWithheld: z.boolean().optional(),
    /** What hooks tell the model with it. */
    added: z.string().optional(),
  }),
  /** What a server said by itself; free of invisible characters, not escaped (see channels). */
  z.object({
    ...itemBase,
    kind: z.literal('channel'),
    server: z.string(),
    content: z.string(),
    meta: z.array(z.object({ key: z.string(), value: z.string() })),
    /** Something was left out, because it was too long or no legal attribute. */
    isCut: z.boolean(),
  }),
  /** What another member of the team wrote; `from` is `user` for the person (see shared/team Mail). */
  z.object({
    ...itemBase,
    kind: z.literal('mail'),
    from: z.string(),
    mailKind: MailKind,
    text: z.string(),
    requestId: z.string().optional(),
  }),
  /** The end of a call that went on in the background; `itemId` is the call's own item. */
  z.object({ ...itemBase, kind: z.literal('background'), itemId: z.string(), call: ToolCall }),
  z.object({ ...answerBase, kind: z.literal('text'), text: z.string(), streaming: z.boolean() }),
  z.object({
    ...answerBase,
    kind: z.literal('thinking'),
    text: z.string(),
    streaming: z.boolean(),
    endedAt: z.number().optional(),
    /** The API's signature, or the data of a redacted block: without it the block is not sent back. */
    signature: z.string().optional(),
    redacted: z.boolean().optional(),
  }),
  /** `id` is the API's tool_use id. */
  z.object({ ...answerBase, kind: z.literal('tool'), call: ToolCall }),
  /** Something the user should know that the model is not told: a retry, a stop, an error. */
  z.object({
    ...itemBase,
    kind: z.literal('notice'),
    level: z.enum(['info', 'warn', 'error']),
    notice: AppError,
  }),
  /**
   * Where the conversation became too long: from here on the model is given what comes up to the
   * item `upTo` as `summary`, or where there is none with its tool results shortened.
   */
  z.object({
    ...itemBase,
    kind: z.literal('compaction'),
    state: z.enum(['running', 'done', 'failed']),
    upTo: z.string(),
    summary: z.string().optional(),
    /** Estimates, of a whole request. */
    tokensBefore: z.number(),
    tokensAfter: z.number().optional(),
  }),
]);
export type ChatItem = z.infer<typeof ChatItem>;
export type ChatItemOf<K extends ChatItem['kind']> = Extract<ChatItem, { kind: K }>;

export const ConversationId = z.string().min(1).max(64);

/**
 * Who answers in a conversation: the person's own agent, or one that works for the conversation
 * `parent`. A sub-agent was started by the tool call `itemId` there, and ends with it.
 */
export const AgentRole = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead') }),
  z.object({ kind: z.literal('teammate'), parent: ConversationId, name: z.string() }),
  z.object({ kind: z.literal('sub-agent'), parent: ConversationId, itemId: z.string() }),
]);
export type AgentRole = z.infer<typeof AgentRole>;
export type AgentRoleOf<K extends AgentRole['kind']> = Extract<AgentRole, { kind: K }>;

/** A teammate or sub-agent whose turn runs now; `id` is its conversation. */
export type ActiveAgent = {
  readonly id: string;
  readonly role: AgentRoleOf<'teammate'> | AgentRoleOf<'sub-agent'>;
  readonly activity: Activity;
  /** How many of its calls wait. */
  readonly waiting: number;
};

/** `running`: a turn is under way. `waiting`: it waits for the user's permission. */
export type Activity = 'idle' | 'running' | 'waiting';

/** A conversation that a person began. */
export type ConversationSummary = {
  readonly id: string;
  /** What the person called it, or the start of the first message; empty before there is one. */
  readonly title: string;
  readonly updatedAt: number;
  readonly activity: Activity;
  /** How many calls of its own wait for the person's permission; absent where no turn runs. */
  readonly waiting?: number | undefined;
  /** The folder that file and shell tools work in; without one there are none of them. */
  readonly workspace?: string | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
  /** The model that answers here; absent for the one of the settings. */
  readonly model?: string | undefined;
  /** Those who work for it now, and for whom it waits. */
  readonly agents: readonly ActiveAgent[];
  /** How many of its calls go on in the background; absent when none does. */
  readonly background?: number | undefined;
};

/** Tokens of the latest request, as the API counted them. */
export type TokenUsage = Readonly<Omit<RoundUsage, 'model'>>;

/** An item from which the conversation goes on in one of several ways: the `at`th, from 1, `of` all. */
export type Fork = { readonly itemId: string; readonly at: number; readonly of: number };

export type Conversation = ConversationSummary & {
  readonly role: AgentRole;
  readonly items: readonly ChatItem[];
  /** There are others before these: see `chat.earlier`. */
  readonly hasEarlier?: boolean | undefined;
  readonly forks?: readonly Fork[] | undefined;
  /** Messages that wait for the next model request, oldest first. */
  readonly queue?: readonly ChatItemOf<'user'>[] | undefined;
  readonly usage?: TokenUsage | undefined;
};

/** What happened in a conversation since the last push; applied in order. */
export type ChatChange =
  /** Replaces the item of that id, or is added at the end. */
  | { readonly kind: 'item'; readonly item: ChatItem }
  /** Text to append to a text or thinking item. */
  | { readonly kind: 'delta'; readonly id: string; readonly text: string }
  /** Other items are shown than before: the conversation is to be opened anew. */
  | { readonly kind: 'path' }
  | { readonly kind: 'queue'; readonly queue: readonly ChatItemOf<'user'>[] }
  | { readonly kind: 'activity'; readonly activity: Activity }
  | { readonly kind: 'usage'; readonly usage: TokenUsage };
