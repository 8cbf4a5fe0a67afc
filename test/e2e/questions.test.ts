import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { FakeApi } from '../fakes/messagesApi.ts';
import { newsOf, say, use } from '../fakes/scriptedTeam.ts';
import { openPatchbay } from './patchbay.ts';
import { shot } from './screens.ts';

const script = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const everything = { command: process.execPath, args: [script, 'stdio'] };

const resultOf = (items: readonly ChatItem[]): string =>
  JSON.stringify(items.flatMap((item) => (item.kind === 'tool' ? (item.call.result ?? []) : [])));

it('fills in the form that a real server asks for in the middle of a call', async () => {
  const patchbay = await openPatchbay({ settings: { mcpServers: { everything } } });
  const { page } = patchbay;
  await patchbay.untilConnected('everything');
  await patchbay.send('use mcp__everything__trigger-elicitation-request');
  await page.getByRole('button', { name: /^Allow once/ }).click();

  const card = page.getByRole('group', { name: 'everything asks you for information' });
  await card.waitFor();
  await expect
    .poll(() => card.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await page.getByRole('contentinfo').getByText('1 question waits').waitFor();
  await page.getByRole('button', { name: 'Chat, a question waits for you' }).waitFor();

  // The faults are said where they are, and the first one has the focus.
  await card.getByLabel('String with email format').fill('ada');
  await card.getByLabel('Number in range 1-1000').fill('1001');
  // By keys: what has just been scrolled takes no clicks for a moment.
  await card.getByLabel('Number in range 1-1000').press('Enter');
  await card.getByText('Enter something here').waitFor();
  await card.getByText('Enter an email address, such as ada@example.org').waitFor();
  await card.getByText('Enter 1,000 or less').waitFor();
  const name = card.getByRole('textbox', { name: 'String required' });
  expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);

  await name.fill('Ada');
  await card.getByLabel('String with email format').fill('ada@example.org');
  await card.getByLabel('String with date format').fill('1990-12-10');
  await card.getByLabel('Number in range 1-1000').fill('2.5');
  await card.getByLabel('Boolean').press('Space');
  await card
    .getByRole('combobox', { name: 'Titled Single Select Enum', exact: true })
    .press('Enter');
  await page.getByRole('option', { name: 'Wonder Woman' }).click();
  await card.getByLabel('Salmon').press('Space');
  await card.getByRole('button', { name: 'Send' }).press('Enter');
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');

  const result = resultOf(await patchbay.items());
  for (const said of ['- Name: Ada', '- Email: ada@example.org', '- Birthdate: 1990-12-10']) {
    expect(result).toContain(said);
  }
  for (const chosen of ['hero-3', 'fish-1', 'fish-2', 'It was a dark and stormy night.']) {
    expect(result).toContain(chosen);
  }
  expect(result).toMatch(/Favorite Number: 2\.5/);
});

it("asks in the lead's chat what a server asks a teammate, by its name", async () => {
  const workspace = await mkdtemp(join(tmpdir(), 'patchbay-e2e-asked-'));
  onTestFinished(() => rm(workspace, { recursive: true, force: true, maxRetries: 5 }));
  const api = await new FakeApi().start();
  onTestFinished(() => api.close());
  api.otherwise = (body) => {
    const { who, text } = newsOf(body);
    if (who === 'lead') {
      if (!text.includes('Send ada')) return say('I wait for ada.');
      return use(['spawn_teammate', { name: 'ada', role: 'asker', prompt: 'Begin.' }]);
    }
    if (text.includes('Begin.')) return use(['mcp__everything__trigger-elicitation-request', {}]);
    return say('I have the answer.');
  };
  const patchbay = await openPatchbay({
    settings: { workspace, mcpServers: { everything } },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef', ANTHROPIC_BASE_URL: api.url },
  });
  const { page } = patchbay;
  await patchbay.untilConnected('everything');
  await patchbay.send('Send ada');
  const asked = page.getByRole('region', { name: 'ada asks' });
  await asked.getByRole('button', { name: /^Allow once/ }).click();
  const card = asked.getByRole('group', { name: 'everything asks you for information' });
  const name = card.getByRole('textbox', { name: 'String required' });
  await name.fill('Ada');
  await shot(page, 'question of a teammate');
  await name.press('Enter');
  await asked.waitFor({ state: 'detached' });
  // What was answered came to her, and not to the lead.
  const told = (who: string) =>
    api.requests.some(
      ({ body }) => newsOf(body).who === who && newsOf(body).text.includes('- Name: Ada'),
    );
  await expect.poll(() => told('ada')).toBe(true);
  expect(told('lead')).toBe(false);
  expect(api.refusals).toEqual([]);
});

it('cancels a question with Esc, which stops nothing else', async () => {
  const patchbay = await openPatchbay({ settings: { mcpServers: { everything } } });
  const { page } = patchbay;
  await patchbay.untilConnected('everything');
  await patchbay.send('use mcp__everything__trigger-elicitation-request');
  await page.getByRole('button', { name: /^Allow once/ }).click();
  const card = page.getByRole('group', { name: 'everything asks you for information' });
  await card.getByRole('textbox', { name: 'String required' }).press('Escape');
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const call = (await patchbay.items()).find((item) => item.kind === 'tool');
  expect(call?.call.state).toBe('done');
  expect(resultOf(await patchbay.items())).toContain('User cancelled');
});

it('lends the model to a trusted server, when the user has seen what is asked', async () => {
  const api = await new FakeApi(
    {
      blocks: [
        {
          type: 'tool_use',
          id: 'toolu_1',
          name: 'mcp__everything__trigger-sampling-request',
          json: JSON.stringify({ prompt: 'Count to 3', maxTokens: 64 }),
        },
      ],
      stopReason: 'tool_use',
    },
    { blocks: [{ type: 'text', text: '1, 2, 3' }] },
    { blocks: [{ type: 'text', text: 'The server has counted.' }] },
  ).start();
  onTestFinished(() => api.close());
  const patchbay = await openPatchbay({
    settings: { mcpServers: { everything: { ...everything, trusted: true } } },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef', ANTHROPIC_BASE_URL: api.url },
  });
  const { page } = patchbay;
  await patchbay.untilConnected('everything');
  await patchbay.send('Have it count');
  await page.getByRole('button', { name: /^Allow once/ }).click();
  const card = page.getByRole('group', { name: 'everything asks to use the model' });
  await card.getByText('You are a helpful test server.').waitFor();
  await card.getByText('context: Count to 3').waitFor();
  await card.getByText('at most 64 tokens').waitFor();
  await card.getByRole('button', { name: 'Allow once' }).click();
  await page.getByRole('log').getByText('The server has counted.').waitFor();
  expect(resultOf(await patchbay.items())).toContain('1, 2, 3');
});
