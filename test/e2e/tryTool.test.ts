import { expect, it } from 'vitest';
import { fixture, openPatchbay } from './patchbay.ts';
import { lookAtAll } from './screens.ts';

async function openTools(settings: object = {}) {
  const patchbay = await openPatchbay({
    settings: { mcpServers: { forms: fixture('forms') }, ...settings },
  });
  await patchbay.untilConnected('forms');
  await patchbay.go('Servers');
  const { page } = patchbay;
  await page.getByRole('row', { name: /^forms/ }).click();
  await page.getByRole('tab', { name: /^Tools/ }).click();
  const tryTool = async (tool: string) => {
    await page.getByRole('button', { name: `Try ${tool}`, exact: true }).click();
    return page.getByRole('group', { name: `Arguments of ${tool}` });
  };
  const run = () => page.getByRole('button', { name: 'Run', exact: true }).click();
  const outcome = page.getByRole('region', { name: 'Outcome' });
  return { patchbay, page, tryTool, run, outcome };
}

it('fills in nested objects, lists and unions by a form, and shows what came back', async () => {
  const { patchbay, page, tryTool, run, outcome } = await openTools();
  const form = await tryTool('order');
  await run();
  await form.getByText('Needs a value').first().waitFor();
  await form.getByLabel('customer').fill('Zoë');
  const items = form.getByRole('group', { name: /^items/ });
  await items.getByLabel('Article').fill('A-1');
  await items.getByRole('button', { name: 'Add' }).click();
  await items.getByLabel('Article').nth(1).fill('B-2');
  await items.getByLabel('count').nth(1).fill('0');
  await items.getByRole('button', { name: 'Move up' }).last().click();
  await form.getByRole('combobox', { name: 'Delivery' }).click();
  await page.getByRole('option', { name: 'pickup' }).click();
  await run();
  await form.getByText('Does not fit the schema (minimum: 1)').waitFor();
  await items.getByLabel('count').first().fill('2');
  await form.getByLabel('shop').fill('Main Street');
  await form.getByLabel('gift').check();
  await run();
  await outcome.getByText('Answered').waitFor();
  const text = (await outcome.textContent()) ?? '';
  for (const said of ['"Zoë"', '"B-2"', '"Main Street"', '"pickup"', '"normal"']) {
    expect(text).toContain(said);
  }
  expect(text.indexOf('"B-2"')).toBeLessThan(text.indexOf('"A-1"'));
  await lookAtAll(patchbay, 'try-order');
  await outcome.getByRole('button', { name: 'Show in log' }).click();
  await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
  await page.getByText('tools/call').first().waitFor();
  const [decision] = await patchbay.request('permissions.decisions', { limit: 1 });
  expect(decision).toMatchObject({
    conversationId: 'try',
    tool: 'order',
    by: { kind: 'person', answer: 'allow-once' },
  });
});

it('draws references, tuples, titled lists and kinds that may be left out, and loses nothing of JSON', async () => {
  const { patchbay, page, tryTool, run, outcome } = await openTools();
  const form = await tryTool('kinds');
  await run();
  const home = form.getByRole('group', { name: /^home/ });
  await home.getByText('Needs a value').waitFor();
  await form
    .getByRole('group', { name: /^point/ })
    .getByText('Needs a value')
    .first()
    .waitFor();
  await home.getByLabel('street').fill('Main Street');
  await form.getByRole('group', { name: 'work' }).getByLabel('street').waitFor();
  await form.getByLabel('x').fill('1');
  await form
    .getByRole('group', { name: /^point/ })
    .getByLabel('2')
    .fill('2');
  await form.getByRole('combobox', { name: 'level' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await form.getByLabel('tue').check();
  await form.getByRole('button', { name: 'Fill in next' }).waitFor();
  await lookAtAll(patchbay, 'try-kinds');
  await run();
  await outcome.getByText('Answered').waitFor();
  const text = (await outcome.textContent()) ?? '';
  for (const said of ['"Main Street"', '"h"', '"tue"', '"parent": null'])
    expect(text).toContain(said);
  for (const unsaid of ['"shape"', '"work"', '"many"', '"gone"'])
    expect(text).not.toContain(unsaid);
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const json = page.getByRole('textbox', { name: 'Arguments as JSON' });
  const written = async () => JSON.parse(await json.inputValue()) as Record<string, unknown>;
  expect(await written()).toMatchObject({ level: 'h', days: ['tue'] });
  await json.fill('{"parent": 5,\n "more": {"deep": [1]} ');
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await page.getByText('look at line 2, column 24').waitFor();
  await json.fill('{"parent": 5, "more": {"deep": [1]}}');
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  expect(await form.getByLabel('parent').inputValue()).toBe('5');
  expect(await form.locator('input[value="more"]').count()).toBe(1);
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  expect(await written()).toMatchObject({ parent: 5, more: { deep: [1] } });
});

it('sends JSON as it stands, says what is no JSON, and keeps what was filled in', async () => {
  const { page, tryTool, outcome } = await openTools();
  const form = await tryTool('order');
  await form.getByLabel('customer').fill('Ada');
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const json = page.getByRole('textbox', { name: 'Arguments as JSON' });
  expect(await json.inputValue()).toContain('"customer": "Ada"');
  await json.fill('{"customer": ');
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await page.getByText(/^Not a JSON object/).waitFor();
  await json.fill('{"anything": [1, {"goes": true}]}');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await outcome.getByText('"goes"').first().waitFor();
  await tryTool('plain');
  await page.getByText('It takes no arguments').waitFor();
  await page.getByRole('button', { name: 'Try order', exact: true }).click();
  expect(await json.inputValue()).toBe('{"anything": [1, {"goes": true}]}');
});

it('stops a call, shows an error as one, and says what was repaired or refused', async () => {
  const { patchbay, page, tryTool, run, outcome } = await openTools();
  await tryTool('slow');
  await run();
  await outcome.getByText('first quarter').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await outcome.getByText('Stopped', { exact: true }).waitFor();
  await tryTool('fails');
  await run();
  await outcome.getByText('Answered with an error').waitFor();
  await outcome.getByText('out of stock').waitFor();
  await page.getByRole('button', { name: 'Try dies', exact: true }).click();
  await run();
  // The tools stay in sight while the server comes back, and what became of the call.
  await outcome.getByText('No result').waitFor();
  await outcome.getByText('Ended with exit code 3').waitFor();
  await patchbay.untilConnected('forms');
  await outcome.getByText('Ended with exit code 3').waitFor();
  await tryTool('either');
  await page.getByText(/^The model is given a repaired schema/).waitFor();
  await page.getByText('Refused:').waitFor();
  expect(await page.getByRole('button', { name: 'Try scalar', exact: true }).count()).toBe(0);
  // The row and the tab say one number, and the tab what it holds.
  const count = String((await patchbay.request('servers.detail', 'forms')).tools.length);
  await page
    .getByRole('row', { name: /^forms/ })
    .getByText(count, { exact: true })
    .waitFor();
  await page.getByRole('tab', { name: `Tools ${count}` }).waitFor();
  await page.getByText('1 refused, not given to the model').waitFor();
  // A schema that nothing fits says so, though no field of its could.
  await tryTool('closed');
  await run();
  await page.getByText(/^Not sent: token: Needs a value, and the form has no field/).waitFor();
  await lookAtAll(patchbay, 'try-closed');
});

it('holds the rules: one denies, another asks in place', async () => {
  const { page, tryTool, run, outcome } = await openTools({
    permissions: { deny: ['mcp__forms__plain'], ask: ['mcp__forms__fails'] },
  });
  await tryTool('plain');
  await run();
  await outcome.getByText('Denied', { exact: true }).waitFor();
  await tryTool('fails');
  await run();
  await outcome.getByText('Waits for your answer').waitFor();
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await outcome.getByText('Denied', { exact: true }).waitFor();
  await run();
  await page.getByRole('button', { name: 'Allow once', exact: true }).click();
  await outcome.getByText('out of stock').waitFor();
});
