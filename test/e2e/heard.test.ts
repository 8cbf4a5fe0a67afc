import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fixture, openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';
import { openTalking, says } from './talking.ts';

/** Everything that the live regions say from now on, in order. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      const regions = changes.map(({ target }) => {
        const changed = target instanceof Element ? target : target.parentElement;
        return changed?.closest('[aria-live=polite], [role=alert], [role=status]');
      });
      for (const region of new Set(regions)) {
        const text = region?.textContent ?? '';
        if (text !== '') heard.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: readonly string[] }).heard);
}

it('tells a screen reader answers by whole sentences, and prompts at once', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  const heard = await listen(page);
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

  // How many lines the log has, once a visit: not again with each that comes.
  await patchbay.go('Logs');
  const lines = async () => (await heard()).filter((text) => /^[\d,]+ lines?$/.test(text));
  await expect.poll(lines).toHaveLength(2);
  const shown = page
    .locator('.log-foot')
    .getByText(/ lines$/)
    .first();
  const before = await shown.textContent();
  await patchbay.request('servers.start', 'docs');
  await patchbay.untilConnected('docs');
  await expect.poll(() => shown.textContent()).not.toBe(before);
  expect(await lines()).toHaveLength(2);
});

it('tells of each prompt, of the second in the same words as of the first', async () => {
  const call = (id: string) =>
    ({ type: 'tool_use', id, name: 'mcp__toolbox__echo', json: '{}' }) as const;
  const { talking } = await openTalking({
    mcpServers: { toolbox: fixture('toolbox') },
    script: [{ blocks: [call('one'), call('two')] }, says('Done.'), says('Done.')],
  });
  const { patchbay } = talking;
  const { page } = patchbay;
  const heard = await listen(page);
  await patchbay.send('Twice');
  const allow = page.getByRole('button', { name: /^Allow once/ });
  await expect.poll(() => allow.count()).toBe(2);
  await allow.first().click();
  await expect.poll(() => allow.count()).toBe(1);
  await allow.click();
  const asked = async () => (await heard()).filter((text) => text.startsWith('Let toolbox run'));
  await expect.poll(asked).toHaveLength(2);
  // So is an answer in the same words.
  const over = async () => (await heard()).filter((text) => text.startsWith('Done.'));
  await expect.poll(over).toHaveLength(1);
  await patchbay.ask('Again');
  await expect.poll(over).toHaveLength(2);
});

it('shows every edge where the system asks for more contrast or has its own colours', async () => {
  const patchbay = await openPatchbay();
  await patchbay.page.emulateMedia({ contrast: 'more' });
  await patchbay.go('Servers');
  await lookAtAll(patchbay, 'contrast');
  // And where it has few colours, and backgrounds are not drawn.
  await patchbay.page.emulateMedia({ contrast: null, forcedColors: 'active' });
  await patchbay.page.getByRole('row', { name: /^patchbay/ }).click();
  await patchbay.page.getByRole('img', { name: /connected/ }).waitFor();
  await lookAtAll(patchbay, 'forced');
});
