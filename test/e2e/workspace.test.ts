import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer, FakeBlock } from '../fakes/messagesApi.ts';
import { openPatchbay } from './patchbay.ts';

const call = (id: string, name: string, input: object): FakeBlock => ({
  type: 'tool_use',
  id,
  name,
  json: JSON.stringify(input),
});
const says = (...blocks: FakeBlock[]): FakeAnswer => ({ blocks });
const text = (body: string): FakeBlock => ({ type: 'text', text: body });

/** A folder with a workspace in it, gone after the test. */
async function madeFolder() {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-e2e-workspace-')));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const workspace = join(base, 'web');
  await mkdir(workspace);
  return { base, workspace };
}

async function open(api: FakeApi, workspace?: string) {
  const env = { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: api.url };
  return openPatchbay({
    env: { ...env, ...(workspace !== undefined && { PATCHBAY_WORKSPACE: workspace }) },
  });
}

async function started(...script: FakeAnswer[]) {
  const api = await new FakeApi(...script).start();
  onTestFinished(() => api.close());
  return api;
}

const toolsOf = (api: FakeApi, at: number) =>
  ((api.requests[at]?.body['tools'] ?? []) as { name: string }[]).map(({ name }) => name);
const lastResult = (api: FakeApi) => JSON.stringify(api.requests.at(-1)?.body['messages']);

async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat === undefined || / [ZX] /.test(stat.slice(stat.lastIndexOf(')')));
}

it('asks before a command, shows what it puts out while it runs, and stops all of it', async () => {
  const { workspace } = await madeFolder();
  const command = 'echo begun; (sleep 300 & echo $! > child; wait)';
  const api = await started(
    says(call('t1', 'bash', { command })),
    says(text('Stopped, then.')),
    says(call('t2', 'bash', { command: 'echo "key: $ANTHROPIC_API_KEY."; exit 3' })),
    says(text('Seen.')),
  );
  const patchbay = await open(api, workspace);
  const { page } = patchbay;
  await patchbay.send('Run it');
  const prompt = page.getByRole('group', { name: 'Run this command?' });
  await prompt.getByText(command).waitFor();
  expect(await prompt.getByRole('button', { name: /^Always/ }).count()).toBe(0);
  await prompt.getByRole('button', { name: /^Allow once/ }).click();
  const output = page.getByRole('group', { name: 'Command and its output' });
  await output.getByText('begun', { exact: true }).waitFor();
  await expect.poll(() => readFile(join(workspace, 'child'), 'utf8')).toMatch(/\d\n/);
  const child = Number(await readFile(join(workspace, 'child'), 'utf8'));
  expect(await isGone(child)).toBe(false);
  await patchbay.card('bash').getByRole('button', { name: 'Stop Run command' }).click();
  await expect.poll(() => isGone(child), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => patchbay.activity()).toBe('idle');
  expect(lastResult(api)).toContain('begun');

  await patchbay.ask('And now');
  await page.getByText('exit code 3').waitFor();
  expect(lastResult(api)).toContain('key: .\\nExit code 3');
  expect(api.refusals).toEqual([]);
});

it('shows what a file will be before it is written, and writes it', async () => {
  const { workspace } = await madeFolder();
  await writeFile(join(workspace, 'a.txt'), 'one\ntwo\n');
  const api = await started(
    says(call('t1', 'write_file', { path: 'docs/new.md', content: '# Hello\n' })),
    says(call('t2', 'edit_file', { path: 'a.txt', old_string: 'two', new_string: 'three' })),
    says(text('Done.')),
  );
  const patchbay = await open(api, workspace);
  const { page } = patchbay;
  await patchbay.send('Write');
  const prompt = page.getByRole('group', { name: /this file\?$/ });
  await prompt.getByText('+# Hello').waitFor();
  await prompt.getByText('new file').waitFor();
  await expect(readFile(join(workspace, 'docs', 'new.md'))).rejects.toThrow('ENOENT');
  await prompt.getByRole('button', { name: /^Allow once/ }).click();
  await prompt.getByText('+three').waitFor();
  await prompt.getByText('-two').waitFor();
  expect(await readFile(join(workspace, 'docs', 'new.md'), 'utf8')).toBe('# Hello\n');
  await prompt.getByRole('button', { name: /^Deny/ }).click();
  await expect.poll(() => patchbay.activity()).toBe('idle');
  expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
  expect(api.refusals).toEqual([]);
});

it('lets no file tool out of the folder, by any way', async () => {
  const { base, workspace } = await madeFolder();
  await writeFile(join(base, 'secret.txt'), 'the secret');
  await symlink('../secret.txt', join(workspace, 'harmless.txt'));
  await symlink('..', join(workspace, 'up'));
  const api = await started(
    says(
      call('t1', 'read_file', { path: 'harmless.txt' }),
      call('t2', 'read_file', { path: '../secret.txt' }),
      call('t3', 'read_file', { path: join(base, 'secret.txt') }),
      call('t4', 'grep', { pattern: 'secret', path: 'up' }),
      call('t5', 'write_file', { path: 'up/new.txt', content: 'x' }),
      call('t6', 'glob', { pattern: '**' }),
    ),
    says(text('No way.')),
  );
  const patchbay = await open(api, workspace);
  const items = await patchbay.ask('Read it');
  const states = items.flatMap((item) => (item.kind === 'tool' ? [item.call.state] : []));
  expect(states).toEqual(['error', 'error', 'error', 'error', 'error', 'done']);
  expect(lastResult(api)).not.toContain('the secret');
  expect(lastResult(api)).toContain('outside the workspace folder');
  await expect(readFile(join(base, 'new.txt'))).rejects.toThrow('ENOENT');
});

it('has file and shell tools only in a chat with a folder, which its head shows and changes', async () => {
  const { workspace } = await madeFolder();
  const api = await started(
    says(text('One.')),
    says(text('Two.')),
    says(text('Three.')),
    says(text('Four.')),
  );
  const patchbay = await open(api);
  const { app, page } = patchbay;
  await app.evaluate(({ dialog }, folder) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] });
  }, workspace);
  await patchbay.ask('Without');
  const tools = ['bash', 'edit_file', 'glob', 'grep', 'read_file', 'todo_write', 'write_file'];
  expect(toolsOf(api, 0).filter((name) => tools.includes(name))).toEqual([]);

  await page.getByRole('button', { name: 'No folder' }).click();
  await page.getByRole('menuitem', { name: 'Choose a folder…' }).click();
  await page.getByRole('button', { name: `Workspace folder ${workspace}` }).waitFor();
  await patchbay.ask('With');
  expect(toolsOf(api, 1).filter((name) => tools.includes(name))).toEqual(tools);
  expect(JSON.stringify(api.requests[1]?.body['system'])).toContain(workspace);

  await page.getByRole('button', { name: `Workspace folder ${workspace}` }).click();
  await page.getByRole('menuitem', { name: 'Work without a folder' }).click();
  await page.getByRole('button', { name: 'No folder' }).waitFor();
  await patchbay.ask('Without again');
  expect(toolsOf(api, 2).filter((name) => tools.includes(name))).toEqual([]);

  // A chat that begins with one keeps it over a restart.
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await page.getByRole('button', { name: 'No folder' }).click();
  await page.getByRole('menuitem', { name: 'Choose a folder…' }).click();
  await page.getByRole('button', { name: `Workspace folder ${workspace}` }).waitFor();
  await patchbay.ask('A new one');
  expect(toolsOf(api, 3).filter((name) => tools.includes(name))).toEqual(tools);
  const [newest] = await patchbay.request('chat.list', undefined);
  expect(newest).toMatchObject({ title: 'A new one', workspace });
  expect(api.refusals).toEqual([]);
});

it('asks, allows and denies by rules for commands and paths, links followed', async () => {
  const { workspace } = await madeFolder();
  await mkdir(join(workspace, 'secrets'));
  await writeFile(join(workspace, 'secrets', 'key'), 'the key');
  await symlink('secrets/key', join(workspace, 'harmless'));
  const api = await started(
    says(
      call('t1', 'bash', { command: 'echo hi there' }),
      call('t2', 'read_file', { path: 'harmless' }),
      call('t3', 'write_file', { path: 'docs/a/b.md', content: 'x' }),
    ),
    says(call('t4', 'bash', { command: 'echo hi; echo more > made' })),
    says(text('Done.')),
  );
  const patchbay = await openPatchbay({
    settings: {
      permissions: {
        allow: ['bash(echo hi:*)', 'write_file(docs/**)'],
        deny: ['read_file(secrets/**)'],
      },
    },
    env: {
      ANTHROPIC_API_KEY: 'sk-test',
      ANTHROPIC_BASE_URL: api.url,
      PATCHBAY_WORKSPACE: workspace,
    },
  });
  const items = await patchbay.ask('Go', 'Deny');
  const states = items.flatMap((item) => (item.kind === 'tool' ? [item.call.state] : []));
  expect(states).toEqual(['done', 'denied', 'done', 'denied']);
  expect(lastResult(api)).not.toContain('the key');
  expect(await readFile(join(workspace, 'docs', 'a', 'b.md'), 'utf8')).toBe('x');
  await expect(readFile(join(workspace, 'made'))).rejects.toThrow('ENOENT');
});
