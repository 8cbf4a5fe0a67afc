import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixture, openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

it('marks a watched resource that changed while another was read, until it is read', async () => {
  const patchbay = await openPatchbay({
    settings: { mcpServers: { notes: fixture('modernOffers') } },
  });
  const { page } = patchbay;
  await patchbay.untilConnected('notes');
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /^notes/ }).click();
  await page.getByRole('tab', { name: 'Resources' }).click();
  const today = page.getByRole('button', { name: /Today/ });
  await today.click();
  await page.getByText('changed 0 times').waitFor();
  // What can't be shown is saved as it was read, and a text under the name it has.
  const saved = join(patchbay.userData, 'saved');
  await patchbay.app.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = (...args: unknown[]) => {
      const { defaultPath } = args.at(-1) as { defaultPath: string };
      return Promise.resolve({ canceled: false, filePath: `${file}-${defaultPath}` });
    };
  }, saved);
  const read = (name: string) => readFile(`${saved}-${name}`, 'hex').catch(() => '');
  const save = page.getByRole('button', { name: 'Save as…' });
  await page.getByText('changed 0 times').hover();
  await save.click();
  await expect.poll(() => read('today.txt')).toBe(Buffer.from('changed 0 times').toString('hex'));
  await page.getByRole('button', { name: /^Pages/ }).click();
  await page.getByText(/^application\/gzip data, 4 .*can't be shown/).waitFor();
  await lookAtAll(patchbay, 'resources-binary');
  await save.click();
  await expect.poll(() => read('pages.gz')).toBe('1f8b0800');
  await today.click();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.getByRole('img', { name: 'Watched' }).waitFor();
  await page.getByRole('button', { name: /^Day/ }).click();
  await patchbay.request('servers.tryTool', {
    id: 'change',
    server: 'notes',
    tool: 'change',
    input: {},
  });
  await page.getByRole('img', { name: 'Changed since you read it' }).waitFor();
  await lookAtAll(patchbay, 'resources-changed');
  await today.click();
  await page.getByText('changed 1 times').waitFor();
  await page.getByRole('img', { name: 'Watched' }).waitFor();
  // What the server takes away stays in sight while it is looked at.
  await page.getByRole('button', { name: /^Draft/ }).click();
  await page.getByText('a draft').waitFor();
  await patchbay.request('servers.tryTool', {
    id: 'discard',
    server: 'notes',
    tool: 'discard',
    input: {},
  });
  await page.getByText('The server lists it no more').waitFor();
  await page.getByText('a draft').waitFor();
  // A server that comes back finds its reader there, and goes on telling of what is watched.
  await today.click();
  await patchbay.request('servers.restart', 'notes');
  await page.getByText('changed 0 times').waitFor();
  await page.getByRole('button', { name: 'Stop watching' }).waitFor();
  await patchbay.request('servers.tryTool', {
    id: 'again',
    server: 'notes',
    tool: 'change',
    input: {},
  });
  await page.getByText('changed 1 times').waitFor();
  // An image that a prompt holds goes with the message.
  await patchbay.go('Chat');
  await patchbay.message().pressSequentially('/plan');
  await page.getByRole('option', { name: /plan/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel(/^who/).fill('Ada');
  await page.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('list', { name: 'Attached' }).getByText('notes-1.png').waitFor();
  await expect.poll(() => patchbay.message().inputValue()).toBe('Plan the day of Ada');
});

it('shows a resource as what it is: Markdown, JSON, a picture', async () => {
  const script = '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js';
  const args = [join(import.meta.dirname, script), 'stdio'];
  const patchbay = await openPatchbay({
    settings: { mcpServers: { everything: { command: process.execPath, args } } },
  });
  const { page } = patchbay;
  await patchbay.untilConnected('everything');
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /^everything/ }).click();
  await page.getByRole('tab', { name: 'Resources' }).click();
  await page.getByText(/^architecture\.md/).click();
  await page
    .getByRole('heading', { name: /Architecture/ })
    .last()
    .waitFor();
  await lookAtAll(patchbay, 'resources-markdown');
  expect(await page.getByRole('button', { name: 'Read again' }).isEnabled()).toBe(true);
});
