import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { authorizationServer } from '../servers/authorizationServer.ts';
import { followAuthorization } from '../servers/headlessBrowser.ts';
import { protectedServer } from '../servers/protectedServer.ts';
import { dataFolder, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';

/** A server behind a real authorization server, and a data folder that has it as `notes`. */
async function world() {
  const authorization = await authorizationServer({ scopes: ['notes:read', 'notes:admin'] });
  onTestFinished(authorization.close);
  const resource = await protectedServer({
    issuers: [authorization.issuer],
    introspect: authorization.introspect,
    scopes: ['notes:read'],
    adminScope: 'notes:admin',
  });
  onTestFinished(resource.close);
  const userData = await dataFolder({
    mcpServers: { notes: { type: 'http', url: resource.url } },
  });
  return { authorization, resource, userData };
}

/** The button of the server's row. */
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in: notes' });

/** Stands in for the person's browser: what the app opens is kept, to be followed when it suits. */
async function browserOf({ app }: Patchbay) {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  const opened = () =>
    app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened.slice());
  return {
    opened,
    async follow(count = 1) {
      await expect.poll(async () => (await opened()).length, { timeout: 15_000 }).toBe(count);
      await followAuthorization((await opened()).at(-1) ?? '');
    },
  };
}

it('signs in by the browser once, and is still signed in after a restart', async () => {
  const { userData, resource } = await world();
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  const browser = await browserOf(patchbay);
  await page.getByRole('contentinfo').getByText('notes needs sign-in').waitFor();
  await patchbay.go('Servers');
  await signIn(page).click();
  await browser.follow();
  await patchbay.untilConnected('notes');
  const view = await patchbay.request('auth.view', 'notes');
  expect(view).toMatchObject({
    means: 'authorization_code',
    flow: { kind: 'idle' },
    signedIn: { scopes: ['notes:read'], renews: true, keptIn: 'keychain' },
  });
  await patchbay.app.close();

  const again = await openPatchbay({ userData });
  const second = await browserOf(again);
  await again.untilConnected('notes');
  expect(await second.opened()).toEqual([]);
  expect(resource.seen.at(-1)?.status).toBeLessThan(300);
  await again.request('auth.signOut', 'notes');
  await again.page.getByRole('contentinfo').getByText('notes needs sign-in').waitFor();
  expect(await again.request('auth.view', 'notes')).not.toHaveProperty('signedIn');
});

it('asks in the chat for a sign-in that a call needs, and goes on with the call', async () => {
  const { userData } = await world();
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  const browser = await browserOf(patchbay);
  await page.getByRole('contentinfo').getByText('notes needs sign-in').waitFor();
  await patchbay.request('servers.start', 'notes');
  void patchbay.request('auth.signIn', 'notes');
  await browser.follow();
  await patchbay.untilConnected('notes');

  await patchbay.send('use mcp__notes__administer');
  await page.getByRole('button', { name: /^Allow once/ }).click();
  const card = page.locator('[data-question]');
  await card.getByText('notes:admin').waitFor();
  await card.getByRole('button', { name: 'Sign in' }).click();
  await browser.follow(2);
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const call = (await patchbay.items()).find((item) => item.kind === 'tool');
  expect(call?.call.state).toBe('done');
  await patchbay.request('auth.signOut', 'notes');
});

it('says so where the person refuses, and tries again at their word', async () => {
  const { userData, authorization } = await world();
  authorization.person.allows = false;
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  const browser = await browserOf(patchbay);
  await patchbay.go('Servers');
  await signIn(page).click();
  await browser.follow();
  await expect
    .poll(async () => (await patchbay.request('auth.view', 'notes')).flow)
    .toMatchObject({ kind: 'failed', cause: { code: 'auth/denied' } });

  authorization.person.allows = true;
  await signIn(page).click();
  await browser.follow(2);
  await patchbay.untilConnected('notes');
  await patchbay.request('auth.signOut', 'notes');
});
