import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer } from '../fakes/messagesApi.ts';
import { repository } from '../repository.ts';
import { openPatchbay } from './patchbay.ts';

let calls = 0;
/** An answer that calls tools, in the same round. */
const use = (...tools: readonly (readonly [string, object])[]): FakeAnswer => ({
  blocks: tools.map(([name, input]) => ({
    type: 'tool_use',
    id: `toolu_${(calls += 1)}`,
    name,
    json: JSON.stringify(input),
  })),
});

it('shows the lead plan, claim and complete its tasks as it happens', async () => {
  const folder = await repository();
  const api = await new FakeApi(
    use(['create_task', { subject: 'Write the parser', description: 'With its table test.' }]),
    use(['create_task', { subject: 'Use it', blockedBy: ['task_1'] }]),
    use(
      ['claim_task', { task_id: 'task_2' }],
      ['claim_task', { task_id: 'task_1' }],
      ['create_worktree', { name: 'parser', task_id: 'task_1' }],
    ),
    { blocks: [{ type: 'text', text: 'Half of it.' }], events: 3, ending: 'wait' },
    use(['complete_task', { task_id: 'task_1' }]),
    // Calls of one answer run side by side: which is first is not said.
    use(['claim_task', { task_id: 'task_2' }]),
    use(['complete_task', { task_id: 'task_2' }]),
    use(['remove_worktree', { name: 'parser' }]),
    { blocks: [{ type: 'text', text: 'All of it.' }] },
  ).start();
  onTestFinished(() => api.close());
  const patchbay = await openPatchbay({
    settings: { workspace: folder },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef', ANTHROPIC_BASE_URL: api.url },
  });
  const { page } = patchbay;
  await patchbay.go('Team');
  await page.getByText('No tasks yet').waitFor();
  await patchbay.go('Chat');
  await patchbay.send('Plan it and do it');
  await patchbay.go('Team');
  await api.waiting;

  const column = (name: string) => page.getByRole('region', { name });
  await column('In progress').getByRole('article', { name: 'task_1 Write the parser' }).waitFor();
  await column('To do').getByText('Waits for: Write the parser').waitFor();
  await column('Worktrees').getByText('wt/parser').waitFor();
  await column('What happened to worktrees').getByText('parser created').waitFor();
  expect(api.refusals).toEqual([]);
  // The claim out of turn was refused, with the reason, as a result for the model.
  const items = await patchbay.items();
  const refused = items.flatMap((item) =>
    item.kind === 'tool' && item.call.state === 'error' ? [JSON.stringify(item.call.result)] : [],
  );
  expect(refused).toEqual([expect.stringContaining('task_2 is blocked by task_1')]);

  // The rest happens while the board is on screen.
  api.release();
  await patchbay.go('Chat');
  await expect.poll(() => patchbay.activity()).toBe('idle');
  await patchbay.send('Go on');
  await patchbay.go('Team');
  await column('Completed').getByRole('article', { name: 'task_2 Use it' }).waitFor();
  await page.getByText('2 of 2 tasks completed').waitFor();
  await patchbay.go('Chat');
  await page.getByRole('button', { name: /^Allow once/ }).click();
  await page.getByRole('log').getByText('All of it.').waitFor();
  await patchbay.go('Team');
  await column('Worktrees').getByText('None. A worktree gives').waitFor();
  await column('What happened to worktrees').getByText('parser removed').waitFor();
  expect(api.refusals).toEqual([]);

  await column('Completed').getByRole('button', { name: 'Lead, open the chat' }).first().click();
  await page.getByRole('log').getByText('All of it.').waitFor();
  await patchbay.go('Team');
  await page.getByRole('button', { name: 'Clear completed' }).click();
  await column('Completed').getByText('Nothing completed yet').waitFor();
});

it('lets a person add a task, and discard what only a worktree has when they say so', async () => {
  const folder = await repository();
  const api = await new FakeApi(
    use(['create_worktree', { name: 'try', task_id: 'task_1' }]),
    use(['claim_task', { task_id: 'task_1' }]),
    { blocks: [{ type: 'text', text: 'Made it.' }] },
  ).start();
  onTestFinished(() => api.close());
  const patchbay = await openPatchbay({
    settings: { workspace: folder },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef', ANTHROPIC_BASE_URL: api.url },
  });
  const { page } = patchbay;
  await patchbay.go('Team');
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByRole('textbox', { name: 'What is to be done' }).fill('Try something');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'task_1 Try something' }).waitFor();
  await patchbay.go('Chat');
  await patchbay.ask('Make a place for it');
  await writeFile(join(folder, '.worktrees', 'try', 'only-here.txt'), 'x');
  await patchbay.go('Team');
  await page.getByRole('button', { name: 'Remove try and its branch' }).click();
  await page
    .getByText('try has work that is nowhere else (changed files: 1, commits: 0)')
    .waitFor();
  await page.getByRole('button', { name: 'Discard and remove' }).click();
  await page.getByText('try removed, with work that was nowhere else').waitFor();
  await page.getByRole('button', { name: 'Give task_1 back' }).click();
  await page.getByRole('region', { name: 'To do' }).getByText('Try something').waitFor();
});
