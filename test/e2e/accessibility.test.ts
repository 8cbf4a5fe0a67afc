import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resize } from '../../scripts/launch.mjs';
import { fixture, openPatchbay } from './patchbay.ts';
import { findings } from './screens.ts';

it('finds nothing to object to on any screen, in light and dark, wide and narrow', async () => {
  const patchbay = await openPatchbay({
    settings: {
      mcpServers: {
        hanging: fixture('hanging'),
        missing: { command: 'no-such-command-on-any-path' },
        off: { command: 'x', disabled: true },
      },
    },
  });
  const { app, page } = patchbay;
  expect(await findings(patchbay)).toEqual([]);
  const [board] = (await patchbay.request('team.view', undefined)).boards;
  const workspace = board?.workspace ?? '';
  const blocker = await patchbay.request('team.addTask', { workspace, subject: 'Read it' });
  const more = { subject: 'Write it', description: 'All of it', blockedBy: [blocker] };
  await patchbay.request('team.addTask', { workspace, ...more });
  await patchbay.send('Connect to the deploy server and trigger a deployment');
  await page.getByRole('button', { name: /^Allow once/ }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of [
      [1280, 800],
      [900, 600],
    ] as const) {
      await resize(app, width, height);
      for (const view of ['Chat', 'Servers', 'Logs', 'Team', 'Settings'] as const) {
        await patchbay.go(view);
        const where = `${view}, ${colorScheme}, ${width}`;
        expect({ where, found: await findings(patchbay) }).toEqual({ where, found: [] });
      }
    }
  }
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /missing/ }).click();
  expect(await findings(patchbay)).toEqual([]);
  await page.getByRole('button', { name: 'Add server' }).click();
  expect(await findings(patchbay)).toEqual([]);
  for (const way of ['Import', 'Bundles', 'Connectors']) {
    await page.getByRole('button', { name: way, exact: true }).click();
    expect({ way, found: await findings(patchbay) }).toEqual({ way, found: [] });
  }
  const link = 'patchbay://install?name=notes&command=sh&arg=-c&arg=a%3Bb&env=LD_PRELOAD=x';
  await app.evaluate((electron, url) => void electron.app.emit('second-instance', {}, [url]), link);
  await page.getByRole('alertdialog').waitFor();
  expect(await findings(patchbay)).toEqual([]);
});

it('finds nothing in what attaches resources and runs prompts either', async () => {
  const script = '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js';
  const args = [join(import.meta.dirname, script), 'stdio'];
  const patchbay = await openPatchbay({
    settings: { mcpServers: { everything: { command: process.execPath, args } } },
  });
  const { page } = patchbay;
  await patchbay.untilConnected('everything');
  const look = async (where: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // Colours that are on their way to others are nobody's choice.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found = await findings(patchbay);
      expect({ where, colorScheme, found }).toEqual({ where, colorScheme, found: [] });
    }
  };
  await patchbay.message().pressSequentially('Read @architecture');
  await page.getByRole('option', { name: /architecture\.md/ }).waitFor();
  await look('the list of resources');
  await page.keyboard.press('Enter');
  await patchbay.message().fill('/completable');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Insert' }).click();
  await look('the form of a prompt');
  await page.keyboard.press('Escape');
  await patchbay.ask('Read it');
  await page.getByRole('button', { name: /architecture\.md/ }).click();
  await look('a message with an attachment');
  await patchbay.go('Servers');
  await page.getByRole('row', { name: /everything/ }).click();
  for (const [tab, item] of [
    ['Resources', /^architecture\.md/],
    ['Prompts', /^completable-prompt/],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(item).first().click();
    await look(`the tab ${tab}`);
  }
});

it('is worked by keys alone: views, a new chat, a message, Stop', async () => {
  const patchbay = await openPatchbay();
  const { page } = patchbay;
  await patchbay.message().fill('Write a long answer of 50000 characters');
  await page.keyboard.press('Enter');
  await expect.poll(() => patchbay.activity(), { timeout: 10_000 }).toBe('running');
  await page.keyboard.press('Escape');
  await expect.poll(() => patchbay.activity(), { timeout: 10_000 }).toBe('idle');
  for (const [key, title] of [
    ['2', 'Servers'],
    ['3', 'Logs'],
    ['4', 'Team'],
    ['5', 'Settings'],
  ] as const) {
    await page.keyboard.press(`Control+${key}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+n');
  await page.getByRole('heading', { level: 1, name: 'New chat' }).waitFor();
});
