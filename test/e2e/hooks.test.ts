import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import { dataFolder, openPatchbay } from './patchbay.ts';

const line = (script: string) => [
  process.execPath,
  '-e',
  `const input = JSON.parse(require('fs').readFileSync(0, 'utf8')); ${script}`,
];

it('runs the hooks of settings.json, shows what they did, and none of a folder', async () => {
  const hooks = {
    'before-prompt': [
      {
        command: line(
          "if (input.prompt.includes('1234')) { console.error('No numbers, please.'); process.exit(2); }",
        ),
      },
    ],
    'before-tool': [
      {
        command: line(
          "console.log(JSON.stringify({ decision: 'ask', reason: 'you wanted to look at it' }))",
        ),
        tools: ['glob'],
        limitMs: 5000,
      },
      {
        command: line("console.error('Not in this folder.'); process.exit(2)"),
        tools: ['write_file'],
      },
    ],
    'on-stop': [{ command: ['/no/such/program'] }],
  };
  const userData = await dataFolder({ hooks });
  const workspace = join(userData, 'web');
  await mkdir(join(workspace, '.patchbay'), { recursive: true });
  const theirs = { hooks: { 'on-stop': [{ command: ['touch', join(userData, 'ran')] }] } };
  await writeFile(join(workspace, '.mcp.json'), JSON.stringify(theirs));
  const use = (id: string, name: string, input: object) =>
    ({ type: 'tool_use', id, name, json: JSON.stringify(input) }) as const;
  const api = await new FakeApi(
    {
      blocks: [
        use('t1', 'glob', { pattern: '*' }),
        use('t2', 'write_file', { path: 'a.txt', content: 'x' }),
      ],
    },
    { blocks: [{ type: 'text', text: 'So be it.' }] },
  ).start();
  onTestFinished(() => api.close());
  const env = { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: api.url };
  const patchbay = await openPatchbay({
    userData,
    env: { ...env, PATCHBAY_WORKSPACE: workspace },
  });
  const { page } = patchbay;

  await patchbay.ask('My number is 1234');
  await page
    .getByRole('region', { name: 'Warning' })
    .getByText(/held this message back.*No numbers, please\./)
    .waitFor();
  expect(api.requests).toEqual([]);

  await patchbay.send('Look and write');
  const wanted = /wants you to decide: you wanted to look at it/;
  await page
    .getByRole('group', { name: /^Let Patchbay run/ })
    .getByText(wanted)
    .waitFor();
  await page.getByRole('alert').getByText(wanted).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: /^Allow once/ }).click();
  await expect.poll(() => patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  const calls = (await patchbay.items()).flatMap((item) =>
    item.kind === 'tool' ? [[item.id, item.call.state]] : [],
  );
  expect(calls).toEqual([
    ['t1', 'done'],
    ['t2', 'denied'],
  ]);
  await page
    .getByRole('log', { name: 'Messages' })
    .getByText(/\/no\/such\/program \(on-stop\) failed/)
    .waitFor();
  expect(JSON.stringify(api.requests.at(-1)?.body)).not.toContain('1234');

  await patchbay.go('Settings');
  const section = page.getByRole('region', { name: 'Hooks' });
  await section.getByText('/no/such/program').waitFor();
  await section.getByText('Not run: the files of a folder').waitFor();
  const log = await patchbay.request('log.query', { filter: { text: 'hook ' }, limit: 50 });
  expect(log.map(({ text }) => text.replace(/, .*: /, ': '))).toEqual(
    expect.arrayContaining([
      expect.stringContaining('hook before-prompt: blocks'),
      expect.stringContaining('hook before-tool: asks'),
      expect.stringContaining('hook on-stop: failed'),
    ]),
  );
  expect(api.refusals).toEqual([]);
});
