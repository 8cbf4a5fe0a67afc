import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resize } from '../../scripts/launch.mjs';
import { dataFolder, openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

it('leads anywhere by the palette: commands, conversations, servers, tools, settings', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  await patchbay.ask('Connect to the docs MCP server and search for something');
  const field = page.getByRole('combobox', { name: 'Go to anything' });
  const palette = async (query: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(query);
    return page.getByRole('option');
  };
  await (await palette('settings')).first().waitFor();
  await lookAtAll(patchbay, 'palette');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();

  const tools = await palette('get_version');
  await tools.first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Tools/, selected: true }).waitFor();

  await (await palette('connect to the docs')).first().waitFor();
  await page.keyboard.press('Enter');
  await patchbay.card('mcp__docs__search').waitFor();

  // A setting is found by its own name, too.
  const appearance = await palette('theme language');
  await appearance.first().click();
  await expect.poll(() => page.getByRole('region', { name: 'Appearance' }).isVisible()).toBe(true);

  // What is typed before the palette can be seen goes into it, and not to where the focus was.
  await patchbay.go('Chat');
  await patchbay.message().fill('kept');
  await page.evaluate(() => {
    const press = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
    return Promise.resolve().then(() => document.execCommand('insertText', false, 'rename'));
  });
  await page.getByRole('option', { name: /^Rename the chat/ }).waitFor();
  expect(await field.inputValue()).toBe('rename');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Title' }).fill('About docs');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'About docs' }).waitFor();
  expect(await patchbay.message().inputValue()).toBe('kept');

  await (await palette('messages in a row')).first().click();
  const channels = page.getByRole('region', { name: 'Messages from servers' });
  await expect.poll(() => channels.isVisible()).toBe(true);

  // Where nothing is called so, what was said in the conversations may have it.
  await palette('no such thing anywhere');
  await page.getByText('Nothing is called “no such thing anywhere”').waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await resize(patchbay.app, 900, 600);
  await (await palette('  get_version ')).last().waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox');
  await expect.poll(() => search.inputValue()).toBe('get_version');
  await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true);
});

it('lists the keys, binds a command anew, and says what is taken', async () => {
  const folder = await dataFolder();
  const patchbay = await openPatchbay({ userData: folder });
  const { page } = patchbay;
  await patchbay.go('Servers');
  await page.keyboard.press('Shift+?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  await lookAtAll(patchbay, 'keys');
  await dialog.getByText('New line in a message').waitFor();
  await dialog.getByRole('button', { name: /^Change the keys of Delete the chat/ }).click();
  await page.keyboard.press('F2');
  await dialog.getByText('F2 is taken by: Rename the chat').waitFor();
  const change = dialog.getByRole('button', { name: 'Change the keys of Show logs' });
  await change.click();
  await page.keyboard.press('Control+k');
  await dialog.getByText('Ctrl K is taken by: Command palette').waitFor();
  await change.click();
  await page.keyboard.press('Control+c');
  await dialog.getByText('Ctrl C is needed for writing and for moving about').waitFor();
  await change.click();
  await page.keyboard.press('Escape');
  await change.click();
  await page.keyboard.press('Control+Shift+G');
  await dialog.getByText('Ctrl Shift G').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('3');
  await page.getByRole('heading', { name: 'Servers' }).waitFor();
  await page.keyboard.press('Control+Shift+G');
  await page.getByRole('heading', { name: 'Logs' }).waitFor();
  const { keys } = await patchbay.request('settings.get', undefined);
  expect(keys).toEqual({ 'view.logs': 'mod+shift+g' });

  // Keys that were given away meanwhile do not come back twice; nothing moves beneath the dialog.
  await patchbay.request('settings.update', { keys: { ...keys, 'view.team': '3' } });
  await page.keyboard.press('Shift+?');
  await dialog.getByRole('button', { name: 'Reset the keys of Show logs' }).click();
  await dialog.getByText('3 is taken by: Show team').waitFor();
  await page.keyboard.press('3');
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
  expect((await patchbay.request('settings.get', undefined)).keys).toMatchObject(keys ?? {});
});

it('stands where it stood, at the size of text that was chosen, with nothing out of reach', async () => {
  const name = 'a-server-whose-name-is-longer-than-most';
  const folder = await dataFolder({ mcpServers: { [name]: { command: 'no-such-command' } } });
  const first = await openPatchbay({ userData: folder });
  await resize(first.app, 1000, 700);
  await first.page.keyboard.press('Control+=');
  const zoom = ({ page }: typeof first) => page.evaluate(() => window.devicePixelRatio);
  await expect.poll(() => zoom(first)).toBeGreaterThan(1);
  const chosen = await zoom(first);
  await first.app.close();
  // The screen on its right is not there any more.
  const file = join(folder, 'window.json');
  const state = JSON.parse(await readFile(file, 'utf8')) as { bounds: object };
  await writeFile(file, JSON.stringify({ ...state, bounds: { ...state.bounds, x: 30_000 } }));

  const second = await openPatchbay({ userData: folder });
  const size = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(size).toMatchObject({ width: 1000, height: 700 });
  expect(size?.x).toBeLessThan(2_000);
  await expect.poll(() => zoom(second)).toBeCloseTo(chosen, 2);
  await second.page.keyboard.press('Control+0');
  await expect.poll(() => zoom(second)).toBe(1);

  const { page } = second;
  await second.go('Servers');
  await second.request('servers.start', name);
  const strip = page.getByRole('contentinfo', { name: 'Status' });
  await strip.getByRole('button', { name: `${name} failed` }).waitFor();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Control+=');
  await expect.poll(() => zoom(second)).toBeGreaterThan(2);
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThan(500);
  const ends = await strip.getByRole('button').evaluateAll((buttons) => {
    const boxes = buttons.flatMap((one) =>
      [...one.children].map((part) => part.getBoundingClientRect()),
    );
    return boxes.filter(({ width }) => width > 1).flatMap(({ left, right }) => [left, right]);
  });
  expect(ends).toEqual([...ends].sort((a, b) => a - b));
  expect(ends.at(-1)).toBeLessThan(await page.evaluate(() => window.innerWidth));
  const reason = page.getByRole('columnheader', { name: 'Reason' });
  expect((await reason.boundingBox())?.width).toBeGreaterThan(60);
  const edit = page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button')
    .last();
  expect(await edit.evaluate((one) => one.getBoundingClientRect().right < window.innerWidth)).toBe(
    true,
  );
});
