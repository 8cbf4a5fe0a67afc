import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer, FakeBlock } from '../fakes/messagesApi.ts';
import { fixture, openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

const call = (id: string, name: string, input: object): FakeAnswer => ({
  blocks: [{ type: 'tool_use', id, name: `mcp__pictures__${name}`, json: JSON.stringify(input) }],
});
const text = (body: string): FakeBlock => ({ type: 'text', text: body });
const says = (body: string): FakeAnswer => ({ blocks: [text(body)] });

async function open(...script: FakeAnswer[]) {
  const api = await new FakeApi(...script).start();
  onTestFinished(() => api.close());
  const env = { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: api.url };
  const settings = { mcpServers: { pictures: { ...fixture('pictures'), trusted: true } } };
  const patchbay = await openPatchbay({ settings, env });
  await patchbay.untilConnected('pictures');
  return { api, patchbay };
}

type Opened = Awaited<ReturnType<typeof open>>['patchbay'];

/** What the model was asked, the how-manieth time; the API is also asked which models there are. */
function asked(api: FakeApi, at: number): string {
  const all = api.requests;
  return JSON.stringify(all.at(at)?.body);
}

/** What main sends for the newest conversation, as text. */
const sentOver = async (patchbay: Opened) => JSON.stringify(await patchbay.items());

function imageIn(items: readonly ChatItem[]) {
  for (const item of items) {
    const parts = item.kind === 'tool' ? (item.call.result ?? []) : [];
    for (const part of parts) if (part.kind === 'image' && part.file) return part.file;
  }
  throw new Error('there is no image');
}

async function unfold(patchbay: Opened, tool: string): Promise<void> {
  const head = patchbay.card(tool).getByRole('button', { expanded: false }).first();
  if (await head.isVisible()) await head.click();
}

it('shows an image from its file, gives it to the model from there, and says when it is gone', async () => {
  const { api, patchbay } = await open(
    call('t1', 'picture', { width: 640, height: 360 }),
    says('A fine picture.'),
    says('It was.'),
    says('It is gone.'),
  );
  const { userData } = patchbay;
  const items = await patchbay.ask('Show me');
  const file = imageIn(items);
  expect(file).toMatchObject({ width: 640, height: 360 });
  expect(await readdir(join(userData, 'files'))).toEqual([file.name]);
  expect((await sentOver(patchbay)).length).toBeLessThan(5_000);
  const kept = await readFile(join(userData, 'files', file.name));
  const data = kept.toString('base64');
  expect(asked(api, 1)).toContain(data);

  await unfold(patchbay, 'mcp__pictures__picture');
  const image = patchbay
    .card('mcp__pictures__picture')
    .getByRole('img', { name: 'Image from the tool' });
  await expect
    .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBe(640);
  expect(await image.getAttribute('src')).toBe(`app://files/${file.name}`);

  await patchbay.ask('And?');
  expect(asked(api, 2)).toContain(data);
  await rm(join(userData, 'files', file.name));
  await patchbay.ask('Still?');
  const last = asked(api, 3);
  expect(last).toContain('(an image, image/png: its file is gone)');
  expect(last).not.toContain(data);
  expect(api.refusals).toEqual([]);
  // The database as a whole has no copy of it either.
  const written = await Promise.all(
    ['patchbay.db', 'patchbay.db-wal'].map((name) =>
      readFile(join(userData, name), 'latin1').catch(() => ''),
    ),
  );
  expect(written.join('')).toContain(file.name);
});

it('serves the images of that folder only, with headers that let them do nothing', async () => {
  const { patchbay } = await open(call('t1', 'picture', { width: 8, height: 8 }), says('Seen.'));
  const { name } = imageIn(await patchbay.ask('Show me'));
  const ask = (path: string) =>
    patchbay.app.evaluate(async ({ net }, url) => {
      const answer = await net.fetch(url);
      return {
        status: answer.status,
        bytes: (await answer.arrayBuffer()).byteLength,
        headers: Object.fromEntries(answer.headers.entries()),
      };
    }, `app://files/${path}`);
  expect(await ask(name)).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  });
  const { size } = await stat(join(patchbay.userData, 'files', name));
  expect((await ask(name)).bytes).toBe(size);
  for (const path of [
    '../patchbay.db',
    '..%2fpatchbay.db',
    '%2e%2e/settings.json',
    'index.html',
    '',
    `${name}/`,
    name.replace('.png', '.txt'),
    `${'0'.repeat(36)}.png`,
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
});

it('costs the window nothing when a result has 31 MB', async () => {
  const { api, patchbay } = await open(
    call('t1', 'long_text', { bytes: 31_000_000 }),
    call('t2', 'picture', { width: 2_700, height: 2_700 }),
    says('Much.'),
  );
  const { page } = patchbay;
  const cdp = await page.context().newCDPSession(page);
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await heap();
  await patchbay.ask('Give me much');
  await unfold(patchbay, 'mcp__pictures__long_text');
  await unfold(patchbay, 'mcp__pictures__picture');
  await page.getByText('the whole result').waitFor();
  await page.getByRole('img', { name: 'Image from the tool' }).waitFor();
  const grown = (await heap()) - before;
  expect(grown).toBeLessThan(5_000_000);
  const sent = (await sentOver(patchbay)).length;
  expect(sent).toBeLessThan(50_000);
  const request = asked(api, -1);
  expect(request.length).toBeLessThan(100_000);
  expect(request).toContain('larger than a model takes; it is the file ');
  expect(api.refusals).toEqual([]);
});

it('shows JSON of 5 MB as a tree, though only its beginning stands in the conversation', async () => {
  const { patchbay } = await open(call('t1', 'long_json', { rows: 150_000 }), says('Long.'));
  const { page } = patchbay;
  await patchbay.ask('Give me all rows');
  await unfold(patchbay, 'mcp__pictures__long_json');
  const part = patchbay.card('mcp__pictures__long_json').locator('.part');
  const opener = part.getByRole('button', { name: 'Open in viewer' });
  await opener.click();
  const view = page.getByRole('dialog');
  await view.getByRole('button', { name: /150,000 items/ }).waitFor();
  await view.getByRole('textbox', { name: 'Search' }).fill('Row 149998');
  await view.locator('.viewer-row.current').getByText('Row 149998').waitFor();
  await lookAtAll(patchbay, 'viewer-long-json');
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
}, 120_000);
