import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer } from '../fakes/messagesApi.ts';
import { fixture, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';
import { callsTool, says } from './talking.ts';

async function open(script: readonly FakeAnswer[], more: { workspace?: string } = {}) {
  const api = await new FakeApi(...script).start();
  onTestFinished(() => api.close());
  const patchbay = await openPatchbay({
    settings: { mcpServers: { speaks: { ...fixture('speaks'), trusted: true } } },
    env: {
      ANTHROPIC_API_KEY: 'sk-test',
      ANTHROPIC_BASE_URL: api.url,
      ...(more.workspace !== undefined && { PATCHBAY_WORKSPACE: more.workspace }),
    },
  });
  await patchbay.untilConnected('speaks');
  return { api, patchbay, page: patchbay.page };
}

const copied = ({ app }: Patchbay) => app.evaluate(({ clipboard }) => clipboard.readText());

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('shows the colours of a command, and gives the model its text without them', async () => {
  const workspace = await mkdtemp(join(tmpdir(), 'patchbay-e2e-colours-'));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  const colours = [
    ...Array.from({ length: 8 }, (_one, at) => `\\033[${30 + at}mcolour ${at}\\033[0m`),
    ...Array.from({ length: 8 }, (_one, at) => `\\033[${90 + at};1mbright ${at}\\033[0m`),
    '\\033[41mon red\\033[0m \\033[7mreversed\\033[0m \\033[38;5;208morange\\033[0m \\033[38;2;255;255;0myellow\\033[0m',
    '\\033]0;title\\007\\033[2Jno other escape',
  ];
  const command = `printf '${colours.join('\\n')}\\n'`;
  const { api, patchbay, page } = await open(
    [callsTool('t1', 'bash', { command }), says('Colourful.')],
    { workspace },
  );
  await patchbay.ask('Run it');
  await page.locator('.terminal .a-red').getByText('colour 1').waitFor();
  await page.locator('.terminal .a-bright-green.a-bold').getByText('bright 2').waitFor();
  await page.locator('.terminal .a-on-red').getByText('on red').waitFor();
  await page.locator('.terminal .a-bright-yellow').getByText('orange').waitFor();
  await page.locator('.terminal pre').last().getByText('no other escape').waitFor();
  const sent = JSON.stringify(api.requests.at(-1)?.body['messages']);
  expect(sent).toContain('colour 1\\ncolour 2');
  await lookAtAll(patchbay, 'colours');
}, 120_000);

it('keeps tables and code in their place, and copies them and the whole answer as they were written', async () => {
  const table = `| Name | Count | ${'Very long heading | '.repeat(12)}\n| :--- | ---: | ${'--- | '.repeat(12)}\n| a \\| b | 12 | ${'some words here | '.repeat(12)}`;
  const code = '```ts\nconst long = "' + 'word '.repeat(60) + '";\nconst short = 1;\n```';
  const tasks = '- [x] done\n- [ ] open';
  const words = '日本語の文章は、句読点の前で改行されません。「括弧」も同じです。'.repeat(6);
  const answer = [table, code, tasks, words].join('\n\n');
  const { patchbay, page } = await open([says(answer)]);
  await patchbay.ask('Show me');
  const cells = page.getByRole('group', { name: 'Table' });
  const isScrolled = () => cells.evaluate((one) => one.scrollWidth > one.clientWidth);
  expect(await isScrolled()).toBe(true);
  const overflows = () =>
    page
      .getByRole('log', { name: 'Messages' })
      .evaluate((one) => one.scrollWidth > one.clientWidth);
  expect(await overflows()).toBe(false);
  await cells.hover();
  await page.getByRole('button', { name: 'Copy table as Markdown' }).click();
  expect((await copied(patchbay)).split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^\| Name \| Count \| Very long heading \|/),
    expect.stringMatching(/^\| --- \| ---: \| --- \|/),
    expect.stringMatching(/^\| a \\\| b \| 12 \| some words here \|/),
  ]);
  const block = page.getByRole('group', { name: 'Code, ts' });
  const isWide = () => block.evaluate((one) => one.scrollWidth > one.clientWidth);
  expect(await isWide()).toBe(true);
  await page.getByRole('button', { name: 'Wrap long lines' }).click();
  await expect.poll(isWide).toBe(false);
  await lookAtAll(patchbay, 'blocks');
  await page.getByRole('button', { name: 'Copy answer as Markdown' }).click();
  expect(await copied(patchbay)).toBe(`${answer}\n`);
}, 120_000);

it('folds a long result, and opens it in a large view with search, which gives the focus back', async () => {
  const lines = Array.from({ length: 400 }, (_one, at) => `line ${at} of the text`).join('\n');
  const { patchbay, page } = await open([
    callsTool('t1', 'mcp__speaks__say', { text: lines }),
    says('Long.'),
  ]);
  await patchbay.ask('Say it');
  const card = patchbay.card('mcp__speaks__say');
  await card.getByRole('button', { expanded: false }).first().click();
  const result = card.getByRole('group', { name: 'Result' });
  await result.getByText('line 11 of the text').waitFor();
  expect(await result.getByText('line 13 of the text').count()).toBe(0);
  await lookAtAll(patchbay, 'folded');
  await card.getByRole('button', { name: /^Show all 400 lines/ }).click();
  await result.getByText('line 399 of the text').waitFor();

  await result.hover();
  const opener = card.getByRole('button', { name: 'Open in viewer' });
  await opener.click();
  const view = page.getByRole('dialog');
  const search = view.getByRole('textbox', { name: 'Search' });
  await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true);
  await search.fill('LINE 39');
  await view.getByText('1 of 11').waitFor();
  await page.keyboard.press('Enter');
  await view.getByText('2 of 11').waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await view.getByText('11 of 11').waitFor();
  await view.locator('.viewer-row.current').getByText('9 of the text').waitFor();
  await lookAtAll(patchbay, 'viewer-text');
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
}, 150_000);

it('shows JSON as a tree that opens where something is found', async () => {
  const json = JSON.stringify({
    users: Array.from({ length: 300 }, (_one, id) => ({
      id,
      name: `User ${id}`,
      tags: ['a', 'b'],
    })),
    note: { needle: 'in the hay', deep: { deeper: { deepest: ['here'] } } },
  });
  const { patchbay, page } = await open([
    callsTool('t1', 'mcp__speaks__say', { text: json }),
    says('Long.'),
  ]);
  await patchbay.ask('Say it');
  const card = patchbay.card('mcp__speaks__say');
  await card.getByRole('button', { expanded: false }).first().click();
  await card.getByRole('group', { name: 'Result' }).hover();
  await card.getByRole('button', { name: 'Open in viewer' }).click();
  const view = page.getByRole('dialog');
  // More values than stand open at first.
  await view.getByRole('button', { name: /"users".*300 items/ }).waitFor();
  const search = view.getByRole('textbox', { name: 'Search' });
  await search.fill('USER 299');
  await view.locator('.viewer-row.current').getByText('User 299').waitFor();
  await search.fill('here');
  await view.locator('.viewer-row.current').getByText('here').waitFor();
  await lookAtAll(patchbay, 'viewer-json');
  await view.getByRole('button', { name: 'Text', exact: true }).click();
  await view.locator('.viewer-row.current mark').getByText('here').waitFor();
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'detached' });
}, 120_000);

it('stays where the reader is while more comes, and jumps to the end when asked', async () => {
  const half = Array.from({ length: 60 }, (_one, at) => `Paragraph ${at}.`).join('\n\n');
  const { api, patchbay, page } = await open([
    {
      blocks: [
        { type: 'thinking', thinking: 'Let me see what there is to say.' },
        { type: 'text', text: `${half}\n\n${half.replaceAll('Paragraph', 'Second')}` },
      ],
      // The start, a ping, the thinking, and half of the text.
      events: 9,
      ending: 'wait',
    },
  ]);
  await patchbay.send('Write much');
  await api.waiting;
  const list = page.getByRole('log', { name: 'Messages' });
  await list.getByText('Paragraph 50.', { exact: true }).waitFor();
  await list.hover();
  await page.mouse.wheel(0, -700);
  const end = page.getByRole('button', { name: 'Jump to the end' });
  await end.waitFor();
  // What the reader looks at, by where it stands: the list may count its rows anew behind it.
  const read = list.getByText('Paragraph 40.', { exact: true });
  const top = async () => (await read.boundingBox())?.y ?? Number.NaN;
  await untilStill(read);
  const before = await top();
  api.release();
  await expect.poll(() => patchbay.activity(), { timeout: 20_000 }).toBe('idle');
  await expect
    .poll(() => list.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight))
    .toBeGreaterThan(1500);
  expect(Math.abs((await top()) - before)).toBeLessThan(4);
  await lookAtAll(patchbay, 'away-from-end');
  await end.click();
  await list.getByText('Second 59.', { exact: true }).waitFor();
  await end.waitFor({ state: 'detached' });
  expect(await list.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.mouse.wheel(0, -20_000);
  const thought = page.getByRole('button', { name: /^Thought for \d+ s/ });
  await thought.click();
  await list.getByText('Let me see what there is to say.').waitFor();
}, 120_000);

it('asks nobody for an image of an answer until a person wants it', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/missing') response.statusCode = 404;
    response.end(request.url === '/missing' ? '' : picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { patchbay, page } = await open([
    says(
      `See ![a chart](http://${host}/chart.png?secret=1) here.\n\n![gone](http://${host}/missing)\n\n![local](file:///etc/passwd)`,
    ),
  ]);
  await patchbay.ask('Show me');
  await page.getByText(`from ${host}, not loaded`).first().waitFor();
  await lookAtAll(patchbay, 'images-blocked');
  expect(asked).toBe(0);
  const load = page.getByRole('button', { name: 'Load image' });
  expect(await load.count()).toBe(2);
  await load.first().click();
  const image = page.getByRole('img', { name: 'a chart' });
  await image.waitFor();
  expect(await image.evaluate((one) => (one as HTMLImageElement).naturalHeight)).toBe(3);
  expect(asked).toBe(1);
  await load.click();
  await page.getByText(`The image could not be loaded from ${host}: HTTP 404`).waitFor();
  await image.click();
  const view = page.getByRole('dialog');
  await view.getByRole('button', { name: 'Zoom in' }).click();
  await view.getByText('150 %').waitFor();
  await lookAtAll(patchbay, 'viewer-image');
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'detached' });
}, 120_000);

/** Until an element has stood in one place for some frames: a list measures what scrolls in. */
async function untilStill(element: Locator): Promise<void> {
  await element.evaluate(
    (one) =>
      new Promise<void>((resolve) => {
        let [still, last] = [0, Number.NaN];
        const look = () => {
          const { y } = one.getBoundingClientRect();
          still = y === last ? still + 1 : 0;
          last = y;
          if (still === 20) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}
