import { expect, it } from 'vitest';
import type { ChatItemOf } from '../../src/shared/chat.ts';
import { openPatchbay } from './patchbay.ts';

const calls = (items: readonly { kind: string }[]) =>
  items.flatMap((item) => (item.kind === 'tool' ? [(item as ChatItemOf<'tool'>).call] : []));
const answer = (items: readonly { kind: string }[]) =>
  items.flatMap((item) => (item.kind === 'text' ? [(item as ChatItemOf<'text'>).text] : [])).at(-1);

it('plays the three prompts with real servers, whose tools are used in the same turn', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  await expect
    .poll(async () =>
      (await patchbay.request('servers.list', undefined)).map(({ name, state }) => [
        name,
        state.kind,
      ]),
    )
    .toEqual([
      ['deploy', 'stopped'],
      ['docs', 'stopped'],
      ['inbox', 'stopped'],
      ['patchbay', 'connected'],
    ]);

  // One click on the first try of the empty chat.
  await page
    .getByRole('button', { name: 'Connect to the docs MCP server and search for something' })
    .click();
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('running');
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const docs = calls(await patchbay.items());
  expect(docs.map(({ name, state }) => [name, state])).toEqual([
    ['connect_mcp', 'done'],
    ['mcp__docs__search', 'done'],
  ]);
  const found = docs[1]?.result?.[0];
  expect(found?.kind).toBe('text');
  const heading = found?.kind === 'text' ? /^[#*\d.\s]*(.{10,40})/m.exec(found.text)?.[1] : '';
  expect(heading).toBeTruthy();

  await page.getByRole('button', { name: 'New chat' }).first().click();
  const deploy = calls(await patchbay.ask('Connect to the deploy server and trigger a deployment'));
  expect(deploy.map(({ name, state }) => [name, state])).toContainEqual([
    'mcp__deploy__trigger',
    'done',
  ]);

  await page.getByRole('button', { name: 'New chat' }).first().click();
  const both = await patchbay.ask('Connect both servers — what tools are now available?');
  expect(calls(both).map(({ name }) => name)).toEqual(['connect_mcp', 'connect_mcp']);
  for (const said of [
    /mcp__docs__search\W.*\(readOnly\)/,
    /mcp__docs__get_version\W.*\(readOnly\)/,
    /mcp__deploy__trigger\W.*\(destructive\)/,
    /mcp__deploy__status\W.*\(readOnly\)/,
  ]) {
    expect(answer(both)).toMatch(said);
  }
  const pids = await Promise.all(
    ['docs', 'deploy'].map(async (name) => (await patchbay.request('servers.detail', name)).pid),
  );
  for (const pid of pids) expect(() => process.kill(pid ?? 0, 0)).not.toThrow();
});

it('asks before a destructive tool, in the flow and with all arguments, and takes no for an answer', async () => {
  const patchbay = await openPatchbay();
  await patchbay.send('Connect to the deploy server and trigger a deployment');
  const prompt = patchbay.page.getByRole('group', { name: /Let deploy run/ });
  await prompt.waitFor();
  const waiting = calls(await patchbay.items()).find(({ state }) => state === 'waiting');
  for (const [name, value] of Object.entries(waiting?.input ?? {})) {
    await expect.poll(() => prompt.textContent()).toContain(name);
    expect(await prompt.textContent()).toContain(JSON.stringify(value));
  }
  await patchbay.page.keyboard.press('Alt+n');
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const denied = calls(await patchbay.items()).find(({ name }) => name === 'mcp__deploy__trigger');
  expect(denied?.state).toBe('denied');
  expect(answer(await patchbay.items())).toBeTruthy();
});

it('does not ask again after "Always for this tool", until the rule is forgotten', async () => {
  const patchbay = await openPatchbay();
  await patchbay.ask(
    'Connect to the deploy server and trigger a deployment',
    'Always for this tool',
  );
  await patchbay.send('Trigger a deployment');
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const triggers = calls(await patchbay.items()).filter(
    ({ name }) => name === 'mcp__deploy__trigger',
  );
  expect(triggers.map(({ state }) => state)).toEqual(['done', 'done']);

  await patchbay.go('Settings');
  await patchbay.page
    .getByRole('button', { name: /^Forget/ })
    .first()
    .click();
  await expect.poll(() => patchbay.request('permissions.rules', undefined)).toEqual([]);
  await patchbay.go('Chat');
  await patchbay.send('Trigger a deployment');
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('waiting');
});
