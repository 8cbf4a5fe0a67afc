import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';
import { lookAtAll, shot } from './screens.ts';

/** What the system's dialogs answer from now on. */
async function answerDialogs({ app }: Patchbay, path: string): Promise<void> {
  await app.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
  }, path);
}

it('copies, exports and imports conversations', async () => {
  const patchbay = await openPatchbay();
  const { page, app, userData } = patchbay;
  await patchbay.ask('Connect to the docs MCP server and search for something');
  const before = await patchbay.items();
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'More for this chat' }).click();
    await shot(page, 'exchange-menu');
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Copy as Markdown');
  await page.getByText('The conversation is on the clipboard').waitFor();
  await shot(page, 'exchange-copied');
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toMatch(/^# Connect to the docs[^]*## You[^]*\*\*docs: [^]*\(done\)/);

  const markdown = join(userData, 'one.md');
  await answerDialogs(patchbay, markdown);
  await menu('Export as Markdown…');
  await page.getByText(`Written to ${markdown}`).waitFor();
  expect(await readFile(markdown, 'utf8')).toBe(copied);

  const json = join(userData, 'all.json');
  await answerDialogs(patchbay, json);
  await patchbay.go('Settings');
  const section = page.getByRole('region', { name: 'Conversations' });
  await section.getByRole('button', { name: 'JSON' }).click();
  await expect
    .poll(() => readFile(json, 'utf8').catch(() => ''))
    .toContain('patchbay-conversations');
  await section.getByRole('button', { name: 'Choose a file' }).click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  const list = await patchbay.request('chat.list', undefined);
  expect(list.map(({ title }) => title)).toEqual([list[0]?.title, list[0]?.title]);
  for (const { id } of list) {
    expect((await patchbay.request('chat.open', id)).items).toEqual(before);
  }

  const wrong = (await readFile(json, 'utf8')).replace('"kind":"user"', '"kind":"dance"');
  await writeFile(json, wrong);
  await patchbay.go('Settings');
  await section.getByRole('button', { name: 'Choose a file' }).click();
  await section.getByText(/conversations\[0\]\.items\[0\]\.kind is wrong/).waitFor();
  await section.scrollIntoViewIfNeeded();
  await lookAtAll(patchbay, 'exchange-settings');
  expect(await patchbay.request('chat.list', undefined)).toHaveLength(2);
});
