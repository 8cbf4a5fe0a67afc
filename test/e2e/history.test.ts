import { expect, it } from 'vitest';
import { resize } from '../../scripts/launch.mjs';
import { fillConversations, fillLongConversation } from './manyConversations.ts';
import { dataFolder, openPatchbay } from './patchbay.ts';
import { findings, lookAtAll, shot } from './screens.ts';

async function openFull(count = 30) {
  const userData = await dataFolder();
  fillConversations(userData, count);
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  const list = page.getByRole('navigation', { name: /Conversations/ });
  await list
    .getByRole('button', { name: /^Trigger a deployment/ })
    .first()
    .waitFor();
  const titles = async () => (await list.locator('.list-item .grow').allTextContents()).slice(0, 4);
  return { patchbay, page, list, titles, userData };
}

it('renames, pins, archives and deletes conversations, by keys and by the menu', async () => {
  const { patchbay, page, list, titles } = await openFull();
  await lookAtAll(patchbay, 'history-list');
  const first = list.locator('.list-item').first();
  await first.focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Title' }).fill('The big rollout');
  await page.keyboard.press('Enter');
  await expect.poll(titles).toContain('The big rollout');
  // The focus is where it was.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^The big/);
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Title' }).fill('No');
  await page.keyboard.press('Escape');
  expect(await titles()).toContain('The big rollout');

  const third = list.locator('.list-item').nth(2);
  const thirdTitle = (await titles())[2];
  await third.click({ button: 'right' });
  await shot(page, 'history-menu');
  expect(await findings(patchbay)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await list.getByRole('heading', { name: 'Pinned' }).waitFor();
  expect((await titles())[0]).toBe(thirdTitle);

  await list.locator('.list-row').nth(1).hover();
  await page.getByRole('button', { name: 'More for The big rollout' }).click();
  const after = (await titles())[2];
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: /^Archived/ }).waitFor();
  // The focus is in the list, at the one that came after it.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('title')))
    .toBe(after);
  await page.getByRole('button', { name: /^Archived/ }).click();
  await expect.poll(titles).toEqual(['The big rollout']);
  await shot(page, 'history-archive');
  await page.getByRole('button', { name: 'Back from the archive' }).click();

  const [, gone, next] = await titles();
  await list.locator('.list-item').nth(1).focus();
  await page.keyboard.press('Delete');
  await page.getByText(`“${gone}” was deleted`).waitFor();
  await expect.poll(async () => (await titles())[1]).toBe(next);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain(next?.slice(0, 10));
  await shot(page, 'history-undo');
  expect(await findings(patchbay)).toEqual([]);
  await page.keyboard.press('Alt+z');
  await expect.poll(async () => (await titles())[1]).toBe(gone);
  // One that is open comes back to where it was.
  await list.locator('.list-item').nth(1).click();
  await page.getByRole('button', { name: 'More for this chat' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(`“${gone}” was deleted`).waitFor();
  await page.keyboard.press('Alt+z');
  await page.getByRole('button', { name: 'More for this chat' }).waitFor();

  // In a narrow window the list with the search is behind a button.
  await resize(patchbay.app, 900, 600);
  await list.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('needle');
});

it('stops the answer of a conversation that is deleted, and keeps nothing of it', async () => {
  const { patchbay, page, list, userData } = await openFull(3);
  await patchbay.send('Write a long answer of 100000 characters');
  await expect.poll(() => patchbay.activity()).toBe('running');
  await list.locator('.list-item').first().focus();
  await page.keyboard.press('Delete');
  await page.getByText('was deleted').waitFor();
  await expect.poll(() => patchbay.activity()).toBe('idle');
  expect(await patchbay.request('chat.list', undefined)).toHaveLength(3);
  await patchbay.app.close();
  const again = await openPatchbay({ userData });
  expect(await again.request('chat.list', undefined)).toHaveLength(3);
  await expect.poll(async () => (await again.request('chat.search', '100000')).found).toEqual([]);
});

it('finds words in all conversations and jumps to the message', async () => {
  const { patchbay, page, list } = await openFull();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle lock');
  const hit = list.getByRole('button', { name: /The needle is here/ });
  await hit.waitFor();
  await lookAtAll(patchbay, 'history-search');
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const message = page.locator('.row.jumped');
  await message.getByText('The needle is here').waitFor();
  expect(await message.evaluate((row) => row.getBoundingClientRect().top)).toBeGreaterThan(50);
  await shot(page, 'history-jump');
  await page.getByRole('searchbox').fill('检索');
  await list
    .getByRole('button', { name: /检索服务为什么重启了两次/ })
    .first()
    .waitFor();
  await page.getByRole('searchbox').fill('nothinglikethis');
  await list.getByText('No conversation has these words').waitFor();
  await shot(page, 'history-none');
  await page.getByRole('searchbox').fill('queue');
  await list
    .getByText(/more message/)
    .first()
    .waitFor();
  await shot(page, 'history-many');
  await patchbay.request('settings.update', { language: 'ja' });
  await page.getByText('あなた:').first().waitFor({ state: 'attached' });
  await shot(page, 'history-ja');
  await patchbay.request('settings.update', { language: 'zh' });
  await page.getByText('您：').first().waitFor({ state: 'attached' });
  await shot(page, 'history-zh');
});

it('opens a long conversation at its end, brings in the rest as it is read, and jumps anywhere', async () => {
  const userData = await dataFolder();
  fillLongConversation(userData, 1_000);
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  await page
    .getByRole('button', { name: /^A long one/ })
    .first()
    .click();
  await page.getByRole('log').getByText('Answer number 999.').waitFor();
  const { items, hasEarlier } = await patchbay.request('chat.open', 'long');
  expect([items.length, hasEarlier]).toEqual([300, true]);
  await page.getByRole('searchbox').fill('"number 128"');
  await page
    .getByRole('navigation', { name: /Conversations/ })
    .getByText('Answer number 128')
    .click();
  const message = page.locator('.row.jumped');
  await message.getByText('Answer number 128.').waitFor();
  await expect
    .poll(() => message.evaluate((row) => row.getBoundingClientRect().top))
    .toBeGreaterThan(100);
  await page.getByRole('log').hover();
  // What comes in above keeps the reader where they are, so the top may take more than one turn.
  const first = page.getByText('Question number 0', { exact: true }).first();
  const scrollUp = async () => {
    await page.mouse.wheel(0, -20_000);
    return first.isVisible();
  };
  await expect.poll(scrollUp).toBe(true);
  await page.getByRole('button', { name: 'Jump to the end' }).click();
  await page.getByRole('log').getByText('Answer number 999.').waitFor();

  // By one key, also when most of it has not been brought in.
  await page.reload();
  await page
    .getByRole('button', { name: /^A long one/ })
    .first()
    .click();
  await page.getByRole('log').getByText('Answer number 999.').waitFor();
  await page.getByRole('log').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => first.isVisible()).toBe(true);
  expect(await page.getByRole('log').evaluate((box) => box.scrollTop)).toBe(0);
});
