import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import type { RequestInput, RequestName, RequestOutput } from '../../src/shared/ipc.ts';
import { launchPatchbay } from '../../scripts/launch.mjs';

const execPath = process.env['PATCHBAY_ELECTRON'] ?? '';

type Options = {
  readonly userData?: string;
  /** The content of settings.json. */
  readonly settings?: unknown;
  readonly env?: Readonly<Record<string, string>>;
};

/** A data folder that is gone after the test. */
export async function dataFolder(settings?: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-e2e-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  if (settings !== undefined) await writeSettings(folder, settings);
  return folder;
}

export async function writeSettings(folder: string, settings: unknown): Promise<void> {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2);
  await writeFile(join(folder, 'settings.json'), text);
}

/** An entry for a server of test/fixtures/servers, run by the Node that runs the tests. */
export function fixture(name: string, env: Readonly<Record<string, string>> = {}) {
  const file = join(import.meta.dirname, '..', 'fixtures', 'servers', `${name}.mjs`);
  return { command: process.execPath, args: [file], env };
}

/** Starts the real app, and ends it after the test. */
export async function openPatchbay({ userData, settings, env = {} }: Options = {}) {
  const folder = userData ?? (await dataFolder(settings));
  // No shell of whoever runs the tests has a say in what servers get.
  const { app, page } = await launchPatchbay({
    execPath,
    userData: folder,
    env: { SHELL: '/bin/false', ...env },
  });
  let isOpen = true;
  app.on('close', () => (isOpen = false));
  onTestFinished(async () => {
    if (isOpen) await app.close();
  });
  await page.getByRole('textbox').last().waitFor();
  return new Patchbay(app, page, folder);
}

/** The app as a user meets it, with the words of its English screens. */
export class Patchbay {
  constructor(
    readonly app: ElectronApplication,
    readonly page: Page,
    readonly userData: string,
  ) {}

  readonly message = () => this.page.getByRole('textbox', { name: 'Message', exact: true });
  readonly stop = () => this.page.getByRole('button', { name: /^Stop( answer)?/ }).last();
  readonly card = (tool: string) =>
    this.page.getByRole('article', { name: new RegExp(`^Tool call ${tool},`) });

  async go(view: 'Chat' | 'Servers' | 'Logs' | 'Team' | 'Settings'): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: new RegExp(`^${view}`) })
      .click();
  }

  /** Sends a message; the turn may still be running afterwards. */
  async send(text: string): Promise<void> {
    await this.message().fill(text);
    // The page hears that a turn has ended a moment after main; until then Enter sends nothing.
    const left = async () => {
      await this.message().press('Enter');
      return this.message().inputValue();
    };
    await expect.poll(left, { timeout: 30_000 }).toBe('');
  }

  /** Sends a message, answers every permission prompt alike, and waits for the end of the turn. */
  async ask(text: string, answer: 'Allow once' | 'Always for this tool' | 'Deny' = 'Allow once') {
    await this.send(text);
    for (;;) {
      await expect.poll(() => this.activity(), { timeout: 30_000 }).not.toBe('running');
      if ((await this.activity()) === 'idle') return this.items();
      const button = this.page.getByRole('button', { name: new RegExp(`^${answer}`) }).first();
      await button.click();
      await button.waitFor({ state: 'detached' });
    }
  }

  async untilConnected(server: string): Promise<void> {
    const state = async () =>
      (await this.request('servers.list', undefined)).find(({ name }) => name === server)?.state;
    await expect.poll(async () => (await state())?.kind, { timeout: 30_000 }).toBe('connected');
  }

  async activity() {
    return (await this.request('chat.list', undefined))[0]?.activity ?? 'idle';
  }

  /** The items of the newest conversation, as main has them. */
  async items(): Promise<readonly ChatItem[]> {
    const [newest] = await this.request('chat.list', undefined);
    return newest ? (await this.request('chat.open', newest.id)).items : [];
  }

  async request<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutput<N>> {
    const result = await this.page.evaluate(
      ([n, i]) => window.patchbay.request(n as never, i as never),
      [name, input] as const,
    );
    const answer = result as { ok: true; value: RequestOutput<N> } | { ok: false; error: unknown };
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer.value;
  }
}
