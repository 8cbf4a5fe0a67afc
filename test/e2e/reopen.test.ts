import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dataFolder, fixture, openPatchbay } from './patchbay.ts';

it('shows the conversation again after it was closed and opened', async () => {
  const folder = await dataFolder();
  const first = await openPatchbay({ userData: folder });
  await first.ask('Connect to the docs MCP server and search for something');
  const before = await first.items();
  // What is written and not sent, with a file: to this one, and to one that is about to begin.
  await first.message().fill('And of the other');
  await first.message().evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['buy milk'], 'notes.md'));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  const attached = (page: Page) => page.getByRole('list', { name: 'Attached' });
  await attached(first.page).getByText('notes.md').waitFor();
  await first.page.getByRole('button', { name: 'New chat' }).first().click();
  await first.message().fill('Half a sen');
  await expect.poll(() => first.request('drafts.list', undefined)).toHaveLength(2);
  await first.app.close();

  const second = await openPatchbay({ userData: folder });
  expect(await second.items()).toEqual(before);
  await expect.poll(() => second.message().inputValue()).toBe('Half a sen');
  await second.message().fill('');
  await second.page
    .getByRole('navigation', { name: /Conversations/ })
    .getByText('Connect to the docs MCP server')
    .first()
    .click();
  await second.card('mcp__docs__search').waitFor();
  expect(await second.message().inputValue()).toBe('And of the other');
  await attached(second.page).getByText('notes.md').waitFor();
  await second.message().press('Enter');
  await expect.poll(() => second.message().inputValue()).toBe('');
  const sent = (await second.items()).filter((item) => item.kind === 'user').at(-1);
  expect(sent).toMatchObject({ text: 'And of the other', attachments: [{ name: 'notes.md' }] });
  await expect.poll(() => readdir(join(folder, 'waiting'))).toEqual([]);
});

it('goes on after it was killed in the middle of a call: every call has a result', async () => {
  const folder = await dataFolder({ mcpServers: { hanging: fixture('hanging') } });
  const first = await openPatchbay({ userData: folder });
  await first.untilConnected('hanging');
  await first.send('use mcp__hanging__hang {}');
  await first.page.getByRole('button', { name: /^Allow once/ }).click();
  await expect
    .poll(
      async () =>
        (await first.request('log.query', { filter: { text: 'hanging now' }, limit: 5 })).length,
    )
    .toBe(1);
  const exited = once(first.app.process(), 'exit');
  first.app.process().kill('SIGKILL');
  await exited;

  const second = await openPatchbay({ userData: folder });
  const items = await second.items();
  expect(items.find((item) => item.kind === 'user')).toMatchObject({
    text: 'use mcp__hanging__hang {}',
  });
  expect(items.find((item) => item.kind === 'tool')).toMatchObject({ call: { state: 'error' } });
  await second.page
    .getByRole('navigation', { name: /Conversations/ })
    .getByText('use mcp__hanging__hang')
    .first()
    .click();
  const after = await second.ask('Hello again');
  expect(after.at(-1)).toMatchObject({ kind: 'text', streaming: false });
});

it('loses at most the last second of an answer when it is killed while it streams', async () => {
  const folder = await dataFolder();
  const first = await openPatchbay({ userData: folder });
  await first.send('Write a long answer of 100000 characters');
  const textOf = async () => {
    const item = (await first.items()).find(({ kind }) => kind === 'text');
    return item?.kind === 'text' ? item.text : '';
  };
  await expect
    .poll(async () => (await textOf()).length, { timeout: 30_000 })
    .toBeGreaterThan(5_000);
  const early = await textOf();
  // Text that was there more than a second before the end must have been kept.
  await expect
    .poll(async () => (await textOf()).length, { timeout: 30_000 })
    .toBeGreaterThan(early.length + 10_000);
  const started = performance.now();
  await expect.poll(() => performance.now() - started, { timeout: 5_000 }).toBeGreaterThan(1_000);
  const exited = once(first.app.process(), 'exit');
  first.app.process().kill('SIGKILL');
  await exited;

  const second = await openPatchbay({ userData: folder });
  const kept = (await second.items()).find(({ kind }) => kind === 'text');
  expect(kept).toMatchObject({ kind: 'text', streaming: false });
  expect(kept?.kind === 'text' && kept.text.startsWith(early)).toBe(true);
});
