import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';
import { Tour } from './tour.ts';
import { openWorld } from './tourWorld.ts';

const aWhile = { timeout: process.env['PATCHBAY_SHOTS'] === undefined ? 600_000 : 1_800_000 };

const openTalk = (page: Page, title: string) =>
  page
    .getByRole('navigation', { name: /Conversations/ })
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .first()
    .click();

it('finds nothing wrong with any screen of an app that is new', aWhile, async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  const tour = new Tour(patchbay);
  await page.getByRole('heading', { name: 'Connect your first server' }).waitFor();
  await tour.stop('new-chat');
  await patchbay.go('Servers');
  await tour.stop('new-servers');
  await patchbay.go('Logs');
  await page.getByRole('searchbox', { name: 'Filter by text' }).fill('nothinglikethis');
  await page.getByText('No line matches').waitFor();
  await tour.stop('new-logs');
  await patchbay.go('Team');
  await tour.stop('new-team');
  await patchbay.go('Settings');
  await tour.stop('new-settings');
});

it('finds nothing wrong with any screen of an app that is full', aWhile, async () => {
  const { api, patchbay, workspace } = await openWorld();
  const tour = new Tour(patchbay);
  await lookAtTalks(patchbay, tour);
  await lookAtServers(patchbay, tour);
  await lookAtAdding(patchbay, tour);
  await lookAtApprovals(patchbay, tour, workspace);
  await lookAtLogs(patchbay, tour);
  await lookAtSettings(patchbay, tour);
  await lookAtWhatWaits(patchbay, tour, () => api.release());
  await lookAtTeam(patchbay, tour);
});

async function lookAtTalks(patchbay: Patchbay, tour: Tour): Promise<void> {
  const { page } = patchbay;
  const messages = page.getByRole('log', { name: 'Messages' });
  await openTalk(page, 'A whole report');
  await messages.locator('.katex-display').first().waitFor({ state: 'attached' });
  await page.getByRole('img', { name: /^The diagram/ }).waitFor({ timeout: 30_000 });
  await tour.stop('chat-written-end');
  await messages.hover();
  await page.mouse.wheel(0, -20_000);
  await messages.getByText('Write the report.').first().waitFor();
  await tour.stop('chat-written');
  await openTalk(page, 'Why did the worker');
  await messages.getByText('It was the migration.').waitFor();
  await tour.stop('chat-every-end');
  await messages.hover();
  await page.mouse.wheel(0, -20_000);
  for (const card of ['bash', 'edit_file', 'todo_write', 'mcp__toolbox__tool_error'] as const) {
    const head = patchbay.card(card).getByRole('button').first();
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  }
  await messages.hover();
  await page.mouse.wheel(0, -20_000);
  await tour.stop('chat-every');
  const agent = patchbay.card('task');
  await agent.getByRole('button').first().click();
  await agent.getByRole('group', { name: 'What the sub-agent does' }).scrollIntoViewIfNeeded();
  await tour.stop('chat-agent');
  await messages.hover();
  await page.mouse.wheel(0, -20_000);
  const echo = patchbay.card('mcp__toolbox__echo');
  await echo.getByRole('button').first().click();
  await echo
    .getByRole('button', { name: /^Open in viewer/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await tour.stop('viewer');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Context$|tokens?$/ }).click();
  await page.getByRole('dialog', { name: 'Context' }).getByText('Messages').waitFor();
  await tour.stop('meter');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: /^Model: / }).click();
  await page.getByRole('combobox', { name: 'Find a model' }).waitFor();
  await tour.stop('model-picker');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for this chat' }).click();
  await page.getByRole('menuitem').first().waitFor();
  await tour.stop('chat-menu');
  await page.keyboard.press('Escape');
  await patchbay.message().pressSequentially('Read @architecture');
  await page.getByRole('option', { name: /architecture\.md/ }).waitFor();
  await tour.stop('chat-resources');
  await page.keyboard.press('Escape');
  await patchbay.message().fill('/completable');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Insert' }).click();
  await tour.stop('chat-prompt');
  await page.keyboard.press('Escape');
  await patchbay.message().fill('');
  await patchbay.app.evaluate(
    ({ dialog }, filePaths) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
    },
    [join(import.meta.dirname, 'tour.ts'), process.execPath, import.meta.dirname],
  );
  await page.keyboard.press('Control+u');
  await page.getByText("Take away what can't be sent").waitFor();
  await tour.stop('chat-attached');
  for (let n = 0; n < 3; n += 1) {
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
  }
  await messages.hover();
  await page.mouse.wheel(0, -20_000);
  // At the top nothing lies over the first question.
  await page.locator('.stuck').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit and send again' }).first().click();
  await tour.stop('chat-edit');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle lock');
  await page.getByRole('button', { name: /The needle is here/ }).waitFor();
  await tour.stop('chat-search');
  await page.getByRole('searchbox').fill('nothinglikethis');
  await page.getByText('No conversation has these words').waitFor();
  await tour.stop('chat-search-none');
  await page.getByRole('searchbox').fill('');
  await lookAtList(patchbay, tour);
  await page.getByRole('button', { name: 'Search or run a command' }).click();
  await page.getByRole('combobox', { name: 'Go to anything' }).fill('se');
  await page.getByRole('option').first().waitFor();
  await tour.stop('palette');
  await page.keyboard.press('Escape');
}

async function lookAtList({ page }: Patchbay, tour: Tour): Promise<void> {
  // A narrow window has it behind its button, which a wide one does not show.
  await page
    .getByRole('button', { name: 'Show conversations', includeHidden: true })
    .dispatchEvent('click');
  await tour.stop('list');
  await page
    .getByRole('button', { name: 'Hide conversations', includeHidden: true })
    .dispatchEvent('click');
  const items = page.getByRole('navigation', { name: /Conversations/ }).locator('.list-item');
  await items.nth(2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: /^Archived/ }).click();
  await tour.stop('list-archived');
  await page.getByRole('button', { name: 'Back from the archive' }).click();
  await items.nth(3).focus();
  await page.keyboard.press('Delete');
  await page.getByText('was deleted').waitFor();
  await tour.stop('list-deleted');
}

async function lookAtServers(patchbay: Patchbay, tour: Tour): Promise<void> {
  const { page } = patchbay;
  await patchbay.go('Servers');
  await page.getByRole('button', { name: 'Sign in: notes' }).waitFor();
  await tour.stop('servers');
  const open = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).click();
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  for (const name of ['toolbox', 'missing', 'notes', 'crashing', 'gone']) {
    await open(name);
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await tour.stop(`server-${name}`);
  }
  await page.getByRole('button', { name: 'More for gone' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Keep' }).waitFor();
  await tour.stop('server-remove');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'More for toolbox' }).click();
  await page.getByRole('menuitem').first().waitFor();
  await tour.stop('server-menu');
  await page.keyboard.press('Escape');
  await open('notes');
  await tab('Sign-in');
  await tour.stop('server-sign-in');
  await open('odd');
  await tab('Tools');
  await tour.stop('server-tools');
  await tab('Config');
  await tour.stop('server-config');
  await tab('Log');
  await tour.stop('server-log');
  await open('everything');
  await tab('Resources');
  await page
    .getByText(/^architecture\.md/)
    .first()
    .click();
  await page
    .getByRole('heading', { name: /Architecture/ })
    .last()
    .waitFor();
  await tour.stop('server-resources');
  await tab('Prompts');
  await page
    .getByText(/^completable-prompt/)
    .first()
    .click();
  await tour.stop('server-prompts');
  await open('forms');
  await tab('Tools');
  await page.getByRole('button', { name: 'Try order', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Needs a value').first().waitFor();
  await tour.stop('server-try');
  await open('toolbox');
  await tab('Tools');
  await page.getByRole('button', { name: 'Try tool_error', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('no such city').first().waitFor();
  await tour.stop('server-tried');
  await page.getByRole('button', { name: 'Close details' }).click();
  await page.getByRole('row').nth(3).focus();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Shift+ArrowDown');
  await tour.stop('servers-picked');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await tour.stop('keys');
  await page.keyboard.press('Escape');
}

async function lookAtAdding(patchbay: Patchbay, tour: Tour): Promise<void> {
  const { app, page } = patchbay;
  await page.getByRole('button', { name: 'Add server' }).click();
  await tour.stop('add-by-hand');
  for (const way of ['Import', 'Bundles', 'Connectors']) {
    await page.getByRole('button', { name: way, exact: true }).click();
    await tour.stop(`add-${way.toLowerCase()}`);
  }
  const link = 'patchbay://install?name=notes2&command=sh&arg=-c&arg=a%3Bb&env=LD_PRELOAD=x';
  await app.evaluate((electron, url) => void electron.app.emit('second-instance', {}, [url]), link);
  await page.getByRole('alertdialog').waitFor();
  await tour.stop('install-link');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

async function lookAtApprovals({ page }: Patchbay, tour: Tour, workspace: string): Promise<void> {
  const file = join(workspace, '.mcp.json');
  const theirs = { linter: { command: 'npx', args: ['-y', 'linter'], env: { TOKEN: 'x' } } };
  await writeFile(file, JSON.stringify({ mcpServers: theirs }));
  const asked = page.getByText('One server of this folder waits');
  await asked.waitFor();
  await tour.stop('server-approval');
  await rm(file);
  await asked.waitFor({ state: 'detached' });
}

async function lookAtLogs(patchbay: Patchbay, tour: Tour): Promise<void> {
  const { page } = patchbay;
  const rows = page.getByRole('treegrid').getByRole('row');
  const filter = page.getByRole('searchbox', { name: 'Filter by text' });
  await patchbay.go('Logs');
  await rows.nth(5).waitFor();
  await tour.stop('logs');
  await filter.fill('tools/list');
  await rows
    .filter({ hasText: /toolbox.*tools.list/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Request' }).waitFor();
  await tour.stop('logs-open');
  await filter.fill('');
  await page.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option').first().waitFor();
  await tour.stop('logs-servers');
  await page.keyboard.press('Escape');
}

async function lookAtSettings(patchbay: Patchbay, tour: Tour): Promise<void> {
  const { page } = patchbay;
  await patchbay.go('Settings');
  await page.getByRole('region').first().waitFor();
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await sections.getByRole('link', { name: 'Files' }).click();
  await sections.locator('[aria-current]', { hasText: 'Files' }).waitFor();
  const scroll = page.locator('.settings-scroll');
  // axe looks at all of them at once; a picture shows what there is room for.
  const isKept = process.env['PATCHBAY_SHOTS'] !== undefined;
  const height = isKept ? await scroll.evaluate((element) => element.scrollHeight) : 1;
  for (let top = 0, at = 1; top < height; top += 560, at += 1) {
    await scroll.evaluate((element, to) => element.scrollTo(0, to), top);
    await tour.stop(`settings-${at}`);
  }
}

async function lookAtWhatWaits(patchbay: Patchbay, tour: Tour, goOn: () => void): Promise<void> {
  const { page } = patchbay;
  await patchbay.go('Chat');
  await page.keyboard.press('Control+n');
  await patchbay.send('Ask me first');
  await page.getByRole('button', { name: /^Allow once/ }).waitFor();
  await tour.stop('permission');
  await page.getByRole('button', { name: /^Allow once/ }).click();
  await page.getByRole('log').getByText('Done.').waitFor();
  await page.keyboard.press('Control+n');
  await patchbay.send('Have it ask');
  await page.getByRole('group', { name: 'everything asks you for information' }).waitFor();
  await tour.stop('question');
  await page.getByRole('textbox', { name: 'String required' }).press('Escape');
  await page.getByRole('log').getByText('Done.').waitFor();
  await page.keyboard.press('Control+n');
  await patchbay.send('Fail');
  await page
    .getByText(/refused the request: no such thing/)
    .first()
    .waitFor();
  await tour.stop('chat-failed');
  await page.keyboard.press('Control+n');
  await patchbay.send('Go on and on');
  await page.getByRole('log').getByText('one table after').first().waitFor();
  await patchbay.message().fill('And then?');
  await page.keyboard.press('Enter');
  await tour.stop('chat-streaming');
  await patchbay.stop().click();
  goOn();
}

async function lookAtTeam(patchbay: Patchbay, tour: Tour): Promise<void> {
  const { page } = patchbay;
  await patchbay.go('Chat');
  await page.keyboard.press('Control+n');
  await patchbay.send('Do it with a team');
  const asked = page.getByRole('region', { name: 'ada asks' });
  await asked.getByRole('button', { name: /^Allow once/ }).waitFor({ timeout: 60_000 });
  await tour.stop('team-chat');
  await patchbay.go('Team');
  await page.getByRole('article', { name: 'Plan of bob' }).waitFor();
  await tour.stop('team');
  await page
    .getByRole('listitem', { name: 'ada', exact: true })
    .getByTitle('ada, show what it does')
    .click();
  await page.getByRole('region', { name: 'What ada does' }).waitFor();
  await tour.stop('team-panel');
  await page.getByRole('button', { name: 'Add task' }).click();
  await tour.stop('team-add');
}
