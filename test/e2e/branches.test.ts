import { expect, it } from 'vitest';
import { openPatchbay } from './patchbay.ts';
import { findings, lookAtAll, shot } from './screens.ts';

it('asks something else from a message on, and goes back and forth between the ways', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  await patchbay.ask('Hello there');
  await patchbay.ask('Hello once more');
  const questions = page.locator('article.ask:not(.stuck)');
  const texts = () => questions.locator('p').allTextContents();
  await expect.poll(texts).toHaveLength(2);
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -2_000);
  await questions.first().getByRole('button', { name: 'Edit and send again' }).click();
  const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox');
  await expect.poll(() => field.inputValue()).toBe('Hello there');
  await shot(page, 'branch-edit');
  expect(await findings(patchbay)).toEqual([]);
  await field.press('Escape');
  await questions.first().getByRole('button', { name: 'Edit and send again' }).click();
  await field.fill('Hello instead');
  await field.press('Enter');
  await expect.poll(texts).toEqual(['Hello instead']);
  await expect.poll(() => patchbay.activity()).toBe('idle');
  const ways = page.getByRole('group', { name: 'Versions from here' });
  await ways.getByText('2 / 2').waitFor();
  await lookAtAll(patchbay, 'branch-second');
  await ways.getByRole('button', { name: 'Previous version' }).click();
  await expect.poll(texts).toEqual(['Hello there', 'Hello once more']);
  await ways.getByText('1 / 2').waitFor();
  await ways.getByRole('button', { name: 'Next version' }).click();
  await expect.poll(texts).toEqual(['Hello instead']);

  await page.getByRole('button', { name: 'Answer again' }).click();
  await ways.getByText('3 / 3').waitFor();
  await expect.poll(() => patchbay.activity()).toBe('idle');

  await ways.getByRole('button', { name: 'Previous version' }).click();
  await ways.getByText('2 / 3').waitFor();
  await ways.getByRole('button', { name: 'Previous version' }).click();
  await expect.poll(texts).toHaveLength(2);
  await page.mouse.wheel(0, -2_000);
  await page.getByRole('button', { name: 'Branch off from here' }).first().click();
  await expect.poll(texts).toEqual(['Hello there']);
  expect(await patchbay.request('chat.list', undefined)).toHaveLength(2);
  await patchbay.ask('And now');
  await expect.poll(texts).toEqual(['Hello there', 'And now']);
});

it('shows the way of a message that was found, and keeps all of them over a restart', async () => {
  const first = await openPatchbay();
  await first.ask('Hello zebra');
  const asked = first.page.locator('article.ask:not(.stuck)');
  await asked.getByRole('button', { name: 'Edit and send again' }).click();
  const field = first.page.getByRole('form', { name: 'Edit message' }).getByRole('textbox');
  await field.fill('Hello giraffe');
  await field.press('Enter');
  await asked.getByText('Hello giraffe').waitFor();
  await expect.poll(() => first.activity()).toBe('idle');
  await first.app.close();

  const { page } = await openPatchbay({ userData: first.userData });
  await page.getByRole('searchbox').fill('zebra');
  await page.getByRole('button', { name: /You: .*zebra/ }).click();
  await page.locator('.row.jumped').getByText('Hello zebra').waitFor();
  await page.getByRole('group', { name: 'Versions from here' }).getByText('1 / 2').waitFor();
});
