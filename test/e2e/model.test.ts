import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import keytar from 'keytar';
import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer } from '../fakes/messagesApi.ts';
import { dataFolder, openPatchbay } from './patchbay.ts';

const secret = 'sk-ant-test-0123456789abcdef';

async function messagesApi(...script: FakeAnswer[]): Promise<FakeApi> {
  const api = await new FakeApi(...script).start();
  onTestFinished(() => api.close());
  return api;
}

const forgetKey = () => keytar.deletePassword('Patchbay', 'anthropic-api-key');

/** Everything that the app wrote, but for Chromium's own caches. */
async function written(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^(settings|patchbay)/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return texts.join('\n');
}

it('takes a key in Settings into the keychain, lists the models and chats with the chosen one', async () => {
  onTestFinished(async () => void (await forgetKey()));
  const api = await messagesApi(
    {
      blocks: [
        { type: 'thinking', thinking: 'Weighing it up.', signature: 'sig' },
        { type: 'text', text: 'A **real** answer.' },
      ],
    },
    { blocks: [{ type: 'text', text: 'Another one.' }] },
  );
  const folder = await dataFolder({ baseUrl: api.url });
  const patchbay = await openPatchbay({ userData: folder });
  const { page } = patchbay;
  await patchbay.go('Settings');
  await page.getByLabel('API key', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Save key' }).click();
  await page.getByText(/Kept in the keychain/).waitFor();
  expect(await keytar.getPassword('Patchbay', 'anthropic-api-key')).toBe(secret);
  expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('');

  expect((await patchbay.request('settings.models', undefined)).map(({ id }) => id)).toEqual([
    'claude-big',
    'claude-middle',
    'claude-small',
  ]);
  const model = page.getByRole('combobox', { name: 'Model' });
  await model.fill('claude-middle');
  await model.press('Enter');
  await expect
    .poll(async () => (await patchbay.request('settings.get', undefined)).model.value)
    .toBe('claude-middle');

  await patchbay.go('Chat');
  const items = await patchbay.ask('Hello');
  expect(items.at(-1)).toMatchObject({ kind: 'text', text: 'A **real** answer.' });
  await page.getByRole('log').getByText('A real answer.').waitFor();
  expect(await page.getByText('Weighing it up.').isVisible()).toBe(false);
  await page.getByRole('button', { name: /^Thought/ }).click();
  await page.getByText('Weighing it up.').waitFor();
  const [request] = api.requests;
  expect(request?.body).toMatchObject({ model: 'claude-middle', stream: true });
  expect(request?.headers['x-api-key']).toBe(secret);

  // The key goes one way: nothing that the window can ask for, and nothing on disk, has it.
  const view = JSON.stringify(await patchbay.request('settings.get', undefined));
  expect(view).not.toContain(secret);
  expect(await page.content()).not.toContain(secret);
  expect(await written(folder)).not.toContain(secret);

  await patchbay.app.close();
  const again = await openPatchbay({ userData: folder });
  expect(await again.request('settings.get', undefined)).toMatchObject({
    key: { kind: 'keychain' },
    demo: false,
  });
  await again.ask('Hello again');
  expect(api.refusals).toEqual([]);
});

it('keeps the key in memory only, and says so, where there is no keychain', async () => {
  const folder = await dataFolder();
  const env = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const patchbay = await openPatchbay({ userData: folder, env });
  await patchbay.go('Settings');
  await patchbay.page.getByLabel('API key', { exact: true }).fill(secret);
  await patchbay.page.getByRole('button', { name: 'Save key' }).click();
  await patchbay.page.getByText(/Kept in memory only/).waitFor();
  expect(await written(folder)).not.toContain(secret);
  await patchbay.app.close();
  const again = await openPatchbay({ userData: folder, env });
  expect((await again.request('settings.get', undefined)).key).toEqual({ kind: 'none' });
});

it('honours the variables of the environment and says that they are in force', async () => {
  const api = await messagesApi({ blocks: [{ type: 'text', text: 'Hi.' }] });
  const patchbay = await openPatchbay({
    env: { ANTHROPIC_AUTH_TOKEN: secret, ANTHROPIC_BASE_URL: api.url },
  });
  await patchbay.ask('Hello');
  const [request] = api.requests;
  expect(request?.headers['authorization']).toBe(`Bearer ${secret}`);
  await patchbay.go('Settings');
  await patchbay.page.getByText(/ANTHROPIC_AUTH_TOKEN/).waitFor();
  await patchbay.page.getByText(/ANTHROPIC_BASE_URL/).waitFor();
  const started = await patchbay.request('servers.detail', 'docs');
  expect(started.environmentNames?.filter((name) => name.startsWith('ANTHROPIC'))).toEqual([]);
});

it('stops an answer while it streams; what came stays and the chat goes on', async () => {
  const api = await messagesApi(
    {
      blocks: [{ type: 'text', text: 'The beginning of a long answer' }],
      events: 3,
      ending: 'wait',
    },
    { blocks: [{ type: 'text', text: 'Going on.' }] },
  );
  const patchbay = await openPatchbay({
    env: { ANTHROPIC_API_KEY: secret, ANTHROPIC_BASE_URL: api.url },
  });
  await patchbay.send('Hello');
  await api.waiting;
  await expect.poll(() => patchbay.activity()).toBe('running');
  await patchbay.message().press('Escape');
  await expect.poll(() => patchbay.activity()).toBe('idle');
  const items = await patchbay.ask('Go on');
  expect(items.at(-1)).toMatchObject({ kind: 'text', text: 'Going on.' });
  expect(api.refusals).toEqual([]);
});

it('shows that it tries again when the model is overloaded, and why it gave up when the key is wrong', async () => {
  const api = await messagesApi(
    {
      status: 529,
      type: 'overloaded_error',
      message: 'Overloaded',
      headers: { 'retry-after': '1' },
    },
    { blocks: [{ type: 'text', text: 'Now.' }] },
    { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  );
  const patchbay = await openPatchbay({
    env: { ANTHROPIC_API_KEY: secret, ANTHROPIC_BASE_URL: api.url },
  });
  const first = await patchbay.ask('Hello');
  expect(first.map((item) => (item.kind === 'notice' ? item.notice.code : item.kind))).toEqual([
    'user',
    'model/retrying',
    'text',
  ]);
  const second = await patchbay.ask('Again');
  const last = second.at(-1);
  expect(last).toMatchObject({ kind: 'notice', level: 'error' });
  expect(JSON.stringify(last)).not.toContain(secret);
  await patchbay.page
    .getByRole('button', { name: /key|Settings/ })
    .last()
    .waitFor();
});
