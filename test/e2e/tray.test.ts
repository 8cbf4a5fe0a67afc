import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { MenuItem } from 'electron';
import { expect, it } from 'vitest';
import { root } from '../../scripts/run.mjs';
import { fixture, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';

const soon = { timeout: 20_000 };
type Holder = { menu: readonly MenuItem[]; asked: number };

/** Keeps the menu that the tray was given last; the tray itself is the real one. */
async function watchTray({ app }: Patchbay) {
  await app.evaluate(({ Tray }) => {
    const holder = globalThis as unknown as Holder;
    holder.menu = [];
    type Method = (this: Electron.Tray, menu: Electron.Menu | null) => void;
    const wrap = (name: 'setContextMenu' | 'destroy') => {
      const own = Reflect.get(Tray.prototype, name) as Method;
      const wrapped: Method = function wrapped(menu) {
        holder.menu = menu?.items ?? [];
        own.call(this, menu);
      };
      Reflect.set(Tray.prototype, name, wrapped);
    };
    wrap('setContextMenu');
    wrap('destroy');
  });
  return {
    labels: () =>
      app.evaluate(() =>
        (globalThis as unknown as Holder).menu.map(({ type, label }) =>
          type === 'separator' ? '-' : label,
        ),
      ),
    choose: (label: string) =>
      app.evaluate((_electron, wanted) => {
        const { menu } = globalThis as unknown as Holder;
        // As the system does it, which need not wait for what comes of it.
        setTimeout(() => menu.find((item) => item.label === wanted)?.click());
      }, label),
  };
}

it('shows in the tray how things are, and goes on there while the window is closed', async () => {
  const patchbay = await openPatchbay({
    settings: {
      mcpServers: { 'R&D': { command: '/nowhere/at-all' }, ci: fixture('channel') },
    },
  });
  const { app, page } = patchbay;
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  const closeWindow = async () => {
    await page.getByRole('button', { name: 'Close window' }).click();
    await expect.poll(isVisible, soon).toBe(false);
  };
  await patchbay.untilConnected('ci');
  const { pid = 0 } = await patchbay.request('servers.detail', 'ci');
  const tray = await watchTray(patchbay);
  await patchbay.go('Settings');
  const isOn = page.getByRole('switch', { name: 'Icon in the tray' });
  await isOn.click();
  const [open, quit] = [
    ['Open Patchbay', 'New chat'],
    ['-', 'Quit Patchbay'],
  ];
  const needs = ['-', 'Servers that need something', 'R&&D: failed'];
  await expect
    .poll(tray.labels, soon)
    .toEqual(['2 of 6 servers connected', ...open, ...needs, ...quit]);

  await closeWindow();
  await tray.choose('R&&D: failed');
  await page.getByRole('region', { name: /R&D/ }).waitFor();
  expect(await isVisible()).toBe(true);

  // A tool waits while nobody looks; what it leads to is the conversation that asks.
  await patchbay.go('Chat');
  await patchbay.send('Connect to the deploy server and trigger a deployment');
  const asks = ['-', 'Waits for you', 'Connect to the deploy server and trigger a depl…'];
  const [how, ...rest] = [
    '3 of 6 servers connected, 1 waiting',
    ...open,
    ...asks,
    ...needs,
    ...quit,
  ];
  await expect.poll(tray.labels, soon).toEqual([how, ...rest]);
  await patchbay.go('Logs');
  await closeWindow();
  await tray.choose(asks[2] ?? '');
  await page.getByRole('button', { name: /^Deny/ }).click();
  await expect.poll(async () => (await tray.labels())[0], soon).toBe('3 of 6 servers connected');

  // Started again, it shows the window that is hidden.
  await closeWindow();
  const again = spawn(
    process.env['PATCHBAY_ELECTRON'] ?? '',
    [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root],
    { env: { ...process.env, PATCHBAY_USER_DATA: patchbay.userData }, stdio: 'ignore' },
  );
  await once(again, 'exit');
  await expect.poll(isVisible, soon).toBe(true);

  // Nobody is asked in front of a hidden window whose page breaks again and again.
  await closeWindow();
  await app.evaluate(async ({ BrowserWindow, dialog }) => {
    const holder = globalThis as unknown as Holder;
    holder.asked = 0;
    dialog.showMessageBox = () => {
      holder.asked += 1;
      return Promise.resolve({ response: 0, checkboxChecked: false });
    };
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const event of ['did-finish-load', 'did-finish-load', 'render-process-gone'] as const) {
      const next = new Promise<void>((resolve) => contents?.once(event as never, () => resolve()));
      contents?.forcefullyCrashRenderer();
      await next;
    }
  });
  const asked = () => app.evaluate(() => (globalThis as unknown as Holder).asked);
  expect([await isVisible(), await asked()]).toEqual([false, 0]);
  await tray.choose('Open Patchbay');
  await expect.poll(asked, soon).toBe(1);

  const closed = app.waitForEvent('close');
  await tray.choose('Quit Patchbay');
  await closed;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
