import { z } from 'zod';
import { ConversationId } from './chat.ts';
import { request } from './ipcRequest.ts';
import { TaskId, WorktreeName } from './team.ts';
import type { TeamView } from './team.ts';

const Workspace = z.string().min(1).max(4096);
const worktreeRef = z.object({ workspace: Workspace, name: WorktreeName });

/** What a person does with boards, worktrees and teammates. */
export const teamRequests = {
  'team.view': request(z.undefined())<TeamView>(),
  /** Answers the new task's id. These and what follows are of boards that are shown. */
  'team.addTask': request(
    z.object({
      workspace: Workspace,
      subject: z.string().trim().min(1).max(200),
      description: z.string().max(20_000).optional(),
      blockedBy: z.array(TaskId).max(50).optional(),
    }),
  )<string>(),
  /** Gives a task that someone has taken back to everyone. */
  'team.releaseTask': request(z.object({ workspace: Workspace, id: TaskId }))<void>(),
  /** Takes the completed tasks off the board. */
  'team.clearTasks': request(Workspace)<void>(),
  'team.keepWorktree': request(worktreeRef)<void>(),
  /** Fails with `team/worktree-unsaved` when work would be lost, unless `discard`. */
  'team.removeWorktree': request(worktreeRef.extend({ discard: z.boolean() }))<void>(),
  /** Shows its folder in the system's file manager. */
  'team.openWorktree': request(worktreeRef)<void>(),

  /** By its conversation, as what follows. Its turn ends; only a person lets it go on. */
  'team.stop': request(ConversationId)<void>(),
  /** Lets a teammate go on that does nothing. */
  'team.resume': request(ConversationId)<void>(),
  /** The person's own words to a teammate; who does nothing goes on. */
  'team.write': request(
    z.object({ id: ConversationId, text: z.string().trim().min(1).max(100_000) }),
  )<void>(),
  /** For the lead whose conversation `team` is. */
  'team.review': request(
    z.object({
      team: ConversationId,
      requestId: z.string().max(64),
      approve: z.boolean(),
      feedback: z.string().max(20_000),
    }),
  )<void>(),
} as const;
