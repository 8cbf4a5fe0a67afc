import { expect, it } from 'vitest';
import { openPatchbay } from './patchbay.ts';

it('keeps the focus somewhere when what had it is gone', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const isField = element?.matches('input, textarea') ?? false;
      const label = isField ? (element as HTMLInputElement).labels?.[0] : undefined;
      return element?.getAttribute('aria-label') ?? (label ?? element)?.textContent ?? '';
    });
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  // Another view begins with its heading.
  await patchbay.message().focus();
  await page.keyboard.press('Control+2');
  await expect.poll(focused).toBe('Servers');
  // So does one that the palette leads to, unless it has chosen a row there.
  await page.keyboard.press('Control+1');
  await expect.poll(focused).toBe('Message');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to anything' }).fill('docs');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toMatch(/^docs/);
  await page.keyboard.press('Escape');
  // A closed panel gives it back to what opened it.
  await press('Add server');
  await page.getByRole('textbox', { name: 'Paste a command, an address or JSON' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Add server');
  // A button that takes itself away.
  await page.getByRole('searchbox', { name: 'Filter servers' }).fill('nothinglikethis');
  await press('Show all servers');
  await expect.poll(focused).toBe('Filter servers');
  // A button that is disabled while it works, and has nothing to do then.
  await patchbay.request('settings.update', { teammatePollSeconds: 7 });
  await patchbay.go('Settings');
  await press('Use default: Seconds between looks for a task');
  await page.getByRole('button', { name: /^Use default: Seconds/ }).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement === document.body))
    .toBe(false);
});
