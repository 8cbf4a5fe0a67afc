import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import { openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

it('has a chat answered by the model that was chosen for it, and says what an answer took', async () => {
  const answers = ['One.', 'Two.', 'Three.'].map((text) => ({
    blocks: [{ type: 'text' as const, text }],
  }));
  const api = await new FakeApi(...answers).start();
  onTestFinished(() => api.close());
  const patchbay = await openPatchbay({
    settings: { baseUrl: api.url, model: 'claude-middle' },
    env: { ANTHROPIC_API_KEY: 'sk-ant-test-key' },
  });
  const { page } = patchbay;
  const picker = page.getByRole('combobox', { name: /^Model: / });
  const model = () => picker.textContent();
  const asked = () => api.requests.map(({ body }) => body['model']);
  await expect.poll(model).toBe('claude-middle');
  await picker.click();
  await page.getByRole('combobox', { name: 'Find a model' }).fill('SMALL');
  await page.getByRole('option', { name: /claude-small/ }).waitFor();
  await lookAtAll(patchbay, 'model-picker');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(model).toBe('claude-small');
  await patchbay.ask('Hello');
  expect(asked()).toEqual(['claude-small']);
  // Its price is not known.
  await page.locator('.answer-cost').waitFor();
  expect(await page.locator('.answer-cost').textContent()).toMatch(/^35 tokens20\s?% cached$/);

  await picker.click();
  await page.getByRole('combobox', { name: 'Find a model' }).fill('claude-opus-5');
  await page.getByRole('option', { name: 'Use “claude-opus-5”' }).click();
  await expect.poll(model).toBe('claude-opus-5');
  await patchbay.ask('Again');
  expect(asked()).toEqual(['claude-small', 'claude-opus-5']);
  await expect.poll(() => page.locator('.answer-cost').last().textContent()).toMatch(/\$0\.00\d/);
  await lookAtAll(patchbay, 'model-cost');

  await page.getByRole('button', { name: 'New chat' }).click();
  await expect.poll(model).toBe('claude-middle');
  await patchbay.ask('A new one');
  expect(asked().at(-1)).toBe('claude-middle');
});
