import { z } from 'zod';

/** Pending tasks wait for someone, or for the tasks that block them. */
export const TaskState = z.enum(['pending', 'in_progress', 'completed']);
export type TaskState = z.infer<typeof TaskState>;

/** `task_` and its number, which counts from 1 in each workspace and is never given twice. */
export const TaskId = z.string().regex(/^task_[1-9]\d{0,8}$/);
export type TaskId = z.infer<typeof TaskId>;

/** Who works: the conversation's own agent is `lead`, a teammate has the name it was given. */
export const lead = 'lead';
/** Who else writes to members: the person, and the task board. */
export const person = 'user';
export const boardName = 'board';

/** A piece of work on the board of a workspace. Times are epoch milliseconds. */
export type Task = {
  readonly id: TaskId;
  readonly subject: string;
  readonly description: string;
  readonly state: TaskState;
  readonly owner?: string | undefined;
  /** The conversation in which its owner claimed it. */
  readonly conversationId?: string | undefined;
  /** The tasks that must be completed before this one can be claimed. */
  readonly blockedBy: readonly TaskId[];
  /** The name of the worktree that its work is done in. */
  readonly worktree?: string | undefined;
  readonly createdAt: number;
  readonly claimedAt?: number | undefined;
  readonly completedAt?: number | undefined;
};

/** Also the last part of its branch, `wt/NAME`. See team/worktreeName for what may not be one. */
export const WorktreeName = z.string().min(1).max(64);

export type Worktree = {
  readonly name: string;
  readonly branch: string;
  /** Its folder, absolute. */
  readonly path: string;
  readonly taskId?: TaskId | undefined;
  /** Kept for a person to look at: nobody works in it any more. */
  readonly kept: boolean;
  readonly createdAt: number;
};

export type WorktreeEvent = {
  readonly seq: number;
  readonly at: number;
  readonly kind: 'created' | 'kept' | 'removed';
  readonly worktree: string;
  readonly taskId?: TaskId | undefined;
  /** It was removed with work in it that was nowhere else. */
  readonly discarded?: boolean | undefined;
};

/** What a team has in one folder. */
export type TeamBoard = {
  readonly workspace: string;
  /** In the order they were created. */
  readonly tasks: readonly Task[];
  readonly worktrees: readonly Worktree[];
  /** The latest first, at most 50. */
  readonly events: readonly WorktreeEvent[];
};

/**
 * What a teammate does. `working`: its turn runs. `idle`: it waits for mail and looks for tasks. The
 * others do nothing until they are resumed: `ended` had nothing to do for a while, `shut-down` was
 * asked to end, `failed` could not go on. A person `stopped` it, and only a person lets it go on;
 * `interrupted`: all were stopped, or the app was closed, and the lead may let it go on.
 */
export const TeammateState = z.enum([
  'working',
  'idle',
  'ended',
  'shut-down',
  'failed',
  'stopped',
  'interrupted',
]);
export type TeammateState = z.infer<typeof TeammateState>;

export type Teammate = {
  /** Its conversation. */
  readonly id: string;
  readonly name: string;
  /** What it is for, in the lead's words. */
  readonly role: string;
  readonly state: TeammateState;
  readonly since: number;
  /** It may only plan until its plan is approved. */
  readonly isHeld: boolean;
  /** The tasks that it works on. */
  readonly tasks: readonly TaskId[];
  /** The servers and tools that it has of the lead's; undefined for all. */
  readonly allowed?: readonly string[] | undefined;
};

/** Those who work for a conversation. */
export type TeamOfChat = {
  /** The lead's conversation. */
  readonly id: string;
  readonly title: string;
  readonly workspace: string;
  readonly teammates: readonly Teammate[];
  /** Plans that wait for approval. */
  readonly plans: readonly PlanRequest[];
  /** The latest first, at most 100. */
  readonly mail: readonly Mail[];
};

export type TeamView = {
  /** The boards of all folders that have anything, the workspace in force first even when empty. */
  readonly boards: readonly TeamBoard[];
  /** The chats that have teammates, the latest first. */
  readonly teams: readonly TeamOfChat[];
};

/** What a message between members is for; the last five belong to a request. */
export const MailKind = z.enum([
  'message',
  /** What a teammate says when its work ends. */
  'result',
  /** A task of the board that was claimed for whom it is to. */
  'assignment',
  'shutdown_request',
  'shutdown_response',
  'plan_request',
  'plan_approval_request',
  'plan_approval_response',
]);
export type MailKind = z.infer<typeof MailKind>;

export type Mail = {
  /** Counts up over all mail: the order it was sent in. */
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly kind: MailKind;
  readonly text: string;
  readonly requestId?: string | undefined;
  readonly at: number;
  /** Its recipient has it in its conversation. */
  readonly isRead?: boolean | undefined;
};

/** Asks a member to end; `to` answers. */
export type ShutdownRequest = {
  readonly kind: 'shutdown';
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'asked' | 'accepted' | 'refused';
  readonly text: string;
  readonly at: number;
};

/** Holds a member until `from` has approved its plan; `to` writes it, again after each rejection. */
export type PlanRequest = {
  readonly kind: 'plan';
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'asked' | 'submitted' | 'approved' | 'rejected';
  /** What the plan is to be for; empty when `to` submits one of its own accord. */
  readonly text: string;
  readonly plan?: string | undefined;
  /** What the reviewer said about it. */
  readonly feedback?: string | undefined;
  readonly at: number;
};

export type TeamRequest = ShutdownRequest | PlanRequest;

/** Settings: how often an idle teammate looks for a task, and after how long without one it ends. */
export const teamFields = {
  teammatePollSeconds: z.number().min(1).max(3_600),
  teammateIdleSeconds: z.number().min(1).max(86_400),
};
export type TeamField = keyof typeof teamFields;
export const usualTeam: Readonly<Record<TeamField, number>> = {
  teammatePollSeconds: 5,
  teammateIdleSeconds: 60,
};
