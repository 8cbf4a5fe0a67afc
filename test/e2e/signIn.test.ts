import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { OAuthConfig } from '../../src/shared/auth.ts';
import type { AuthorizationServerOptions } from '../servers/authorizationServer.ts';
import { followAuthorization } from '../servers/headlessBrowser.ts';
import { notesServer } from './notesServer.ts';
import { dataFolder, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';

/** A server behind a real authorization server, and a data folder that has it as `notes`. */
async function world(more: AuthorizationServerOptions = {}, oauth: OAuthConfig = {}) {
  const scopes = ['notes:read', 'notes:admin'];
  const { authorization, resource } = await notesServer({ scopes, ...more });
  const userData = await dataFolder({
    mcpServers: { notes: { type: 'http', url: resource.url, oauth } },
  });
  return { authorization, resource, userData };
}

/** Registered by hand, for a program of a person's machine. */
const client = {
  client_id: 'by-hand',
  client_secret: 'kept-in-the-keychain-only',
  application_type: 'native' as const,
  token_endpoint_auth_method: 'client_secret_basic' as const,
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
};

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
  await page.getByRole('button', { name: 'notes needs sign-in' }).waitFor();
  await patchbay.go('Servers');
  await signIn(page).click();
  await browser.follow();
  await patchbay.untilConnected('notes');
  await page
    .getByRole('row', { name: /^notes/ })
    .getByText('Signed in')
    .waitFor();
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
  await again.page.getByRole('button', { name: 'notes needs sign-in' }).waitFor();
  expect(await again.request('auth.view', 'notes')).not.toHaveProperty('signedIn');
});

it('asks in the chat for a sign-in that a call needs, and goes on with the call', async () => {
  const { userData } = await world();
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  const browser = await browserOf(patchbay);
  await page.getByRole('button', { name: 'notes needs sign-in' }).waitFor();
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

it('asks for the id and the secret of a client where programs may not register', async () => {
  const { userData } = await world({ registration: false, clients: [client] });
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  const browser = await browserOf(patchbay);
  await patchbay.go('Servers');
  await signIn(page).click();
  await page.getByText('Redirect URI', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Client id' }).fill('by-hand');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await browser.follow();
  // Without the secret the code is worth nothing. It is asked for again, with the id.
  await page.getByText('invalid_client').first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('textbox', { name: 'Client id' }).fill('by-hand');
  await page.getByLabel('Client secret').fill(client.client_secret);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await browser.follow(2);
  await patchbay.untilConnected('notes');
  expect((await patchbay.request('auth.view', 'notes')).signedIn).toMatchObject({
    clientId: 'by-hand',
    clientSource: 'entered',
  });
  await patchbay.request('auth.signOut', 'notes');
});

it('asks for the secret of the client that the entry names', async () => {
  const { userData } = await world(
    { clients: [{ ...client, redirect_uris: ['http://localhost/callback'] }] },
    {
      clientId: 'by-hand',
      tokenEndpointAuthMethod: 'client_secret_basic',
      callbackHost: 'localhost',
    },
  );
  const patchbay = await openPatchbay({ userData });
  const { page } = patchbay;
  const browser = await browserOf(patchbay);
  await patchbay.go('Servers');
  await signIn(page).click();
  await browser.follow();
  await page.getByLabel('Client secret').fill(client.client_secret);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await browser.follow(2);
  await patchbay.untilConnected('notes');
  expect((await patchbay.request('auth.view', 'notes')).signedIn).toMatchObject({
    clientSource: 'configured',
  });
  await patchbay.request('auth.signOut', 'notes');
});
