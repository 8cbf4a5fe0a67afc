import { z } from 'zod';
import { HookSays } from './hook.ts';

export const RuleVerdict = z.enum(['allow', 'ask', 'deny']);
export type RuleVerdict = z.infer<typeof RuleVerdict>;

/** Where a rule stands: `always` are the answers given in chats, kept in the database. */
export const RuleLayer = z.enum(['managed', 'local', 'project', 'user', 'always']);
export type RuleLayer = z.infer<typeof RuleLayer>;

/** A rule that had a say, as it is written; of `always` the tool as the server calls it. */
export const RuleRef = z.object({ verdict: RuleVerdict, text: z.string(), layer: RuleLayer });
export type RuleRef = z.infer<typeof RuleRef>;

/**
 * What runs without asking. `ask`: what a rule allows, and what only reads on a trusted server.
 * `read-only`: nothing that may change something runs. `trust-edits`: changes that destroy nothing
 * on trusted servers too. `bypass`: all that no rule denies; lasts until the app is closed.
 */
export const PermissionMode = z.enum(['ask', 'read-only', 'trust-edits', 'bypass']);
export type PermissionMode = z.infer<typeof PermissionMode>;

/** Why a call is asked about; the renderer has a sentence for each. */
export const AskReason = z.enum([
  'destructive',
  'not-read-only',
  'untrusted-read-only',
  /** `rule` says so. */
  'rule',
  /** `rule` can't be held against these arguments, such as a command of several parts. */
  'unclear',
  /** `rule` allows it, but the server has changed the tool since. */
  'changed',
  /** `rule` is for the whole server, and such a rule does not cover what may destroy. */
  'wide-rule',
  /** A hook of the settings wants it: `hook` says why. */
  'hook',
]);
export type AskReason = z.infer<typeof AskReason>;

/** What a tool was when it was allowed and what it is now, as lines of text for a difference. */
export const DefinitionChange = z.object({
  /** Epoch milliseconds of the definition that was allowed. */
  since: z.number(),
  before: z.string(),
  after: z.string(),
});
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/** An open question to the user. The call and its arguments stand in the tool item of the same id. */
export const PermissionPrompt = z.object({
  reason: AskReason,
  /** What the server's annotations come to, defaults filled in (MCP ToolAnnotations). */
  tags: z.array(z.enum(['read-only', 'destructive', 'open-world', 'idempotent'])),
  rule: RuleRef.optional(),
  hook: HookSays.optional(),
  change: DefinitionChange.optional(),
});
export type PermissionPrompt = z.infer<typeof PermissionPrompt>;

export const PermissionAnswer = z.enum(['allow-once', 'allow-always', 'deny']);
export type PermissionAnswer = z.infer<typeof PermissionAnswer>;

/** An answer that came by way of a server, to the request that it was sent under this id. */
export const RelayedAnswer = z.object({ server: z.string(), request: z.string() });
export type RelayedAnswer = z.infer<typeof RelayedAnswer>;

/**
 * Who decided about a call. `annotation`: it only reads, as a trusted server says. `plan`: it is a
 * teammate's whose plan is not approved.
 */
export const DecidedBy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), answer: PermissionAnswer }),
  RelayedAnswer.extend({ kind: z.literal('channel') }),
  z.object({ kind: z.literal('rule'), rule: RuleRef }),
  z.object({ kind: z.literal('mode'), mode: PermissionMode }),
  z.object({ kind: z.literal('annotation') }),
  z.object({ kind: z.literal('builtin') }),
  z.object({ kind: z.literal('plan') }),
  HookSays.extend({ kind: z.literal('hook') }),
]);
export type DecidedBy = z.infer<typeof DecidedBy>;

/** What became of a call's question, as its card shows it. */
export const Decision = z.object({ verdict: z.enum(['allow', 'deny']), by: DecidedBy });
export type Decision = z.infer<typeof Decision>;

/** Stands for the conversation of a call that a person made by the form of the Servers screen. */
export const tryConversation = 'try';

/** A decision as it is kept. */
export type DecisionRecord = Decision & {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly conversationId: string;
  readonly itemId: string;
  /** Absent for built-in tools. */
  readonly server?: string | undefined;
  /** As its server calls it. */
  readonly tool: string;
  /** SHA-256 of the arguments as canonical JSON (RFC 8785), in hex. */
  readonly digest: string;
  /** The start of the arguments as JSON, without secrets. */
  readonly preview: string;
};

/** "Always for this tool", as the user said it. */
export const PermissionRule = z.object({ server: z.string(), tool: z.string(), since: z.number() });
export type PermissionRule = z.infer<typeof PermissionRule>;

/** A rule in force, as the Settings show it; only those of `user` and `always` can be changed there. */
export type RuleView = RuleRef & {
  /** Of `always`. */
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly since?: number | undefined;
  /** The server has changed the tool since it was allowed: it is asked about again. */
  readonly sleeps?: boolean | undefined;
  /** The layer may tighten only, so this rule counts for nothing. */
  readonly ignored?: boolean | undefined;
};
