import { expect, it } from 'vitest';
import { toAppError } from '../../src/shared/errors.ts';
import { builtinContext } from '../fakes/builtinContext.ts';
import { folder, openTeam as openPlayedTeam } from '../fakes/fakeTeam.ts';

function openTeam() {
  const { team, told } = openPlayedTeam();
  const context = builtinContext({ folder });
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<string> => {
    const tool = team.tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const { content } = await tool.run(input, context).catch((thrown: unknown) => ({
      content: [{ type: 'text', text: `refused: ${toAppError(thrown).code}` }],
    }));
    return content.map((part) => ('text' in part ? String(part.text) : '')).join('');
  };
  return { team, call, told };
}

it('has the tools of the lead by the names that teammates know them by, only with a folder', () => {
  const { team } = openTeam();
  expect(team.tools.map(({ name }) => name)).toEqual([
    'create_task',
    'list_tasks',
    'get_task',
    'claim_task',
    'complete_task',
    'create_worktree',
    'remove_worktree',
    'keep_worktree',
    'spawn_teammate',
    'check_inbox',
    'request_shutdown',
    'request_plan',
    'review_plan',
    'send_message',
  ]);
  expect(team.tools.every(({ needsWorkspace }) => needsWorkspace)).toBe(true);
  const asked = team.tools.filter(({ permission }) => permission === 'ask');
  expect(asked.map(({ name }) => name)).toEqual(['remove_worktree']);
});

it('tells the model in words what became of the board', async () => {
  const { call, team, told } = openTeam();
  expect(await call('list_tasks')).toBe('No tasks.');
  expect(await call('create_task', { subject: 'Write it', description: 'All' })).toBe(
    'Created task_1: Write it',
  );
  expect(await call('create_task', { subject: 'Test it', blockedBy: ['task_1'] })).toBe(
    'Created task_2: Test it (blockedBy: task_1)',
  );
  expect(await call('claim_task', { task_id: 'task_2' })).toBe('refused: team/task-blocked');
  expect(await call('claim_task', { task_id: 'task_1' })).toBe('Claimed task_1 (Write it)');
  expect(await call('list_tasks')).toBe(
    'task_1: Write it [in_progress] (owner: lead)\ntask_2: Test it [pending] (blockedBy: task_1)',
  );
  expect(await call('complete_task', { task_id: 'task_1' })).toBe(
    'Completed task_1 (Write it)\nUnblocked: task_2 (Test it)',
  );
  expect(JSON.parse(await call('get_task', { task_id: 'task_1' }))).toMatchObject({
    id: 'task_1',
    description: 'All',
    state: 'completed',
    owner: 'lead',
    conversationId: 'c1',
  });
  expect(await call('get_task', { task_id: 'nonsense' })).toBe('refused: team/unknown-task');
  expect(told).toEqual(told.map(() => 'team.changed'));
  expect(told).toHaveLength(4);
  expect(team.view().boards).toMatchObject([{ workspace: folder, tasks: [{}, {}] }]);
});

it('shows the folder in force though it is empty, and takes no other than those shown', () => {
  const { team } = openTeam();
  expect(team.view()).toEqual({
    boards: [{ workspace: folder, tasks: [], worktrees: [], events: [] }],
    teams: [],
  });
  expect(team.shown(folder)).toBe(folder);
  expect(() => team.shown('/etc')).toThrow('There is no board of /etc.');
});
