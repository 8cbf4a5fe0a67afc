import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import { dataFolder, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';
import { lookAtAll, shot } from './screens.ts';

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\nand so on', 'latin1');
const long = `${'minutes of a long meeting '.repeat(6).trim()}.md`;

/** What a browser tells a page when a picture of that size is pasted. */
async function pastePicture(patchbay: Patchbay, width: number, height: number): Promise<void> {
  await patchbay.message().evaluate(
    async (field, size) => {
      const canvas = Object.assign(document.createElement('canvas'), size);
      const context = canvas.getContext('2d');
      for (let at = 0; context && at < 12; at++) {
        context.fillStyle = `hsl(${at * 30} 60% 55%)`;
        context.fillRect((at * size.width) / 12, 0, size.width / 12, size.height);
      }
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([blob ?? ''], 'image.png', { type: 'image/png' }));
      const how = { clipboardData, bubbles: true, cancelable: true };
      field.dispatchEvent(new ClipboardEvent('paste', how));
    },
    { width, height },
  );
}

/** The files of a person, over the chat, and let go. */
async function drop({ page }: Patchbay, paths: readonly string[], onHover: () => Promise<void>) {
  const target = await page.evaluateHandle(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    return document.body.appendChild(input);
  });
  await target.setInputFiles([...paths]);
  const dispatch = (type: string) =>
    target.evaluate((input: HTMLInputElement, name) => {
      const dataTransfer = new DataTransfer();
      for (const file of input.files ?? []) dataTransfer.items.add(file);
      const over = document.querySelector('.talk') ?? document.body;
      const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
      over.dispatchEvent(event);
      return event.defaultPrevented;
    }, type);
  await dispatch('dragenter');
  await onHover();
  expect(await dispatch('dragover')).toBe(true);
  expect(await dispatch('drop')).toBe(true);
  await target.evaluate((input: HTMLInputElement) => input.remove());
}

it('takes files by paste, picker and drop, says what can not go, and sends the rest', async () => {
  const api = await new FakeApi().start();
  onTestFinished(() => api.close());
  const folder = await dataFolder({ baseUrl: api.url });
  const home = join(folder, 'home');
  await mkdir(home);
  const path = (name: string) => join(home, name);
  await writeFile(path('notes.md'), '# Milk\n\n- buy milk');
  await writeFile(path(long), 'Nothing was decided.');
  await writeFile(path('archive.zip'), Buffer.from('PK\x03\x04\xff\0', 'latin1'));
  await writeFile(path('scan.gif'), `GIF89a${'x'.repeat(4_000_000)}`);
  await writeFile(path('paper.pdf'), pdf);
  await writeFile(path('lost.txt'), 'lost');
  const patchbay = await openPatchbay({ userData: folder, env: { ANTHROPIC_API_KEY: 'sk' } });
  const { app, page } = patchbay;
  const chips = page.getByRole('list', { name: 'Attached' }).getByRole('listitem');
  const send = page.getByRole('button', { name: 'Send' });

  // Text stays text; a picture becomes an attachment.
  await patchbay.message().focus();
  await app.evaluate(async ({ BrowserWindow, clipboard }) => {
    await clipboard.writeText('What do they say?');
    BrowserWindow.getAllWindows()[0]?.webContents.paste();
  });
  await expect.poll(() => patchbay.message().inputValue()).toBe('What do they say?');
  // A very long one is a file.
  await patchbay.message().evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'a line of a log\n'.repeat(60_000));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await page.getByRole('button', { name: 'Remove Pasted text.txt' }).click();
  expect(await patchbay.message().inputValue()).toBe('What do they say?');
  await pastePicture(patchbay, 640, 400);
  await expect.poll(() => chips.allTextContents()).toEqual([expect.stringMatching(/^image\.png/)]);

  // By the key of the button.
  await app.evaluate(
    ({ dialog }, filePaths) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
    },
    [path('notes.md'), path('archive.zip'), path('scan.gif'), path('gone.txt'), home, path(long)],
  );
  await page.keyboard.press('Control+u');
  await expect.poll(() => chips.count()).toBe(7);
  await expect
    .poll(() => page.getByRole('alert').filter({ hasText: /./ }).allTextContents())
    .toEqual([
      "archive.zip can't be attached. A model takes images (PNG, JPEG, GIF, WebP), PDF and text in UTF-8.",
      'scan.gif has more than the 3.9 MB that a model takes of an image.',
      'gone.txt is not there any more.',
      'home is a folder. Attach the files in it.',
    ]);
  expect(await send.isDisabled()).toBe(true);
  await page.getByText("Take away what can't be sent").waitFor();

  await drop(patchbay, [path('paper.pdf'), path('lost.txt')], async () => {
    await rm(path('lost.txt'));
    await page.getByText('Drop files to attach them').waitFor();
    await shot(page, 'attach-drop');
  });
  await expect.poll(() => chips.count()).toBe(9);
  await page.getByText('lost.txt is not there any more.').waitFor();
  expect(await page.getByText('Drop files to attach them').isVisible()).toBe(false);
  await lookAtAll(patchbay, 'attach-draft');

  // Elsewhere a drop does nothing, and the draft waits.
  await patchbay.go('Settings');
  await drop(patchbay, [path('paper.pdf')], async () => undefined);
  await patchbay.go('Chat');
  await expect.poll(() => chips.count()).toBe(9);
  for (const name of ['archive.zip', 'scan.gif', 'gone.txt', 'home', 'lost.txt']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await send.click();
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  await expect.poll(() => api.requests.length).toBe(1);
  expect(api.refusals).toEqual([]);
  expect(api.requests[0]?.body['messages']).toMatchObject([
    {
      content: [
        { text: expect.stringMatching(/^<attached-file name="image\.png" type="image\/png">/) },
        { type: 'image' },
        { text: expect.stringMatching(/^<attached-file name="notes\.md".*\n# Milk/) },
        { text: expect.stringContaining('Nothing was decided.') },
        { text: expect.stringContaining('paper.pdf') },
        { type: 'document', title: 'paper.pdf', source: { data: pdf.toString('base64') } },
        { type: 'text', text: 'What do they say?' },
      ],
    },
  ]);
  expect(await readdir(join(folder, 'files'))).toHaveLength(4);
  expect(await readdir(join(folder, 'waiting'))).toEqual([]);

  // What went stays with the message.
  await page.reload();
  await page
    .getByRole('button', { name: /^What do they say\?/ })
    .first()
    .click();
  const asked = page.getByRole('article', { name: 'You' });
  const picture = asked.getByRole('img', { name: 'image.png' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(640);
  await asked.getByRole('button', { name: /notes\.md/ }).click();
  await asked.getByText('buy milk').waitFor();
  await lookAtAll(patchbay, 'attach-sent');
  await asked.getByRole('button', { name: /paper\.pdf/ }).click();
  await app.evaluate(({ dialog }, to) => {
    dialog.showSaveDialog = (...args: unknown[]) => {
      const { defaultPath } = args.at(-1) as { defaultPath: string };
      return Promise.resolve({ canceled: false, filePath: `${to}${defaultPath}` });
    };
  }, path('saved-'));
  await asked.getByRole('button', { name: /^Save/ }).last().click();
  await expect.poll(() => readFile(path('saved-paper.pdf')).catch(() => undefined)).toEqual(pdf);
  await picture.click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('img', { name: 'image.png' }).waitFor();
  await shot(page, 'attach-viewer');
  await page.keyboard.press('Escape');

  // And goes again with other words.
  await asked.getByRole('button', { name: 'Edit and send again' }).click();
  await shot(page, 'attach-edit');
  await asked.getByRole('textbox').fill('What else?');
  await page.keyboard.press('Enter');
  await expect.poll(() => api.requests.length, { timeout: 30_000 }).toBe(2);
  expect(api.refusals).toEqual([]);
  const said = (at: number) => {
    const messages = api.requests[at]?.body['messages'] as { content: unknown[] }[] | undefined;
    return messages?.[0]?.content ?? [];
  };
  expect(said(1).slice(0, -1)).toMatchObject(said(0).slice(0, -1));
});
