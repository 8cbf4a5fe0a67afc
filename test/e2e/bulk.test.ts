import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { zipFile } from '../fakes/zipFile.ts';
import { fixture, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';
import { lookAtAll, shot } from './screens.ts';

const states = async (patchbay: Patchbay, names: readonly string[]) =>
  (await patchbay.request('servers.list', undefined)).flatMap(({ name, state }) =>
    names.includes(name) ? [state.kind] : [],
  );

it('starts, stops and disables several servers at once, by keys and by mouse', async () => {
  const names = ['one', 'two', 'three'];
  const mcpServers = Object.fromEntries(names.map((name) => [name, fixture('toolbox')]));
  const patchbay = await openPatchbay({ settings: { mcpServers } });
  const { page } = patchbay;
  for (const name of names) await patchbay.untilConnected(name);
  await patchbay.go('Servers');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  const bar = page.getByRole('toolbar');
  // In the order of the table: one, patchbay, three, two.
  await row('one').focus();
  await page.keyboard.press('Space');
  await bar.getByText('1 server picked').waitFor();
  await row('three').click({ modifiers: ['Control'] });
  await row('two').click({ modifiers: ['Control'] });
  await bar.getByText('3 servers picked').waitFor();
  await bar.getByRole('button', { name: /^Stop/ }).click();
  await expect
    .poll(() => states(patchbay, names), { timeout: 20_000 })
    .toEqual(['stopped', 'stopped', 'stopped']);
  await bar.getByRole('button', { name: /^Start/ }).click();
  await expect
    .poll(() => states(patchbay, names), { timeout: 20_000 })
    .toEqual(['connected', 'connected', 'connected']);
  await bar.getByRole('button', { name: /^Disable/ }).click();
  await expect
    .poll(() => states(patchbay, names), { timeout: 20_000 })
    .toEqual(['disabled', 'disabled', 'disabled']);
  await bar.getByRole('button', { name: /^Enable/ }).click();
  await expect
    .poll(() => states(patchbay, names), { timeout: 20_000 })
    .toEqual(['connected', 'connected', 'connected']);
  await row('two').focus();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+ArrowUp');
  await bar.getByText('2 servers picked').waitFor();
  await page.keyboard.press('Control+a');
  await bar.getByText(/^7 servers picked/).waitFor();
  await row('one').click();
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  // Several are removed when that is said twice; those that are no one's to remove are left out.
  await row('one').click({ modifiers: ['Control'] });
  for (const name of ['two', 'patchbay']) await row(name).click({ modifiers: ['Control'] });
  await bar.getByRole('button', { name: /^Remove/ }).click();
  await bar.getByText('Stops 2 and deletes their entries in the settings file').waitFor();
  await lookAtAll(patchbay, 'bulk-remove');
  await bar.getByRole('button', { name: 'Keep' }).click();
  await bar.getByRole('button', { name: /^Remove/ }).click();
  await bar.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await row('two').waitFor({ state: 'detached' });
  expect(await states(patchbay, names)).toEqual(['connected']);
  const { mcpServers: left } = JSON.parse(
    await readFile(join(patchbay.userData, 'settings.json'), 'utf8'),
  ) as { mcpServers: object };
  expect(Object.keys(left)).toEqual(['three']);
});

const long = 'a-server-with-a-name-that-is-as-long-as-a-name-may-be-allowed-';

it('keeps 30 servers with long names in order, picked or not', async () => {
  const kinds = [
    { command: 'no-such-command-on-any-path' },
    { command: 'x', disabled: true },
    { command: 'no-such-command-on-any-path' },
    fixture('toolbox'),
    { command: 'x', disabled: true },
    { command: 'x', disabled: true },
  ];
  const entries = Array.from({ length: 26 }, (_one, index) => [
    `${long}${String(index).padStart(2, '0')}`.slice(0, 64),
    kinds[index % kinds.length],
  ]);
  const patchbay = await openPatchbay({
    settings: { mcpServers: Object.fromEntries(entries) },
  });
  const { page } = patchbay;
  await patchbay.untilConnected(`${long}03`.slice(0, 64));
  await patchbay.go('Servers');
  // Cut in the middle, the names can be told apart.
  const ends = page.getByRole('rowheader').locator('.cut-middle > :last-child');
  expect(new Set(await ends.allTextContents()).size).toBe(26);
  expect(await ends.first().isVisible()).toBe(true);
  await lookAtAll(patchbay, 'fleet-30');
  await page.getByRole('row').nth(3).focus();
  for (let n = 0; n < 6; n += 1) await page.keyboard.press('Shift+ArrowDown');
  await lookAtAll(patchbay, 'fleet-picked');
}, 120_000);

/** Drops a file on the view, as the system does. */
async function drop({ page }: Patchbay, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ([called, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(content)], called));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('main')?.dispatchEvent(event);
      }
    },
    [name, [...bytes]] as const,
  );
}

/** Twenty servers as someone's own file has them, with comments and a comma too many. */
const twenty = `// mine\n{ /* all */ "mcpServers": {\n${Array.from(
  { length: 20 },
  (_one, at) => `  "srv-${at}": { "command": "prog-${at}" }, // number ${at}`,
).join('\n')}\n} }`;

it('takes a bundle or a JSON file that is dropped, and says why it takes nothing else', async () => {
  const off = { command: 'x', disabled: true };
  const patchbay = await openPatchbay({
    settings: { mcpServers: { 'srv-0': off, 'srv-1': off, 'srv-2': off } },
  });
  const { page } = patchbay;
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /docs/ }).waitFor();
  await drop(patchbay, 'notes.txt', Buffer.from('x'));
  await page.getByText('notes.txt is neither a bundle (.mcpb) nor a JSON file').waitFor();
  await lookAtAll(patchbay, 'drop-refused');
  const json = { mcpServers: { dropped: { command: 'dropped-program', args: ['-x'] } } };
  await drop(patchbay, 'mcp.json', Buffer.from(JSON.stringify(json)));
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('dropped');
  await drop(patchbay, 'broken.json', Buffer.from('{\n "mcpServers": {'));
  await page.getByText('broken.json is not valid JSON, see line 2').waitFor();
  await drop(patchbay, 'twenty.json', Buffer.from(twenty));
  const several = page.getByRole('group', { name: 'Servers in it' });
  await several.getByText('there is one of this name').nth(2).waitFor();
  await several.getByRole('checkbox', { name: /^srv-19/ }).uncheck();
  await lookAtAll(patchbay, 'drop-twenty');
  await several.getByRole('button', { name: 'Add 16 servers' }).click();
  await several.getByText(/^Added 16, all switched off/).waitFor();
  const listed = await patchbay.request('servers.list', undefined);
  const added = listed.filter(({ name }) => name.startsWith('srv-'));
  expect(added.map(({ state }) => state.kind)).toEqual(Array(19).fill('disabled'));
  const manifest = {
    manifest_version: '0.3',
    name: 'dropped-bundle',
    version: '1.0.0',
    description: 'From a file',
    author: { name: 'Someone' },
    server: {
      type: 'node',
      entry_point: 'index.js',
      mcp_config: { command: 'node', args: ['${__dirname}/index.js'] },
    },
  };
  const bundle = zipFile([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'index.js', content: '' },
  ]);
  await drop(patchbay, 'dropped.mcpb', bundle);
  await page.getByText('dropped-bundle').first().waitFor();
  await page.getByText('From a file').waitFor();
  await shot(page, 'drop-bundle');
  await drop(patchbay, 'broken.mcpb', Buffer.from('no zip'));
  await page.getByText(/broken\.mcpb could not be read as a bundle/).waitFor();
});
