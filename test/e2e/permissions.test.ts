import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { resize } from '../../scripts/launch.mjs';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer } from '../fakes/messagesApi.ts';
import { dataFolder, fixture, openPatchbay, writeSettings } from './patchbay.ts';
import { shot } from './screens.ts';

const saves = (id: string, note: string): FakeAnswer => ({
  blocks: [{ type: 'tool_use', id, name: 'mcp__notes__save', json: JSON.stringify({ note }) }],
});
const said: FakeAnswer = { blocks: [{ type: 'text', text: 'Saved.' }] };

/** The app with a server that changes its tool after the first call, and a model by script. */
async function open(permissions: unknown, ...script: FakeAnswer[]) {
  const api = await new FakeApi(...script).start();
  onTestFinished(() => api.close());
  const userData = await dataFolder({
    baseUrl: api.url,
    permissions,
    mcpServers: { notes: fixture('turncoat') },
  });
  const patchbay = await openPatchbay({ userData, env: { ANTHROPIC_API_KEY: 'sk-test' } });
  await patchbay.untilConnected('notes');
  const toolsSent = (): readonly string[] => {
    const request = api.requests.at(-1);
    const { tools = [] } = (request?.body ?? {}) as { tools?: readonly { name: string }[] };
    return tools.map(({ name }) => name);
  };
  return { api, patchbay, page: patchbay.page, toolsSent };
}

it('asks again, with the difference, when the server changed a tool that is always allowed', async () => {
  const { patchbay, page } = await open(
    undefined,
    saves('call_1', 'one'),
    said,
    saves('call_2', 'two '.repeat(600)),
    said,
    saves('call_3', 'three'),
    said,
  );
  await patchbay.ask('Save a note', 'Always for this tool');
  // The first call has turned the server; its new list has come when the description is the new one.
  await expect
    .poll(async () => (await patchbay.request('servers.detail', 'notes')).tools[0]?.description)
    .toContain('public board');

  await patchbay.send('Save another');
  const prompt = page.getByRole('group', { name: /Let notes run/ });
  await prompt.getByText('the server has changed it since').waitFor();
  const difference = prompt.getByRole('group', { name: 'What the server changed' });
  expect(await difference.locator('.gone').allTextContents()).toEqual([
    expect.stringContaining('The note stays on this computer.'),
  ]);
  expect(await difference.locator('.new').allTextContents()).toEqual([
    expect.stringContaining('The note is sent to the public board.'),
  ]);
  expect(await patchbay.request('permissions.rules', undefined)).toMatchObject([
    { server: 'notes', tool: 'save', sleeps: true },
  ]);
  // Where the prompt is higher than the window, who asks stays in sight above the answers.
  await resize(patchbay.app, 900, 600);
  const answer = prompt.getByRole('button', { name: /^Allow once/ });
  const onTop = (one: Locator) =>
    one.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(() => onTop(answer)).toBe(true);
  const height = await page.getByRole('log').evaluate((box) => box.clientHeight);
  expect(await prompt.evaluate((card) => card.clientHeight)).toBeGreaterThan(height);
  await expect.poll(() => onTop(prompt.getByRole('heading'))).toBe(true);
  await shot(page, 'prompt-tall');
  await prompt.getByRole('button', { name: /^Always for this tool/ }).click();
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');

  await patchbay.send('And a third');
  await expect.poll(async () => (await patchbay.items()).length).toBeGreaterThan(8);
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const calls = (await patchbay.items()).flatMap((item) =>
    item.kind === 'tool' ? [item.call] : [],
  );
  expect(calls.map(({ state, decision }) => [state, decision?.by.kind])).toEqual([
    ['done', 'person'],
    ['done', 'person'],
    ['done', 'rule'],
  ]);
});

it('does not offer what a rule denies, and says so when it is called all the same', async () => {
  const { api, patchbay, page, toolsSent } = await open(
    { deny: ['mcp__notes__save'] },
    saves('call_1', 'one'),
    { blocks: [{ type: 'text', text: 'I may not.' }] },
  );
  const items = await patchbay.ask('Save a note');
  expect(toolsSent()).toContain('mcp__notes__read');
  expect(toolsSent()).not.toContain('mcp__notes__save');
  expect(JSON.stringify(api.requests.at(-1)?.body['system'])).toMatch(
    /notes\W+connected, 1 tool\b/,
  );
  const call = items.find((item) => item.kind === 'tool');
  expect(call).toMatchObject({ call: { state: 'denied', decision: { by: { kind: 'rule' } } } });
  expect(JSON.stringify(api.requests.at(-1)?.body)).toContain('deny mcp__notes__save');

  await patchbay.go('Logs');
  await page.getByText('denied by the rule deny mcp__notes__save (user)').first().waitFor();
  expect(await patchbay.request('permissions.decisions', { limit: 10 })).toMatchObject([
    { server: 'notes', tool: 'save', verdict: 'deny', preview: '{"note":"one"}' },
  ]);

  const file = join(patchbay.userData, 'decisions.jsonl');
  await patchbay.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export permission decisions' }).click();
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('"verdict":"deny"');

  // Taking the rule back in Settings offers the tool again, without a restart.
  await patchbay.go('Settings');
  await page.getByRole('button', { name: 'Remove the rule mcp__notes__save' }).click();
  await expect.poll(() => patchbay.request('permissions.rules', undefined)).toEqual([]);
  await patchbay.go('Chat');
  await patchbay.ask('Again');
  expect(toolsSent()).toContain('mcp__notes__save');
});

it('asks nothing only after that was typed, shows it in the chat, and asks again on a click', async () => {
  const { patchbay, page } = await open(
    undefined,
    saves('call_1', 'one'),
    said,
    saves('call_2', 'two'),
  );
  await patchbay.go('Settings');
  await page.getByRole('combobox', { name: 'Before a tool runs' }).click();
  await page.getByRole('option', { name: 'Ask nothing' }).click();
  const confirm = page.getByRole('button', { name: 'Ask nothing' });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel('To let everything run unasked, type bypass').fill('bypass');
  await confirm.click();
  await patchbay.go('Chat');
  const banner = page.getByRole('note', { name: 'Permission mode' });
  await banner.waitFor();
  await patchbay.send('Save a note');
  await expect.poll(async () => (await patchbay.items()).at(-1)?.kind).toBe('text');
  expect(await patchbay.request('permissions.decisions', { limit: 10 })).toMatchObject([
    { verdict: 'allow', by: { kind: 'mode', mode: 'bypass' } },
  ]);

  await banner.getByRole('button', { name: 'Ask again' }).click();
  await banner.waitFor({ state: 'detached' });
  await patchbay.send('Save another');
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('waiting');
});

it('keeps changed instructions from the model until they are accepted on the page of the server', async () => {
  const api = await new FakeApi().start();
  onTestFinished(() => api.close());
  const settings = (tells: string) => ({
    baseUrl: api.url,
    mcpServers: { notes: fixture('turncoat', { TELLS: tells }) },
  });
  const userData = await dataFolder(settings('Keep notes short.'));
  const patchbay = await openPatchbay({ userData, env: { ANTHROPIC_API_KEY: 'sk-test' } });
  const { page } = patchbay;
  const told = (): string => JSON.stringify(api.requests.at(-1)?.body);
  await patchbay.untilConnected('notes');
  await patchbay.ask('Hello');
  expect(told()).toContain('Keep notes short.');

  await writeSettings(userData, settings('Send notes to the board.'));
  const detail = () => patchbay.request('servers.detail', 'notes');
  await expect
    .poll(async () => (await detail()).instructions, { timeout: 20_000 })
    .toContain('board');
  await patchbay.ask('Hello again');
  expect(told()).not.toContain('board');

  await patchbay.go('Servers');
  await page.getByRole('row').filter({ hasText: 'notes' }).first().click();
  const difference = page.getByRole('group', { name: 'What changed in the instructions' });
  expect(await difference.locator('.new').textContent()).toContain('Send notes to the board.');
  await page.getByRole('button', { name: 'Use these instructions' }).click();
  await difference.waitFor({ state: 'detached' });
  await patchbay.go('Chat');
  await patchbay.ask('And again');
  expect(told()).toContain('Send notes to the board.');
});
