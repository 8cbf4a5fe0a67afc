import { mkdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { dataFolder, fixture, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';

const script = '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js';
const everything = {
  command: process.execPath,
  args: [join(import.meta.dirname, script), 'stdio'],
};
const settingsOf = async ({ userData }: Patchbay) =>
  JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8')) as Record<string, unknown>;

/** What the system's dialog answers from now on; no path is Cancel. */
const dialogAnswers = ({ app }: Patchbay, path?: string) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({
      canceled: chosen === undefined,
      filePaths: chosen === undefined ? [] : [chosen],
    });
  }, path);

it('tells servers of the workspace that is chosen, and starts programs in it from then on', async () => {
  const userData = await realpath(await dataFolder({ mcpServers: { everything } }));
  const folder = join(userData, 'a workspace, 工作区');
  await mkdir(folder);
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  await patchbay.untilConnected('everything');
  const pid = async () => (await patchbay.request('servers.detail', 'everything')).pid ?? 0;
  const first = await pid();
  expect(await readlink(`/proc/${first}/cwd`)).toBe(userData);

  await patchbay.go('Settings');
  const choose = page.getByRole('button', { name: 'Choose the workspace folder' });
  await dialogAnswers(patchbay);
  await choose.click();
  await dialogAnswers(patchbay, folder);
  await choose.click();
  await page.getByText(/run in it from their next start/).waitFor();
  expect(await page.getByLabel('Workspace folder', { exact: true }).inputValue()).toBe(folder);
  expect((await settingsOf(patchbay))['workspace']).toBe(folder);

  // The one that runs goes on in its folder, and asks what has changed.
  const rootsTold = async () => {
    const filter = { servers: ['everything'], text: 'roots/list' };
    const entries = await patchbay.request('log.query', { filter, limit: 50 });
    const asked = entries.filter(({ method }) => method === 'roots/list');
    const bodies = asked.map(({ seq }) => patchbay.request('log.body', seq));
    return (await Promise.all(bodies)).map(({ response = '' }) => response).join('\n');
  };
  await expect.poll(rootsTold, { timeout: 10_000 }).toContain(encodeURI('工作区'));
  expect(await pid()).toBe(first);

  await patchbay.request('servers.restart', 'everything');
  // None in between.
  const isAnother = async () => ![0, first].includes(await pid());
  await expect.poll(isAnother, { timeout: 10_000 }).toBe(true);
  await patchbay.untilConnected('everything');
  expect(await readlink(`/proc/${await pid()}/cwd`)).toBe(folder);

  await page.getByRole('button', { name: 'Use default: workspace folder' }).click();
  await page.getByText(/Where Patchbay was started/).waitFor();
  expect(await settingsOf(patchbay)).not.toHaveProperty('workspace');
});

it('takes a file of certificates that can be used, and says why another one can not', async () => {
  const userData = await dataFolder();
  const good = join(userData, 'company.pem');
  await writeFile(good, rootCertificates[0] ?? '');
  await writeFile(join(userData, 'notes.txt'), 'no certificate');
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  await patchbay.go('Settings');
  const field = page.getByLabel('Extra certificates', { exact: true });
  const alert = page.getByRole('alert');
  await field.fill(join(userData, 'missing.pem'));
  await field.press('Enter');
  await alert.getByText(/missing\.pem can't be used: no such file or directory$/).waitFor();
  await dialogAnswers(patchbay, join(userData, 'notes.txt'));
  await page.getByRole('button', { name: 'Choose a file of certificates' }).click();
  await alert.getByText(/notes\.txt can't be used: it holds no PEM certificate$/).waitFor();
  expect((await patchbay.request('settings.get', undefined)).extraCaFile.value).toBeUndefined();

  await dialogAnswers(patchbay, good);
  await page.getByRole('button', { name: 'Choose a file of certificates' }).click();
  await page.getByText('Trusted besides the usual ones').waitFor();
  expect(await alert.filter({ hasText: /\S/ }).count()).toBe(0);
  const { extraCaFile } = await patchbay.request('settings.get', undefined);
  expect(extraCaFile).toEqual({ value: good, source: 'settings' });
  await page.getByRole('button', { name: 'Remove the extra certificates' }).click();
  await page.getByText(/^None\. A PEM file/).waitFor();
});

it('gives a server trust and takes it back in its form, and leaves the rest of its entry', async () => {
  const entry = { ...fixture('hanging'), roots: false };
  const patchbay = await openPatchbay({ settings: { mcpServers: { hanging: entry } } });
  const { page } = patchbay;
  await patchbay.untilConnected('hanging');
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /hanging/ }).click();
  for (const trusted of [true, false]) {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const trust = page.getByRole('switch', { name: 'Trust this server' });
    expect(await trust.isChecked()).toBe(!trusted);
    await trust.setChecked(trusted);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await trust.waitFor({ state: 'detached' });
    const { command, args } = entry;
    const saved = { command, args, roots: false, ...(trusted && { trusted }) };
    expect((await settingsOf(patchbay))['mcpServers']).toEqual({ hanging: saved });
  }
});

it('shows on a page what its command means, where its PATH is from, and its states', async () => {
  const missing = { command: 'no-such-command-on-any-path' };
  const settings = { mcpServers: { hanging: fixture('hanging'), missing } };
  const patchbay = await openPatchbay({ settings });
  const { page } = patchbay;
  await patchbay.untilConnected('hanging');
  await patchbay.go('Servers');
  const fact = (name: string) =>
    page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]').textContent();
  await page.getByRole('row', { name: /hanging/ }).click();
  await page.getByRole('img', { name: /^From .* to .*, connected \d+ % of the time$/ }).waitFor();
  await expect.poll(() => fact('Resolved to')).toBe(process.execPath);
  expect(await fact('PATH from')).toMatch(/^Patchbay's own environment/);
  await page.getByRole('row', { name: /missing/ }).click();
  await expect.poll(() => fact('Resolved to')).toBe('nothing');
  const { text } = await patchbay.request('servers.doctor', 'missing');
  expect(text).toMatch(/^Resolved to: nothing\nPATH from: own environment/m);
  expect(text).toMatch(/^States since .*, connected 0 %:\n- .*: failed, /m);
});
