import { expect, it } from 'vitest';
import { openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

it('tells a screen reader answers by whole sentences, and prompts at once', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  // Everything that the live regions have said, in order.
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const changed = target instanceof Element ? target : target.parentElement;
        const region = changed?.closest('[aria-live=polite], [role=alert]');
        const text = region?.textContent ?? '';
        if (text !== '' && heard.at(-1) !== text) heard.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const heard = () =>
    page.evaluate(() => (window as unknown as { heard: readonly string[] }).heard);

  await patchbay.send('Connect to the deploy server and trigger a deployment');
  // Also by whoever has gone elsewhere meanwhile.
  await patchbay.go('Logs');
  await expect.poll(() => patchbay.activity()).toBe('waiting');
  await expect
    .poll(async () => (await heard()).join('\n'))
    .toMatch(/Let deploy run Trigger.*\? Why it asks: the server marks this tool as destructive/);
  await patchbay.go('Chat');
  await page.getByRole('button', { name: /^Deny/ }).click();
  await expect.poll(() => patchbay.activity()).toBe('idle');

  await patchbay.send('Write a long answer of 3000 characters');
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const items = await patchbay.items();
  const answer = items.filter((item) => item.kind === 'text').at(-1);
  const lastWord = /(\w+)\W*$/.exec(answer?.kind === 'text' ? answer.text : '')?.[1] ?? '?';
  await expect.poll(async () => (await heard()).at(-1)).toMatch(/The answer is complete\.$/);
  expect((await heard()).slice(-2).join(' ')).toContain(lastWord);
  // By sentences: far fewer pieces than deltas.
  expect((await heard()).length).toBeLessThan(40);
});

it('shows every edge where the system asks for more contrast', async () => {
  const patchbay = await openPatchbay();
  await patchbay.page.emulateMedia({ contrast: 'more' });
  await patchbay.go('Servers');
  await lookAtAll(patchbay, 'contrast');
});
