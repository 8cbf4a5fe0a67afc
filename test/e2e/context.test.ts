import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeScript } from '../fakes/messagesApi.ts';
import { openPatchbay } from './patchbay.ts';
import { lookAtAll, shot } from './screens.ts';

async function messagesApi(...script: FakeScript[]): Promise<FakeApi> {
  const api = await new FakeApi(...script).start();
  onTestFinished(() => api.close());
  return api;
}

const says = (text: string): FakeScript => ({ blocks: [{ type: 'text', text }] });
const long = `${'The quick brown fox jumps over the lazy dog. '.repeat(700)}`;

it('shows what the next request is made of, compacts by hand, and keeps what was said in sight', async () => {
  const summary = '## Task\nTell of the fox.\n\n## State\nIt jumped over the dog.';
  const api = await messagesApi(says(long), says(summary), says('Brown.'));
  api.isCounting = true;
  const patchbay = await openPatchbay({
    settings: { baseUrl: api.url },
    env: { ANTHROPIC_API_KEY: 'sk-test' },
  });
  const { page } = patchbay;
  const meter = page.getByRole('button', { name: /^Context$|tokens?$/ });
  await meter.click();
  const popup = page.getByRole('dialog', { name: 'Context' });
  await popup.getByText('System prompt').waitFor();
  await popup.getByText('Built-in tools').waitFor();
  await popup.getByText('patchbay').waitFor();
  expect(await popup.getByRole('button', { name: 'Compact now' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  await patchbay.ask('Tell of the fox');
  await meter.click();
  await popup.getByText('Messages').waitFor();
  await lookAtAll(patchbay, 'meter');
  await popup.getByRole('button', { name: 'Compact now' }).click();
  await page
    .getByRole('region', { name: 'Compaction' })
    .getByText('Summarized up to here')
    .waitFor();
  await expect
    .poll(() => popup.getByRole('button', { name: 'Compact now' }).isDisabled(), {
      timeout: 15_000,
    })
    .toBe(true);
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'hidden' });

  const row = page.getByRole('button', { name: /^Summarized up to here/ });
  // It moves as the end of the turn comes in, and what moves under the pointer is not clicked.
  const open = async () => {
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    return row.getAttribute('aria-expanded');
  };
  await expect.poll(open).toBe('true');
  const told = page.getByRole('log').getByText('It jumped over the dog.');
  await told.waitFor();
  // The Markdown of the row may just have come in, in place of plain text.
  const scroll = () =>
    told.scrollIntoViewIfNeeded().then(
      () => true,
      () => false,
    );
  await expect.poll(scroll).toBe(true);
  await shot(page, 'compaction');
  await lookAtAll(patchbay, 'compaction');
  await patchbay.ask('What colour is it?');
  expect(JSON.stringify(api.requests.at(-1)?.body['messages'])).not.toContain('quick brown');
  const items = await patchbay.items();
  expect(items.map(({ kind }) => kind)).toEqual(['user', 'text', 'compaction', 'user', 'text']);

  // The same by its command, which is found as prompts are.
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('/');
  await page.getByRole('option', { name: /^compact/ }).waitFor();
  await shot(page, 'compact command');
  await message.press('Enter');
  await expect.poll(() => message.inputValue()).toBe('');
  await expect
    .poll(async () => (await patchbay.items()).filter(({ kind }) => kind === 'compaction').length)
    .toBe(2);
  expect(items[1]?.kind === 'text' && items[1].text === long).toBe(true);
  expect(api.refusals).toEqual([]);
});

it('says that the numbers of the demo model are estimates, and takes the settings', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  await patchbay.ask('Connect to the docs server');
  await page.getByRole('button', { name: /tokens?$/ }).click();
  const popup = page.getByRole('dialog', { name: 'Context' });
  await popup.getByText(/these are estimates/).waitFor();
  await popup.getByText('docs', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await patchbay.go('Settings');
  const field = page.getByRole('textbox', { name: 'Search for tools above', exact: true });
  await field.fill('none');
  await field.press('Enter');
  await page.getByText('A whole number from 0 to 100000').waitFor();
  await field.fill('1');
  await field.press('Enter');
  await expect
    .poll(async () => (await patchbay.request('settings.get', undefined)).context)
    .toMatchObject({ deferToolsOver: 1 });
  await shot(page, 'context-settings');
  await patchbay.go('Chat');
  await page.getByRole('button', { name: /tokens?$/ }).click();
  await popup.getByText(/Tools are found by search/).waitFor();
  await shot(page, 'meter-search');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'New chat' }).click();
  await patchbay.ask('Search the docs for routing');

  await patchbay.card('tool_search').waitFor();
  expect(
    (await patchbay.items()).flatMap((item) => (item.kind === 'tool' ? item.call.name : [])),
  ).toEqual(['tool_search', 'mcp__docs__search']);
});
