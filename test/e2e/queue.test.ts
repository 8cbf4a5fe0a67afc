import { expect, it } from 'vitest';
import { fixture, openPatchbay } from './patchbay.ts';
import { lookAtAll, shot } from './screens.ts';

it('lets messages wait while an answer is written: to be changed, kept by Stop and by a restart', async () => {
  const settings = { mcpServers: { hanging: fixture('hanging') } };
  const first = await openPatchbay({ settings });
  const { page } = first;
  await first.untilConnected('hanging');
  await first.send('use mcp__hanging__hang {}');
  await page.getByRole('button', { name: /^Allow once/ }).click();
  await expect.poll(() => first.activity()).toBe('running');
  for (const text of ['Then look at the queue', 'And say hello', 'A third one']) {
    await first.message().fill(text);
    await page.keyboard.press('Enter');
  }
  const waiting = page.getByRole('list', { name: 'Messages that wait' });
  await expect.poll(() => waiting.getByRole('listitem').count()).toBe(3);
  await lookAtAll(first, 'queue');
  await waiting.getByRole('button', { name: 'Change: And say hello' }).click();
  await expect.poll(() => first.message().inputValue()).toBe('And say hello');
  await first.message().fill('And say hello twice');
  await page.keyboard.press('Enter');
  await waiting.getByRole('button', { name: 'Remove: A third one' }).click();
  await expect.poll(() => waiting.getByRole('listitem').count()).toBe(2);

  await first.stop().click();
  await expect.poll(() => first.activity()).toBe('idle');
  await waiting.getByText('Not sent').first().waitFor();
  await shot(page, 'queue-held');
  await first.app.close();

  const second = await openPatchbay({ userData: first.userData });
  await second.page
    .getByRole('button', { name: /^use mcp__hanging__hang/ })
    .first()
    .click();
  await second.page.getByRole('button', { name: 'Send now' }).click();
  const said = async () =>
    (await second.items()).flatMap((item) => (item.kind === 'user' ? item.text : []));
  await expect
    .poll(said)
    .toEqual(['use mcp__hanging__hang {}', 'Then look at the queue', 'And say hello twice']);
  await expect.poll(() => second.activity()).toBe('idle');
  expect((await second.items()).at(-1)).toMatchObject({ kind: 'text' });
  await expect.poll(() => second.page.getByText('Not sent').count()).toBe(0);
});
