import { lead } from '../../../shared/team.ts';
import type { Task } from '../../../shared/team.ts';
import type { BuiltinContext, BuiltinTool } from '../../tools/builtin/builtinTool.ts';
import { said } from '../../tools/builtin/said.ts';
import type { TaskBoard } from '../taskBoard.ts';
import { openBlockers } from '../taskRules.ts';
import { worktreePath } from '../worktreeFolder.ts';
import { strings, text, withId } from './toolText.ts';

type Options = {
  readonly board: TaskBoard;
  /** Who works in a conversation. */
  readonly memberOf?: (conversationId: string) => string;
  /** Whose board it is; for a member that works in a worktree, the folder that it is of. */
  readonly workspaceOf?: (context: BuiltinContext) => Promise<string>;
};

const ownFolder = async (context: BuiltinContext): Promise<string> =>
  (await context.workspace()).root;

/** The tools by which work is split up, taken and ended. */
export function createTaskTools(options: Options): readonly BuiltinTool[] {
  const { board, memberOf = () => lead, workspaceOf = ownFolder } = options;
  const marks = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
  const base = { annotations: marks, permission: 'allow', needsWorkspace: true } as const;
  return [
    {
      ...base,
      name: 'create_task',
      title: 'Create task',
      description:
        'Create a task on the board of this workspace. Tasks that blockedBy names must be completed before it can be claimed; blocks names pending tasks that are to wait for it.',
      inputSchema: {
        type: 'object',
        properties: {
          subject: { type: 'string', description: 'One line', minLength: 1, maxLength: 200 },
          description: { type: 'string', maxLength: 20_000 },
          blockedBy: { type: 'array', items: { type: 'string' }, maxItems: 50 },
          blocks: { type: 'array', items: { type: 'string' }, maxItems: 50 },
        },
        required: ['subject'],
      },
      async run(input, context) {
        const task = board.create(await workspaceOf(context), {
          subject: text(input, 'subject'),
          description: text(input, 'description'),
          blockedBy: strings(input, 'blockedBy'),
          blocks: strings(input, 'blocks'),
        });
        const { id, subject, blockedBy } = task;
        const waits = blockedBy.length > 0 ? ` (blockedBy: ${blockedBy.join(', ')})` : '';
        return said(`Created ${id}: ${subject}${waits}`);
      },
    },
    {
      ...base,
      annotations: { ...marks, readOnlyHint: true },
      name: 'list_tasks',
      title: 'List tasks',
      description: 'List all tasks of this workspace, with state, owner and what they wait for.',
      inputSchema: { type: 'object', properties: {} },
      async run(_input, context) {
        const tasks = board.list(await workspaceOf(context));
        const all = new Map(tasks.map((task) => [task.id, task]));
        const lines = tasks.map((task) => {
          const open = openBlockers(task, all).filter((id) => all.has(id));
          return lineOf(task, open);
        });
        return said(lines.join('\n') || 'No tasks.');
      },
    },
    {
      ...base,
      annotations: { ...marks, readOnlyHint: true },
      name: 'get_task',
      title: 'Get task',
      description: 'Get everything about a task, its description too.',
      inputSchema: withId,
      async run(input, context) {
        const task = board.get(await workspaceOf(context), text(input, 'task_id'));
        return said(JSON.stringify(task, undefined, 2));
      },
    },
    {
      ...base,
      name: 'claim_task',
      title: 'Claim task',
      description:
        'Claim a pending task before working on it. Fails when another has it or when it waits for others.',
      inputSchema: withId,
      async run(input, context) {
        const workspace = await workspaceOf(context);
        const id = text(input, 'task_id');
        const { conversationId } = context;
        const task = board.claim(workspace, id, memberOf(conversationId), conversationId);
        const claimed = `Claimed ${task.id} (${task.subject})`;
        if (task.worktree === undefined) return said(claimed);
        return said(`${claimed}\nWork in ${worktreePath(workspace, task.worktree)}`);
      },
    },
    {
      ...base,
      name: 'complete_task',
      title: 'Complete task',
      description: 'Mark a claimed task as completed. Answers which tasks that unblocked.',
      inputSchema: withId,
      async run(input, context) {
        const workspace = await workspaceOf(context);
        const { conversationId } = context;
        const { task, unblocked } = board.complete(
          workspace,
          text(input, 'task_id'),
          memberOf(conversationId),
          conversationId,
        );
        const completed = `Completed ${task.id} (${task.subject})`;
        const next = unblocked.map(({ id, subject }) => `${id} (${subject})`).join(', ');
        return said(next === '' ? completed : `${completed}\nUnblocked: ${next}`);
      },
    },
  ];
}

function lineOf({ id, subject, state, owner, worktree }: Task, open: readonly string[]): string {
  const more = [
    ...(owner === undefined ? [] : [` (owner: ${owner})`]),
    ...(open.length === 0 ? [] : [` (blockedBy: ${open.join(', ')})`]),
    ...(worktree === undefined ? [] : [` (wt:${worktree})`]),
  ];
  return `${id}: ${subject} [${state}]${more.join('')}`;
}
