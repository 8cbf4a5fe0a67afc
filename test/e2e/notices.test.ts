import { expect, it } from 'vitest';
import { callsTool, channel, openTalking, says } from './talking.ts';
import type { Talking } from './talking.ts';

const soon = { timeout: 20_000 };

type Shown = { title: string; body: string; emit: (event: string) => void };
type Holder = { shown: Shown[]; inFront: boolean };

/** Puts what the system would show into a list, and says whether the window is in front. */
async function watch({ patchbay }: Talking) {
  const { app } = patchbay;
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const holder = globalThis as unknown as Holder;
    holder.shown = [];
    holder.inFront = true;
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Shown) {
      holder.shown.push(this);
    };
    Notification.prototype.close = function close(this: Shown) {
      holder.shown = holder.shown.filter((one) => one !== this);
    };
    for (const window of BrowserWindow.getAllWindows()) {
      window.isFocused = () => holder.inFront;
      window.focus = () => {
        holder.inFront = true;
        window.emit('focus');
      };
    }
  });
  return {
    shown: () =>
      app.evaluate(() => {
        const { shown } = globalThis as unknown as Holder;
        return shown.map(({ title, body }) => `${title}: ${body}`);
      }),
    leave: () =>
      app.evaluate(() => {
        (globalThis as unknown as Holder).inFront = false;
      }),
    click: () =>
      app.evaluate(() => {
        (globalThis as unknown as Holder).shown[0]?.emit('click');
      }),
  };
}

it('tells of messages and prompts while the window is not in front, and leads to them', async () => {
  const { api, talking } = await openTalking({
    mcpServers: { ci: channel() },
    more: { turnNoticeSeconds: 1 },
    script: [
      says('Seen.'),
      says('Seen too.'),
      callsTool('call_1', 'mcp__ci__reply', { text: 'secret' }),
      says('Denied.'),
      { ...says('Something that took long.'), events: 3, ending: 'wait' },
    ],
  });
  const { patchbay } = talking;
  const { page } = patchbay;
  const system = await watch(talking);
  await patchbay.request('channels.allow', { server: 'ci' });

  await talking.use('ci', 'push', { content: 'while it is in front' });
  await expect.poll(async () => (await patchbay.items()).length, soon).toBe(2);
  await talking.untilIdle();
  await patchbay.go('Settings');
  await system.leave();
  await talking.use('ci', 'push', { content: 'a secret', count: 3 });
  await expect.poll(() => system.shown(), soon).toEqual(['ci: 4 new messages']);

  await system.click();
  await page.getByRole('article', { name: 'Message from ci' }).first().waitFor();
  await expect.poll(() => system.shown(), soon).toEqual([]);
  await page.getByRole('button', { name: 'Chat', exact: true }).waitFor();

  await talking.untilIdle();
  await patchbay.go('Servers');
  await system.leave();
  const [{ id } = { id: '' }] = await patchbay.request('chat.list', undefined);
  await patchbay.request('chat.send', { conversationId: id, text: 'Reply' });
  await expect
    .poll(() => system.shown(), soon)
    .toEqual(['Patchbay: A tool of ci waits for your answer']);
  await system.click();
  await page.getByRole('button', { name: /^Deny/ }).click();
  await expect.poll(() => system.shown(), soon).toEqual([]);
  await talking.untilIdle();

  // A long answer is told of once it is there, and a click leads to it.
  await patchbay.go('Logs');
  await system.leave();
  await patchbay.request('chat.send', { conversationId: id, text: 'Think long' });
  await api.waiting;
  const began = Date.now();
  await expect.poll(() => Date.now() - began, soon).toBeGreaterThan(1_000);
  expect(await system.shown()).toEqual([]);
  api.release();
  await expect
    .poll(() => system.shown(), soon)
    .toEqual([expect.stringMatching(/^Patchbay: An answer is ready after \d+ s$/)]);
  await system.click();
  await page.getByText('Something that took long.').waitFor();
  await expect.poll(() => system.shown(), soon).toEqual([]);

  await patchbay.go('Settings');
  const notices = page.getByRole('switch', { name: 'Notifications' });
  expect(await notices.isChecked()).toBe(true);
  await notices.click();
  await expect
    .poll(async () => (await patchbay.request('settings.get', undefined)).notifications, soon)
    .toBe(false);
  await system.leave();
  await talking.use('ci', 'push', { content: 'unheard' });
  await expect.poll(async () => (await talking.pushed()).length, soon).toBe(5);
  await talking.untilIdle();
  expect(await system.shown()).toEqual([]);
}, 120_000);
