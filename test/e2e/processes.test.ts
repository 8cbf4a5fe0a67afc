import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataFolder, fixture, openPatchbay, writeSettings } from './patchbay.ts';

/** Running, and not merely waiting for its parent to take note of its end. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

it('tells a call whose server was killed why it failed, and the chat goes on', async () => {
  const patchbay = await openPatchbay({
    settings: { mcpServers: { hanging: fixture('hanging') } },
  });
  await patchbay.untilConnected('hanging');
  await patchbay.send('use mcp__hanging__hang {}');
  await patchbay.page.getByRole('button', { name: /^Allow once/ }).click();
  await expect
    .poll(
      async () =>
        (await patchbay.request('log.query', { filter: { text: 'hanging now' }, limit: 5 })).length,
    )
    .toBe(1);
  const { pid } = await patchbay.request('servers.detail', 'hanging');
  process.kill(pid ?? 0, 'SIGKILL');

  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const call = (await patchbay.items()).find((item) => item.kind === 'tool');
  expect(call).toMatchObject({ call: { state: 'error' } });
  expect(JSON.stringify(call)).toContain('SIGKILL');
  await patchbay
    .card('mcp__hanging__hang')
    .getByText(/SIGKILL/)
    .first()
    .waitFor();

  const states = (await patchbay.request('servers.detail', 'hanging')).history.map(
    ({ state }) => state,
  );
  expect(JSON.stringify(states)).toContain('SIGKILL');
  const items = await patchbay.ask('Hello again');
  expect(items.at(-1)).toMatchObject({ kind: 'text', streaming: false });
});

it('ends a server that ignores SIGINT and SIGTERM, and its grandchild, when it quits', async () => {
  const folder = await dataFolder();
  const pids = join(folder, 'pids');
  await writeSettings(folder, {
    mcpServers: { stubborn: fixture('stubbornFamily', { PIDS: pids }) },
  });
  const patchbay = await openPatchbay({ userData: folder });
  await patchbay.untilConnected('stubborn');
  const family = (await readFile(pids, 'utf8')).split(' ').map(Number);
  expect(family.map(isAlive)).toEqual([true, true]);
  await patchbay.app.close();
  expect(family.map(isAlive)).toEqual([false, false]);
});

it.runIf(process.platform === 'linux')(
  'hands none of its open files down to a server',
  async () => {
    const patchbay = await openPatchbay({
      settings: { mcpServers: { hanging: fixture('hanging') } },
    });
    await expect
      .poll(async () => (await patchbay.request('servers.detail', 'hanging')).serverInfo?.name, {
        timeout: 30_000,
      })
      .toBeDefined();
    const { pid } = await patchbay.request('servers.detail', 'hanging');
    const folder = `/proc/${pid}/fd`;
    const files = readdirSync(folder).map((fd) => `${fd} ${readlinkSync(join(folder, fd))}`);
    // Its three pipes, which Node makes of sockets; Node's own are pipes and anonymous inodes.
    expect(files.filter((file) => /^[012] /.test(file))).toHaveLength(3);
    expect(files.filter((file) => /^(\d\d|[3-9]).* (socket:|\/(?!dev\/null))/.test(file))).toEqual(
      [],
    );
  },
);

it('ends at its next start what it left behind when it was killed', async () => {
  const folder = await dataFolder();
  const pids = join(folder, 'pids');
  await writeSettings(folder, {
    mcpServers: { stubborn: fixture('stubbornFamily', { PIDS: pids }) },
  });
  const killed = await openPatchbay({ userData: folder });
  await expect
    .poll(async () => (await killed.request('servers.detail', 'stubborn')).serverInfo?.name, {
      timeout: 30_000,
    })
    .toBe('stubborn');
  const family = (await readFile(pids, 'utf8')).split(' ').map(Number);
  const closed = killed.app.waitForEvent('close');
  // With Chromium's own processes, as a session that ends does; servers are in groups of their own.
  process.kill(-(killed.app.process().pid ?? 0), 'SIGKILL');
  await closed;
  expect(family.map(isAlive)).toEqual([true, true]);

  await writeSettings(folder, { mcpServers: {} });
  const next = await openPatchbay({ userData: folder });
  await expect.poll(() => family.map(isAlive), { timeout: 10_000 }).toEqual([false, false]);
  const filter = { servers: ['stubborn'], text: 'left behind by a crash' };
  await expect
    .poll(async () => (await next.request('log.query', { filter, limit: 5 })).length)
    .toBe(1);
});

it('stops, starts and restarts a server from its row, and shows its log', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  await patchbay.go('Servers');
  const row = page.getByRole('row', { name: /docs/ });
  await row.getByRole('button', { name: 'Start' }).click();
  await row.getByText('Connected', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Restart' }).click();
  await expect
    .poll(
      async () =>
        (await patchbay.request('servers.detail', 'docs')).history
          .map(({ state }) => state.kind)
          .filter((kind) => kind === 'connected').length,
    )
    .toBe(2);
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Stop' }).click();
  await row.getByText('Stopped', { exact: true }).waitFor();
  const { lastExit } = await patchbay.request('servers.detail', 'docs');
  expect(lastExit).toBeDefined();

  await patchbay.go('Logs');
  await page
    .getByText(/initialize/)
    .first()
    .waitFor();
  await page
    .getByText(/tools\/list/)
    .first()
    .click();
  await page.getByText('"inputSchema"').first().waitFor();
});
