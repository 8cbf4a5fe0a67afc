import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataFolder, fixture, openPatchbay, writeSettings } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';

/** The states of the servers that the settings name. */
const kinds = async (patchbay: Patchbay) =>
  Object.fromEntries(
    (await patchbay.request('servers.list', undefined))
      .filter(({ source }) => source === 'user')
      .map(({ name, state }) => [name, state.kind]),
  );

it('keeps the last good configuration while settings.json is broken, and takes the mended one', async () => {
  const folder = await dataFolder({ mcpServers: { hanging: fixture('hanging') } });
  const patchbay = await openPatchbay({ userData: folder });
  await expect.poll(() => kinds(patchbay)).toMatchObject({ hanging: 'connected' });
  const { pid } = await patchbay.request('servers.detail', 'hanging');

  const broken = '{\n  "mcpServers": {\n    "hanging": { "command": \n';
  await writeSettings(folder, broken);
  await patchbay.go('Servers');
  await patchbay.page
    .getByText(/settings\.json/)
    .first()
    .waitFor();
  const banner = patchbay.page.getByRole('region', { name: /settings file/ });
  expect(await banner.textContent()).toContain(`${join(folder, 'settings.json')}:4:1`);
  expect((await patchbay.request('servers.detail', 'hanging')).pid).toBe(pid);

  // Saving from the form is refused and the broken text stays as it is.
  await expect(
    patchbay.request('servers.save', {
      name: 'new',
      config: { command: 'x', args: [], env: {}, disabled: false },
    }),
  ).rejects.toThrow('config/not-written');
  expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(broken);

  await writeSettings(folder, { mcpServers: { other: fixture('hanging') } });
  await expect.poll(() => kinds(patchbay)).toEqual({ other: 'connected' });
  expect(() => process.kill(pid ?? 0, 0)).toThrow();
});

it('adds a server by the form, edits it and removes it', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  const entry = fixture('hanging');
  await patchbay.go('Servers');
  await page.getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('mine');
  await page.getByRole('textbox', { name: /^Command/ }).fill(entry.command);
  await page.getByRole('textbox', { name: /^Arguments/ }).fill(entry.args.join('\n'));
  const form = page.getByRole('region', { name: 'Add server' });
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect.poll(() => kinds(patchbay)).toMatchObject({ mine: 'connected' });
  const saved = JSON.parse(
    (await readFile(join(patchbay.userData, 'settings.json'), 'utf8')).replace(/^\s*\/\/.*$/gm, ''),
  );
  expect(saved).toEqual({ mcpServers: { mine: { command: entry.command, args: entry.args } } });

  const row = page.getByRole('row', { name: /mine/ });
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: /^Remove/ }).click();
  await page
    .getByRole('button', { name: /^Remove/ })
    .last()
    .click();
  await expect.poll(() => kinds(patchbay)).toEqual({});
});

it('changes the language and the theme at once and keeps both', async () => {
  const folder = await dataFolder({ language: 'ja', theme: 'dark' });
  const patchbay = await openPatchbay({ userData: folder });
  const html = patchbay.page.locator('html');
  await expect.poll(() => html.getAttribute('lang')).toBe('ja');
  expect(await html.getAttribute('data-theme')).toBe('dark');
  await patchbay.request('settings.update', { language: 'zh', theme: 'light' });
  await expect.poll(() => html.getAttribute('lang')).toBe('zh');
  await expect.poll(() => html.getAttribute('data-theme')).toBe('light');
});

it('takes numbers in their own unit, refuses what is out of bounds, and goes back to the usual', async () => {
  const patchbay = await openPatchbay({ settings: {} });
  const { page } = patchbay;
  await patchbay.go('Settings');
  const view = async () => (await patchbay.request('settings.get', undefined)).channelBounds;
  const size = page.getByLabel('Size of what may wait, in MB', { exact: true });
  const usual = await size.inputValue();
  expect(await size.getAttribute('maxlength')).toBe('12');
  await size.fill('many');
  await size.press('Enter');
  await page.getByText('Not a number that can be used here').waitFor();
  expect(await view()).toEqual({});

  await size.fill('2');
  await size.press('Enter');
  await expect.poll(view).toEqual({ waitingBytes: 2 * 1_048_576 });
  await page.getByRole('button', { name: 'Use default: Size of what may wait, in MB' }).click();
  await expect.poll(view).toEqual({});
  await expect.poll(() => size.inputValue()).toBe(usual);
});
