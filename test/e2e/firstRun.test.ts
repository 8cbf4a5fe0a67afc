import { expect, it } from 'vitest';
import { openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

it('leads from nothing to an answer in one click, and on to a server of one’s own', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  await page.getByRole('heading', { name: 'Connect your first server' }).waitFor();
  await lookAtAll(patchbay, 'first-run');

  // Enter takes over the word that an input method composes, and sends nothing.
  const devtools = await page.context().newCDPSession(page);
  await patchbay.message().focus();
  const [text, selectionStart, selectionEnd] = ['にほん', 3, 3];
  await devtools.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  await page.keyboard.press('Enter');
  expect(await patchbay.message().inputValue()).toContain('にほん');
  expect(await patchbay.request('chat.list', undefined)).toEqual([]);
  await patchbay.message().fill('');

  await page.getByRole('button', { name: /^Connect both servers/ }).click();
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const answer = (await patchbay.items()).filter(({ kind }) => kind === 'text').at(-1);
  expect(answer).toMatchObject({ kind: 'text' });
  expect(JSON.stringify(answer)).toContain('mcp__deploy__trigger');

  await page.keyboard.press('Control+n');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Import', pressed: true }).waitFor();
  await patchbay.go('Chat');
  await page.getByRole('button', { name: 'Paste or fill in' }).click();
  await page.getByRole('textbox', { name: 'Paste a command, an address or JSON' }).waitFor();

  // Nor does it send a form that the browser sends on Enter.
  await patchbay.go('Settings');
  const address = page.getByRole('textbox', { name: 'Base URL' });
  await address.focus();
  await devtools.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
  await page.keyboard.press('Enter');
  // Asked for later, so done later.
  await patchbay.request('settings.update', { notifications: false });
  expect((await patchbay.request('settings.get', undefined)).baseUrl.source).toBe('default');
});
