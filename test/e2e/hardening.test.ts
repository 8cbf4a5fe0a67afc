import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { fixture, openPatchbay } from './patchbay.ts';

/** A server that only notes who asked it for what. */
async function bait() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('shows hostile tool results and answers as inert text: nothing runs, nothing is loaded', async () => {
  const { asked, url } = await bait();
  const patchbay = await openPatchbay({
    settings: { mcpServers: { hostile: fixture('hostile', { BAIT_URL: url }) } },
  });
  const { page } = patchbay;
  await patchbay.untilConnected('hostile');
  // The demo model repeats the result in its answer, so the words pass through Markdown too.
  const items = await patchbay.ask('use mcp__hostile__speak {}');
  expect(JSON.stringify(items.at(-1))).toContain('javascript:');
  await patchbay.card('mcp__hostile__speak').getByRole('button').first().click();
  const messages = page.getByRole('log');
  await messages.getByText('click me').first().waitFor();

  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(await page.locator('a[href^="javascript:"], main iframe, main script').count()).toBe(0);
  expect(await page.locator(`img[src^="http"]`).count()).toBe(0);
  for (const link of await messages.getByText('click me').all()) await link.click();
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /hostile/ }).click();
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(patchbay.app.windows()).toHaveLength(1);
  expect(page.url()).toMatch(/^app:\/\/patchbay\//);
  expect(asked).toEqual([]);
});

it('gives the page no Node, no other page, no window, no permission and no remote load', async () => {
  const { asked, url } = await bait();
  const { app, page } = await openPatchbay();
  const found = await page.evaluate(async (remote) => {
    const image = new Image();
    const loaded = new Promise((resolve) => {
      image.onload = () => resolve('loaded');
      image.onerror = () => resolve('blocked');
    });
    image.src = `${remote}/image.png`;
    const inline = document.createElement('script');
    inline.textContent = 'window.inline = true';
    document.body.append(inline);
    // In a task of its own: what the debugger itself evaluates is not held to the policy.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          // oxlint-disable-next-line typescript/no-implied-eval
          resolve(new Function('return "ran"')());
        } catch {
          resolve('blocked');
        }
      });
    });
    return {
      node: typeof (globalThis as { process?: unknown; require?: unknown }).require,
      process: typeof (globalThis as { process?: unknown }).process,
      image: await loaded,
      inline: 'inline' in window,
      evaluated,
      fetched: await fetch(remote).then(
        () => 'loaded',
        () => 'blocked',
      ),
      file: await fetch('app://patchbay/../../package.json').then(
        (response) => response.status,
        () => 'blocked',
      ),
      opened: window.open(remote) === null,
      notification: await Notification.requestPermission(),
      bridge: Object.keys(window.patchbay).sort(),
    };
  }, url);
  expect(found).toEqual({
    node: 'undefined',
    process: 'undefined',
    image: 'blocked',
    inline: false,
    evaluated: 'blocked',
    fetched: 'blocked',
    file: 'blocked',
    opened: true,
    notification: 'denied',
    bridge: ['attach', 'on', 'platform', 'request'],
  });
  await page.evaluate((remote) => window.location.assign(remote), url);
  expect(page.url()).toMatch(/^app:\/\/patchbay\//);
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    const { sandbox, contextIsolation, nodeIntegration, webviewTag } =
      contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration, webviewTag };
  });
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
  });
  expect(asked).toEqual([]);
});

it('refuses addresses that are not of the web at its one exit', async () => {
  const patchbay = await openPatchbay();
  for (const address of ['file:///etc/passwd', 'javascript:1', 'smb://host/share', 'no address']) {
    await expect(patchbay.request('links.open', address)).rejects.toThrow('app/not-a-web-address');
  }
});

it('runs once for a data folder: a second start brings the first window forward', async () => {
  const first = await openPatchbay();
  const { execPath } = await first.app.evaluate(() => ({ execPath: process.execPath }));
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(execPath, [...noSandbox, '.'], {
    env: { ...process.env, PATCHBAY_USER_DATA: first.userData },
    stdio: 'ignore',
  });
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  expect(first.app.windows()).toHaveLength(1);
});
