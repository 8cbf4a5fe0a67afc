import { expect, it } from 'vitest';
import { openPatchbay } from './patchbay.ts';

it('is worked by keys alone: views, a new chat, a message, Stop', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  await patchbay.message().fill('Write a long answer of 50000 characters');
  await page.keyboard.press('Enter');
  await expect.poll(() => patchbay.activity(), { timeout: 10_000 }).toBe('running');
  await page.keyboard.press('Escape');
  await expect.poll(() => patchbay.activity(), { timeout: 10_000 }).toBe('idle');
  for (const [key, title] of [
    ['2', 'Servers'],
    ['3', 'Logs'],
    ['4', 'Team'],
    ['5', 'Settings'],
  ] as const) {
    await page.keyboard.press(`Control+${key}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+n');
  await page.getByRole('heading', { level: 1, name: 'New chat' }).waitFor();
});
