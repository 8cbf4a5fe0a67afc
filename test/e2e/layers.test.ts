import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataFolder, fixture, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';

const names = async (patchbay: Patchbay) =>
  (await patchbay.request('servers.list', undefined)).map(({ name }) => name);

async function workspaceWith(mcpServers: unknown, file = '.mcp.json') {
  const workspace = join(await dataFolder(), 'project');
  const path = join(workspace, file);
  await mkdir(join(path, '..'), { recursive: true });
  const write = (servers: unknown) =>
    writeFile(path, JSON.stringify({ mcpServers: servers }, null, 2));
  await write(mcpServers);
  return { workspace, write };
}

it('runs a server of the workspace once it is approved, and asks again with the difference when the file changes', async () => {
  const mark = join(await dataFolder(), 'ran');
  const script = `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`;
  const sly = { command: process.execPath, args: ['-e', script] };
  const toolbox = fixture('toolbox', { GREETING: '${HOME}' });
  const { workspace, write } = await workspaceWith({ toolbox, sly });
  const patchbay = await openPatchbay({ env: { PATCHBAY_WORKSPACE: workspace } });
  const { page } = patchbay;
  await patchbay.go('Servers');
  const region = page.getByRole('region', { name: 'Servers that wait for approval' });
  await region.getByText('2 servers of this folder wait for your answer.').waitFor();
  const card = region.getByRole('article', { name: 'toolbox' });
  const shown = await card.textContent();
  for (const text of [toolbox.command, ...toolbox.args, 'GREETING', '${HOME}']) {
    expect(shown).toContain(text);
  }
  expect(await names(patchbay)).not.toContain('toolbox');

  await region.getByRole('button', { name: 'Refuse sly' }).click();
  await region.getByRole('button', { name: 'Approve toolbox' }).click();
  await patchbay.untilConnected('toolbox');
  await region.waitFor({ state: 'detached' });
  expect(existsSync(mark)).toBe(false);
  const { origin } = await patchbay.request('servers.detail', 'toolbox');
  expect(origin?.winner).toEqual({ layer: 'project', file: join(workspace, '.mcp.json') });

  await write({ toolbox: { ...toolbox, args: [...toolbox.args, '--new'] }, sly });
  const again = region.getByRole('article', { name: 'toolbox' });
  await again.getByText('You approved it as it was before.').waitFor();
  const difference = again.getByRole('group', { name: 'What changed in toolbox' });
  await expect.poll(() => difference.textContent()).toContain('--new');
  await expect.poll(() => names(patchbay)).not.toContain('toolbox');
  await again.getByRole('button', { name: 'Approve toolbox' }).press('Enter');
  await patchbay.untilConnected('toolbox');
  expect(await names(patchbay)).not.toContain('sly');

  await page.getByRole('button', { name: 'Ask about sly again' }).click();
  await region.getByRole('article', { name: 'sly' }).waitFor();
  expect(existsSync(mark)).toBe(false);
});

it('asks about local settings that a folder brings along, and keeps what is saved for it without asking', async () => {
  const { workspace } = await workspaceWith(
    { brought: fixture('toolbox') },
    '.patchbay/settings.local.json',
  );
  const patchbay = await openPatchbay({ env: { PATCHBAY_WORKSPACE: workspace } });
  await expect
    .poll(async () => (await patchbay.request('config.view', undefined)).waiting.length)
    .toBe(1);
  expect(await names(patchbay)).not.toContain('brought');
  const config = { ...fixture('toolbox'), disabled: false };
  await patchbay.request('servers.save', { name: 'mine', config, layer: 'local' });
  await patchbay.untilConnected('mine');
  expect(await names(patchbay)).not.toContain('brought');
  expect(existsSync(join(workspace, '.patchbay', '.gitignore'))).toBe(true);
});

it('has the servers of the managed file and no others where there is one', async () => {
  const userData = await dataFolder({ mcpServers: { mine: fixture('toolbox') } });
  const { workspace } = await workspaceWith({ project: fixture('toolbox') });
  const managed = join(await dataFolder(), 'managed-mcp.json');
  await writeFile(managed, JSON.stringify({ mcpServers: { managed: fixture('toolbox') } }));
  const patchbay = await openPatchbay({
    userData,
    env: { PATCHBAY_WORKSPACE: workspace, PATCHBAY_MANAGED_FILE: managed },
  });
  await patchbay.untilConnected('managed');
  expect(await names(patchbay)).toEqual(['managed']);
  await patchbay.go('Settings');
  await patchbay.page.getByText('Managed by an administrator.').waitFor();
  await patchbay.page.getByText(managed).first().waitFor();
  const config = { command: 'x', args: [], env: {}, disabled: false };
  await expect(patchbay.request('servers.save', { name: 'new', config })).rejects.toThrow(
    'config/managed',
  );
});

it('does not start a server whose variable is missing, says which, and starts the others', async () => {
  const missing = fixture('toolbox', { KEY: '${PATCHBAY_TEST_NOT_THERE}' });
  const found = fixture('toolbox', { KEY: '${PATCHBAY_TEST_NOT_THERE:-none}' });
  const patchbay = await openPatchbay({ settings: { mcpServers: { missing, found } } });
  await patchbay.untilConnected('found');
  const state = async () =>
    (await patchbay.request('servers.list', undefined)).find(({ name }) => name === 'missing')
      ?.state;
  await expect.poll(state).toMatchObject({
    kind: 'failed',
    cause: {
      code: 'config/variable-missing',
      params: { server: 'missing', field: 'env.KEY', name: 'PATCHBAY_TEST_NOT_THERE' },
    },
  });
});
