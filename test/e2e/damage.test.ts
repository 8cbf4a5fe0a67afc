import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launchPatchbay } from '../../scripts/launch.mjs';
import { dataFolder } from './patchbay.ts';

it('says at once which file is damaged, leaves it as it is, and can still be closed', async () => {
  const folder = await dataFolder();
  const file = join(folder, 'patchbay.db');
  const damaged = 'not a database, and long enough to be taken for one '.repeat(100);
  await writeFile(file, damaged);
  const execPath = process.env['PATCHBAY_ELECTRON'] ?? '';
  const { app, page } = await launchPatchbay({ execPath, userData: folder });
  let isOpen = true;
  const closed = new Promise<void>((resolve) => app.once('close', () => resolve()));
  void closed.then(() => (isOpen = false));
  onTestFinished(async () => void (isOpen && (await app.close())));

  await page.getByRole('alert').getByText(`${file} can't be read`).waitFor();
  // The window may be gone before the click has been reported.
  const click = page.getByRole('button', { name: 'Close window' }).click();
  await Promise.all([closed, click.catch(() => undefined)]);
  expect(await readFile(file, 'utf8')).toBe(damaged);
});
