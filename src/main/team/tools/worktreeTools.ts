import type { BuiltinTool } from '../../tools/builtin/builtinTool.ts';
import { said } from '../../tools/builtin/said.ts';
import type { Worktrees } from '../worktrees.ts';
import { text } from './toolText.ts';

/** The tools by which the lead gives work a place of its own. */
export function createWorktreeTools({
  worktrees,
}: {
  readonly worktrees: Worktrees;
}): readonly BuiltinTool[] {
  const marks = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
  const base = {
    annotations: marks,
    permission: 'allow',
    needsWorkspace: true,
    subject: (input: Readonly<Record<string, unknown>>) =>
      ({ kind: 'name', value: text(input, 'name') }) as const,
  } as const;
  return [
    {
      ...base,
      name: 'create_worktree',
      title: 'Create worktree',
      description:
        "Create a git worktree on a new branch wt/NAME from this workspace's HEAD, for work that must not touch the workspace's own files. With task_id it becomes the place of that task's work.",
      inputSchema: {
        type: 'object',
        properties: {
          name: nameProperty,
          task_id: { type: 'string', description: 'Such as task_1' },
        },
        required: ['name'],
      },
      async run(input, context) {
        const taskId = text(input, 'task_id');
        const { root } = await context.workspace();
        const made = await worktrees.create(root, text(input, 'name'), taskId || undefined);
        return said(`Worktree '${made.name}' created at ${made.path} on branch ${made.branch}`);
      },
    },
    {
      ...base,
      annotations: { ...marks, destructiveHint: true },
      permission: 'ask',
      name: 'remove_worktree',
      title: 'Remove worktree',
      description:
        'Remove a worktree and its branch. Refuses while it has changes that are not committed or commits that are nowhere else; discard_changes removes those, too, for good.',
      inputSchema: {
        type: 'object',
        properties: { name: nameProperty, discard_changes: { type: 'boolean' } },
        required: ['name'],
      },
      async run(input, context) {
        const name = text(input, 'name');
        const discard = input['discard_changes'] === true;
        await worktrees.remove((await context.workspace()).root, name, discard);
        return said(`Worktree '${name}' removed`);
      },
    },
    {
      ...base,
      name: 'keep_worktree',
      title: 'Keep worktree',
      description: 'Keep a worktree and its branch for a person to look at.',
      inputSchema: { type: 'object', properties: { name: nameProperty }, required: ['name'] },
      async run(input, context) {
        const kept = await worktrees.keep((await context.workspace()).root, text(input, 'name'));
        return said(`Worktree '${kept.name}' kept for review (branch: ${kept.branch})`);
      },
    },
  ];
}

const nameProperty = {
  type: 'string',
  description: 'Letters, digits, dots, underscores and dashes, at most 64',
} as const;
