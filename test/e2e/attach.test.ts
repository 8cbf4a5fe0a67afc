import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChatItemOf } from '../../src/shared/chat.ts';
import { openPatchbay } from './patchbay.ts';

const script = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const settings = {
  mcpServers: { everything: { command: process.execPath, args: [script, 'stdio'] } },
};

async function openConnected() {
  const patchbay = await openPatchbay({ settings });
  await patchbay.untilConnected('everything');
  return patchbay;
}
type Open = Awaited<ReturnType<typeof openConnected>>;

const questions = async (patchbay: Open) =>
  (await patchbay.items()).filter((item): item is ChatItemOf<'user'> => item.kind === 'user');

it('attaches a resource with @ and the keys alone, and shows it with the message', async () => {
  const patchbay = await openConnected();
  const { page } = patchbay;
  await patchbay.message().pressSequentially('Read @architecture');
  await page.getByRole('option', { name: /architecture\.md/ }).waitFor();
  await page.keyboard.press('Enter');
  const chips = page.getByRole('list', { name: 'Attached' });
  await expect.poll(() => chips.textContent()).toContain('architecture.md');
  expect((await patchbay.message().inputValue()).trim()).toBe('Read');
  await page.keyboard.press('Enter');
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  await expect.poll(async () => (await questions(patchbay)).length).toBe(1);

  const [asked] = await questions(patchbay);
  expect(asked?.text.trim()).toBe('Read');
  expect(asked?.attachments).toMatchObject([
    {
      server: 'everything',
      uri: 'demo://resource/static/document/architecture.md',
      text: expect.stringContaining('#'),
    },
  ]);
  const sent = page.getByRole('article', { name: 'You' });
  await sent.getByRole('button', { name: /architecture\.md/ }).click();
  await expect.poll(() => sent.textContent()).toContain('Architecture');
  expect(await patchbay.message().inputValue()).toBe('');
});

it('runs a prompt with /, asks for its arguments with suggestions, and leaves the rest to the user', async () => {
  const patchbay = await openConnected();
  const { page } = patchbay;
  await patchbay.message().pressSequentially('/completable');
  await page.getByRole('option', { name: /completable-prompt|Team Management/ }).waitFor();
  await page.keyboard.press('Enter');
  const department = page.getByLabel(/^department/);
  const suggested = (value: string) => page.locator(`datalist option[value="${value}"]`);
  await department.pressSequentially('S');
  await suggested('Support').waitFor({ state: 'attached' });
  await department.fill('Support');
  const name = page.getByLabel(/^name/);
  await name.click();
  // Suggested for the department that was chosen.
  await suggested('Kim').waitFor({ state: 'attached' });
  await name.fill('Kim');
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect
    .poll(() => patchbay.message().inputValue())
    .toBe('Please promote Kim to the head of the Support team.');
  await patchbay.message().press('Enter');
  await expect
    .poll(async () => (await questions(patchbay)).map(({ text }) => text), { timeout: 30_000 })
    .toEqual(['Please promote Kim to the head of the Support team.']);
});
