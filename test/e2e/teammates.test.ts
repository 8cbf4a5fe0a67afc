import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import { scriptedTeam } from '../fakes/scriptedTeam.ts';
import { repository } from '../repository.ts';
import { fixture, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

const longTest = { timeout: 240_000 };

async function openTeam() {
  const folder = await repository();
  const api = await new FakeApi().start();
  api.otherwise = scriptedTeam('mcp__tools__echo', ['bob']);
  onTestFinished(() => api.close());
  const patchbay = await openPatchbay({
    settings: {
      workspace: folder,
      teammatePollSeconds: 1,
      mcpServers: { tools: fixture('toolbox') },
    },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef', ANTHROPIC_BASE_URL: api.url },
  });
  await patchbay.untilConnected('tools');
  return { patchbay, api, folder };
}

const teammates = async (patchbay: Patchbay) =>
  (await patchbay.request('team.view', undefined)).teams[0]?.teammates ?? [];

it(
  'shows a team at work: what it asks, its plans and mail, and what each did',
  longTest,
  async () => {
    const { patchbay, api } = await openTeam();
    const { page } = patchbay;
    const row = (name: string) => page.getByRole('listitem', { name, exact: true });
    await patchbay.send('Do it with a team');

    // The lead is idle; what ada asks stands in its chat, by her name.
    const asked = page.getByRole('region', { name: 'ada asks' });
    await asked.getByRole('button', { name: /^Allow once/ }).waitFor({ timeout: 60_000 });
    await expect.poll(() => patchbay.activity()).toBe('idle');
    await page.getByRole('button', { name: 'Stop all' }).waitFor();
    await lookAtAll(patchbay, 'teammates-chat');

    // bob's plan waits for the person, who approves it for the lead.
    await patchbay.go('Team');
    const plan = page.getByRole('article', { name: 'Plan of bob' });
    await row('bob').getByText("Waits for its plan's review").waitFor();
    await row('ada').getByText('Asks you').waitFor();
    await lookAtAll(patchbay, 'teammates-plan');
    await plan.getByRole('textbox', { name: 'What to tell bob with it' }).fill('Go on.');
    await plan.getByRole('button', { name: 'Approve' }).click();
    await plan.waitFor({ state: 'detached' });

    // Her conversation, with a message of the person's own.
    await row('ada').getByTitle('ada, show what it does').click();
    const panel = page.getByRole('region', { name: 'What ada does' });
    await panel.getByText('Say how you test it.').first().waitFor();
    await panel.getByRole('textbox', { name: 'Write to ada' }).fill('Take your time');
    await page.keyboard.press('Enter');
    await lookAtAll(patchbay, 'teammates-panel');
    await panel.getByRole('button', { name: 'Close' }).click();

    const allow = page.getByRole('button', { name: /^Allow once/ }).first();
    for (let ended = false; !ended;) {
      const states = (await teammates(patchbay)).map(({ state }) => state);
      ended = states.every((state) => state === 'shut-down');
      if (!ended) await allow.click({ timeout: 1_000 }).catch(() => undefined);
    }
    await row('ada').getByText('Shut down').waitFor();
    await page.getByText('3 of 3 tasks completed').waitFor();
    const mail = page.getByRole('region', { name: 'Mail' });
    await mail.getByRole('button', { name: /^All \d+$/ }).click();
    await mail.getByText('You → ada').first().waitFor();
    await lookAtAll(patchbay, 'teammates-done');
    expect(api.refusals).toEqual([]);
    await expect.poll(() => patchbay.activity()).toBe('idle');
  },
);

it('stops all, and after a restart lists them with a way to go on', longTest, async () => {
  const { patchbay, api } = await openTeam();
  await patchbay.send('Do it with a team');
  const { page } = patchbay;
  const asked = page.getByRole('region', { name: 'ada asks' });
  await asked.getByRole('button', { name: /^Allow once/ }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop all' }).click();
  await asked.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await teammates(patchbay)).map(({ state }) => state))
    .toEqual(['interrupted', 'interrupted']);
  await page.getByRole('button', { name: 'Stop all' }).waitFor({ state: 'detached' });
  await patchbay.app.close();

  const again = await openPatchbay({
    userData: patchbay.userData,
    env: {
      ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef',
      ANTHROPIC_BASE_URL: api.url,
    },
  });
  await again.go('Team');
  const bob = again.page.getByRole('listitem', { name: 'bob', exact: true });
  await bob.getByText('Stopped').waitFor();
  await again.page.getByRole('article', { name: 'Plan of bob' }).waitFor();
  await bob.getByRole('button', { name: 'Resume bob' }).click();
  await bob.getByText("Waits for its plan's review").waitFor({ timeout: 60_000 });
  expect(api.refusals).toEqual([]);
});
