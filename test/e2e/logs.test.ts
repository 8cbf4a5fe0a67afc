import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import type { LogEntry } from '../../src/shared/log.ts';
import { dataFolder, fixture, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

const settings = { mcpServers: { toolbox: fixture('toolbox'), noisy: fixture('noisy') } };

async function echo(patchbay: Patchbay, input: Record<string, unknown>): Promise<void> {
  const call = { id: JSON.stringify(input).slice(0, 60), server: 'toolbox', tool: 'echo', input };
  await patchbay.request('servers.tryTool', call);
}

it('keeps what it was set to over a restart; a link from elsewhere begins with its own', async () => {
  const userData = await dataFolder(settings);
  const first = await openPatchbay({ userData });
  await first.untilConnected('toolbox');
  await first.go('Logs');
  await first.page.getByRole('searchbox', { name: 'Filter by text' }).fill('tools/');
  await first.page.getByRole('button', { name: /^noise/ }).click();
  await first.page.getByRole('combobox', { name: 'Server' }).click();
  await first.page.getByRole('option', { name: 'toolbox' }).click();
  await first.page.getByText('tools/list').first().waitFor();
  await first.app.close();

  const again = await openPatchbay({ userData });
  const { page } = again;
  await again.untilConnected('toolbox');
  await again.go('Servers');
  await page.getByRole('row', { name: /^noisy/ }).click();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('button', { name: 'Open in Logs' }).click();
  const filter = page.getByRole('searchbox', { name: 'Filter by text' });
  await expect.poll(() => filter.inputValue()).toBe('');
  await again.go('Chat');
  await again.go('Logs');
  await expect.poll(() => filter.inputValue()).toBe('tools/');
  expect(await page.getByRole('combobox', { name: 'Server' }).textContent()).toContain('toolbox');
  const noise = page.getByRole('button', { name: /^noise/ });
  expect(await noise.getAttribute('aria-pressed')).toBe('false');
});

it('finds words while lines come, opens a call in the viewer, and saves what is shown', async () => {
  const patchbay = await openPatchbay({ settings });
  const { app, page } = patchbay;
  await patchbay.untilConnected('toolbox');
  await patchbay.go('Logs');
  await page.getByRole('searchbox', { name: 'Filter by text' }).fill('tools/call');
  await echo(patchbay, { first: 'one' });
  const rows = page.getByRole('treegrid').getByRole('row', { name: /tools\/call/ });
  await expect.poll(() => rows.count()).toBe(1);
  await echo(patchbay, { second: { deep: [{ needle: 'here' }] } });
  await expect.poll(() => rows.count()).toBe(2);
  await page.locator('.log-foot .quiet', { hasText: /^2 lines$/ }).waitFor();
  await rows.last().click();
  await page.getByRole('region', { name: 'Request' }).getByText('"second"').waitFor();
  await lookAtAll(patchbay, 'logs-opened');
  const request = page.getByRole('region', { name: 'Request' });
  await request.getByRole('button', { name: /^Open/ }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('textbox').fill('needle');
  await viewer
    .getByText('1 / 1')
    .or(viewer.getByText(/1 of \d/))
    .first()
    .waitFor();
  await page.keyboard.press('Escape');

  const file = join(patchbay.userData, 'lines.jsonl');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Export these lines/ }).click();
  const read = async () =>
    (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').filter(Boolean);
  await expect.poll(async () => (await read()).length).toBe(2);
  const lines = (await read()).map((line) => JSON.parse(line) as LogEntry & { request: string });
  expect(lines.map(({ server, method }) => [server, method])).toEqual([
    ['toolbox', 'tools/call'],
    ['toolbox', 'tools/call'],
  ]);
  expect(lines[1]?.request).toContain('"needle"');
});

it('copies an issue report of a server, without the values of its environment', async () => {
  const patchbay = await openPatchbay({
    settings: { mcpServers: { toolbox: fixture('toolbox', { MY_TOKEN: 'very-secret-value' }) } },
  });
  const { app, page } = patchbay;
  await patchbay.untilConnected('toolbox');
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /^toolbox/ }).click();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('button', { name: 'Copy issue report' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const report = await app.evaluate(({ clipboard }) => clipboard.readText());
  for (const said of ['### toolbox', 'Electron', 'toolbox.mjs', 'MY_TOKEN', 'toolbox ready']) {
    expect(report).toContain(said);
  }
  expect(report).not.toContain('very-secret-value');
});

it('shows what the log takes, keeps it as long as it is told to, and clears it when asked twice', async () => {
  const patchbay = await openPatchbay({ settings });
  const { page } = patchbay;
  await patchbay.untilConnected('toolbox');
  await patchbay.go('Settings');
  const section = page.getByRole('region', { name: 'Log', exact: true });
  await section.scrollIntoViewIfNeeded();
  await section.getByText(/^\d+ lines, [\d.]+ k?B$/).waitFor();
  const days = section.getByRole('textbox', { name: 'Days that a line is kept' });
  await days.fill('0');
  await days.press('Enter');
  await section.getByText('A whole number from 1 to 100,000').waitFor();
  await days.fill('7');
  await days.press('Enter');
  await expect
    .poll(async () => (await patchbay.request('settings.get', undefined)).log.logKeepDays)
    .toBe(7);
  await section.scrollIntoViewIfNeeded();
  await lookAtAll(patchbay, 'log-settings');
  await section.getByRole('button', { name: 'Clear log' }).click();
  await section.getByText("This can't be undone").waitFor();
  await section.getByRole('button', { name: 'Clear log' }).click();
  await section.getByText(/^1 line, /).waitFor();
  await patchbay.go('Logs');
  await page.getByText('the log was cleared').waitFor();
});

it('shows a flood to its last line, stands still while paused, and finds in it while it comes', async () => {
  const patchbay = await openPatchbay({ settings: { mcpServers: { flood: fixture('flood') } } });
  const { page } = patchbay;
  await patchbay.untilConnected('flood');
  await patchbay.go('Logs');
  const lines = 20_000;
  const flood = (id: string) =>
    patchbay.request('servers.tryTool', { id, server: 'flood', tool: 'flood', input: { lines } });
  const grid = page.getByRole('treegrid');
  const foot = page.locator('.log-foot');
  const said = (count: number, what = 'lines') => `${count.toLocaleString('en')} ${what}`;
  const last = grid.getByRole('row').last();

  await flood('followed');
  await expect.poll(() => last.textContent()).toContain('line 20000 of');
  const total = () => foot.locator('.quiet').first().textContent();
  await expect.poll(async () => (await total()) === said(keptLines(patchbay))).toBe(true);
  const kept = keptLines(patchbay);
  expect(kept).toBeGreaterThan(lines);

  await page.getByRole('button', { name: /^Pause/ }).click();
  const shown = await grid.textContent();
  const whilePaused = flood('paused');
  const waiting = foot.getByRole('button', { name: /new lines?$/ });
  await waiting.waitFor();
  expect(await grid.textContent()).toBe(shown);
  await whilePaused;
  const isWhole = async () =>
    (await waiting.textContent()) === said(keptLines(patchbay) - kept, 'new lines');
  await expect.poll(isWhole).toBe(true);
  expect(await grid.textContent()).toBe(shown);

  const whileSearching = flood('searched');
  const text = 'line 777';
  await page.getByRole('searchbox', { name: 'Filter by text' }).fill(text);
  await whileSearching;
  // Of each flood 777, and 7770 to 7779.
  await foot.locator('.quiet', { hasText: /^33 lines$/ }).waitFor();
  const found = await grid.getByRole('row', { name: /of no interest/ }).allTextContents();
  expect(found.filter((row) => !row.includes(text))).toEqual([]);
  expect(found.at(-1)).toContain('line 7779 of');
  await page.getByRole('button', { name: /^Pause/ }).waitFor();
});

/** How many lines the file holds. */
function keptLines({ userData }: Patchbay): number {
  const database = openDatabase(join(userData, 'patchbay.db'));
  try {
    return (database.prepare('SELECT count(*) AS n FROM log').get() as { n: number }).n;
  } finally {
    database.close();
  }
}
