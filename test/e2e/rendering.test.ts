import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer } from '../fakes/messagesApi.ts';
import { openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';
import { says } from './talking.ts';

async function open(...script: FakeAnswer[]) {
  const api = await new FakeApi(...script).start();
  onTestFinished(() => api.close());
  const patchbay = await openPatchbay({
    env: { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: api.url },
  });
  const refused: string[] = [];
  patchbay.page.on('console', (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) refused.push(message.text());
  });
  return { api, patchbay, page: patchbay.page, refused };
}

const good = [
  '```mermaid',
  'flowchart LR',
  '  A[Question] --> B{Tool?}',
  '  B -->|yes| C[Call]',
  '```',
].join('\n');

it('draws diagrams as images that can do nothing, in light and dark, with their source at hand', async () => {
  const evil = [
    '```mermaid',
    'flowchart TD',
    '  A["<img src=https://evil.test/x onerror=alert(1)><script>alert(2)</script>日本語"] --> B[b]',
    '  click A href "javascript:alert(3)"',
    '```',
  ].join('\n');
  const { patchbay, page, refused } = await open(
    says(
      `Here it goes:\n\n${good}\n\nAnd inside of a list:\n\n- one\n\n  ${good.replaceAll('\n', '\n  ')}\n\n${evil}`,
    ),
  );
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await patchbay.ask('Draw');
  const images = page.getByRole('img', { name: /^The diagram/ });
  await expect.poll(() => images.count(), { timeout: 30_000 }).toBe(3);
  for (const image of await images.all()) {
    expect(await image.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
    const width = () => image.evaluate((one) => (one as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(50);
  }
  const frame = page.frames().find((one) => one.url().startsWith('app://diagrams/'));
  expect(frame).toBeDefined();
  // Neither the bridge nor the window's page is within its reach.
  expect(await frame?.evaluate(() => 'patchbay' in window)).toBe(false);
  const processes = await patchbay.app.evaluate(({ BrowserWindow }) => {
    const main = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame;
    return [main, ...(main?.frames ?? [])].map((one) => one?.processId);
  });
  expect(new Set(processes).size).toBe(2);
  await lookAtAll(patchbay, 'diagrams');
  expect(await page.evaluate(() => document.querySelectorAll('.say svg:not(.i)').length)).toBe(0);

  await page.getByRole('button', { name: 'Show as diagram' }).first().click();
  await page.getByText('A[Question] --> B{Tool?}').first().waitFor();
  await expect.poll(() => images.count()).toBe(2);
  expect(dialogs).toEqual([]);
  // What the label would have loaded, the page that draws may not.
  const others = refused.filter((one) => !one.includes("load the image 'https://evil.test/x'"));
  expect(others).toEqual([]);
}, 120_000);

it('shows the source of a diagram that can not be drawn, with the reason', async () => {
  const { patchbay, page } = await open(says('```mermaid\nflowchart LR\n  A --> --> B\n```'));
  await patchbay.ask('Draw');
  await page.getByText(/^This diagram can't be drawn: Parse error on line 2/).waitFor();
  await page.getByText('A --> --> B').waitFor();
  await lookAtAll(patchbay, 'diagram-failed');
}, 120_000);

it('sets formulas, what is defined elsewhere and colours, and leaves prices and code alone', async () => {
  const { patchbay, page, refused } = await open(
    says(
      [
        'Euler: $e^{i\\pi} + 1 = 0$, and \\(a^2\\); it costs $5 to $10, see `$HOME`.',
        '$$\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}$$\n\n\\[\n\\int_0^1 x^2 \\, dx\n\\]\n',
        'See [the docs][d] and a note[^1].',
        '[d]: https://docs.example.test\n\n[^1]: Said below',
        '```ansi\n\u001b[31mred\u001b[0m text\n```',
        'Broken: $\\frac{1}{$ here. Wide:\n\n$$' + 'a_{1} + '.repeat(60) + '0$$',
      ].join('\n\n'),
    ),
  );
  await patchbay.ask('Prove it');
  await expect.poll(() => page.locator('.katex').count()).toBe(5);
  expect(await page.locator('.katex-display').count()).toBe(3);
  await page.locator('.say').getByText('it costs $5 to $10, see').waitFor();
  const said = page.getByRole('log', { name: 'Messages' });
  await said.getByRole('link', { name: 'the docs' }).waitFor();
  expect(await said.locator('sup').allTextContents()).toEqual(['1']);
  expect(await said.getByRole('listitem').allTextContents()).toEqual(['Said below']);
  await expect.poll(() => said.locator('code .a-red').allTextContents()).toEqual(['red']);
  const fonts = () =>
    page.evaluate(
      () =>
        [...document.fonts].filter(
          ({ family, status }) => family.startsWith('KaTeX') && status === 'loaded',
        ).length,
    );
  await expect.poll(fonts).toBeGreaterThan(2);
  await lookAtAll(patchbay, 'formulas');
  expect(refused).toEqual([]);
}, 120_000);
