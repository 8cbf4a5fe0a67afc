import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer, FakeBlock } from '../fakes/messagesApi.ts';
import { fixture, openPatchbay } from './patchbay.ts';
import { findings, lookAtAll, shot } from './screens.ts';

type Body = Readonly<Record<string, unknown>>;
type Message = { readonly role: string; readonly content: unknown };

const call = (id: string, name: string, input: object): FakeBlock => ({
  type: 'tool_use',
  id,
  name,
  json: JSON.stringify(input),
});
const text = (body: string): FakeBlock => ({ type: 'text', text: body });
const says = (...blocks: FakeBlock[]): FakeAnswer => ({ blocks });

/** The messages on screen, without what is read aloud of them. */
const flow = (page: Page) => page.getByRole('log', { name: 'Messages' });

const messages = (body: Body) => body['messages'] as readonly Message[];
const answersIn = (body: Body) => messages(body).filter(({ role }) => role === 'assistant').length;

/** Answers every conversation by its own script, which its first message names. */
function scripts(all: Readonly<Record<string, readonly FakeAnswer[]>>) {
  return (body: Body): FakeAnswer => {
    const first = JSON.stringify(messages(body)[0]?.content);
    const [, script = []] = Object.entries(all).find(([name]) => first.includes(name)) ?? [];
    return script[answersIn(body)] ?? says(text('Done.'));
  };
}

async function open(answer: (body: Body) => FakeAnswer, allow: readonly string[] = []) {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-e2e-agents-')));
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(base, 'web');
  await mkdir(workspace);
  const api = await new FakeApi().start();
  onTestFinished(() => api.close());
  api.otherwise = answer;
  const patchbay = await openPatchbay({
    settings: {
      permissions: { allow },
      mcpServers: { meeting: fixture('meeting') },
    },
    env: {
      ANTHROPIC_API_KEY: 'sk-test',
      ANTHROPIC_BASE_URL: api.url,
      PATCHBAY_WORKSPACE: workspace,
    },
  });
  await patchbay.untilConnected('meeting');
  return { api, patchbay, workspace };
}

it('shows what sub-agents do and ask within the cards of their calls', async () => {
  const task = (id: string, description: string, prompt: string) =>
    call(id, 'task', { description, prompt });
  const { api, patchbay, workspace } = await open(
    scripts({
      'Look at it from all sides': [
        says(
          text('Three of them can look at once.'),
          task('t1', 'Count the routes of the web application', 'ROUTES: count the routes.'),
          task('t2', 'Meet the others', 'MEETING: wait for the others at the meeting server.'),
          task(
            't3',
            'Read every page of the manual that was written about the old deployment with all of its appendices',
            'MANUAL: read it.',
          ),
        ),
        says(text('There are **42** routes, and the manual is out of date.')),
      ],
      ROUTES: [
        says(
          text('I look where they are first.'),
          ...Array.from({ length: 7 }, (_, index) =>
            call(`look${index}`, 'glob', { pattern: `src/routes-${index}/**` }),
          ),
        ),
        says(call('count', 'bash', { command: 'echo 42' })),
        says(text('There are 42 routes, all in `src/routes`.')),
      ],
      MEETING: [says(call('hang', 'mcp__meeting__hang', {})), says(text('Nobody came.'))],
      MANUAL: [says(text('It is about version 1.'))],
    }),
    ['mcp__meeting__hang'],
  );
  await writeFile(join(workspace, 'a.txt'), 'x');
  const { page } = patchbay;
  await patchbay.send('Look at it from all sides');

  const prompt = page.getByRole('group', { name: 'Run this command?' });
  await prompt.waitFor();
  const cards = page.getByRole('article', { name: /^Tool call task,/ });
  const routes = cards.filter({ hasText: 'Count the routes' });
  expect(await routes.getByRole('group', { name: 'Run this command?' }).count()).toBe(1);
  expect(await prompt.count()).toBe(1);
  await expect.poll(() => routes.getAttribute('aria-label')).toContain('waits for you');
  await expect
    .poll(() => cards.filter({ hasText: 'Read every page' }).getAttribute('aria-label'))
    .toContain('done');
  await routes.getByText('8 calls').waitFor();
  // The first of its calls are folded away, and what it was asked.
  expect(await routes.getByText('src/routes-0').count()).toBe(0);
  await lookAtAll(patchbay, 'agents-waiting');
  await routes.getByRole('button', { name: /^Show all/ }).click();
  await routes.getByText('ROUTES: count the routes.').waitFor();
  await routes.getByText('src/routes-0').waitFor();
  await shot(page, 'agents-all');
  await routes.getByRole('button', { name: /^Show the latest/ }).click();

  // What waits for a person can't be folded away, and is answered by the keys.
  await page.keyboard.press('Alt+Y');
  await expect.poll(() => routes.getAttribute('aria-label')).toContain('done');
  const meeting = cards.filter({ hasText: 'Meet the others' });
  await meeting.getByRole('button', { name: 'Stop Sub-agent' }).click();
  await flow(page).getByText('There are 42 routes, and').waitFor();
  expect(await patchbay.activity()).toBe('idle');
  await expect.poll(() => meeting.getAttribute('aria-label')).toContain('stopped');
  // A report is for the agent that asked for it, and there to be looked at.
  expect(await routes.getByText('all in').count()).toBe(0);
  await lookAtAll(patchbay, 'agents-done');
  await routes.getByRole('button', { name: /Count the routes/ }).click();
  await routes.getByText('all in').waitFor();
  await shot(page, 'agents-report');
  expect(await findings(patchbay)).toEqual([]);
  expect(api.refusals).toEqual([]);
});

it('sends a slow command to the background, where it is seen, and hears of its end', async () => {
  const command =
    'for n in 1 2 3; do echo "step $n of the build"; done; while [ ! -e go ]; do sleep 0.05; done; echo built';
  const { api, patchbay, workspace } = await open(
    scripts({
      'Build it': [
        says(text('I build it.'), call('build', 'bash', { command })),
        says(text('It goes on; ask me anything meanwhile.')),
        says(text('Blue.')),
        says(text('The build is **over**.')),
      ],
    }),
    ['bash'],
  );
  const { page } = patchbay;
  await patchbay.send('Build it');
  const card = page.getByRole('article', { name: /^Tool call bash,/ });
  await card.getByText('step 3 of the build').waitFor();
  const send = card.getByRole('button', { name: 'Run in background: Run command' });
  await send.waitFor();
  await lookAtAll(patchbay, 'background-offer');
  await send.click();
  await flow(page).getByText('ask me anything meanwhile').waitFor();
  await card.getByText('in the background', { exact: true }).waitFor();
  await card.getByText('step 3 of the build').waitFor();
  const chip = page.getByRole('button', { name: '1 in the background' });
  await chip.waitFor();
  await patchbay.send('Which colour?');
  await flow(page).getByText('Blue.').waitFor();
  await lookAtAll(patchbay, 'background-runs');

  await writeFile(join(workspace, 'go'), '');
  await flow(page).getByText('The build is over.').waitFor();
  const end = page.getByRole('article', { name: 'Tool call bash, done' }).last();
  await end.getByText('built', { exact: false }).first().waitFor();
  expect(await chip.count()).toBe(0);
  // The note for the model is not for a person; the command is there once.
  expect(await flow(page).getByText('You are told').count()).toBe(0);
  await flow(page).getByText('went to the background').waitFor();
  await lookAtAll(patchbay, 'background-ended');
  expect(JSON.stringify(asked(api).at(-1)?.body['messages'])).toMatch(
    /background-result id=.{1,3}bg_1.*step 1 of the build.*built/,
  );

  expect(api.refusals).toEqual([]);
});

it('stops a call of a server in the background by its card, which is told with the next message', async () => {
  const { api, patchbay } = await open(
    scripts({
      'Wait for them': [
        says(call('wait', 'mcp__meeting__hang', { for: 'everybody who was asked to come' })),
        says(text('Nobody is there yet.')),
        says(text('Then I wait no more.')),
      ],
    }),
    ['mcp__meeting__hang'],
  );
  const { page } = patchbay;
  await patchbay.send('Wait for them');
  const card = page.getByRole('article', { name: /^Tool call mcp__meeting__hang,/ });
  await card.getByRole('button', { name: 'Run in background: hang' }).click();
  await flow(page).getByText('Nobody is there yet.').waitFor();
  await page.getByRole('button', { name: '1 in the background' }).waitFor();
  await card.getByRole('button', { name: 'Stop hang' }).click();
  await page.getByRole('article', { name: 'Tool call mcp__meeting__hang, stopped' }).waitFor();
  await shot(page, 'background-stopped');
  expect(asked(api)).toHaveLength(2);
  await patchbay.ask('Well?');
  expect(JSON.stringify(asked(api).at(-1)?.body['messages'])).toMatch(
    /state=.{1,3}stopped.*The user stopped this call.*Well\?/,
  );
  expect(api.refusals).toEqual([]);
});

it('ends and shows as interrupted, at the next start, what ran when the app was killed', async () => {
  const { api, patchbay, workspace } = await open(
    scripts({
      'Serve it': [
        says(
          call('serve', 'bash', { command: 'echo $$ > pid; sleep 300', run_in_background: true }),
          call('wait', 'task', { description: 'Wait for it', prompt: 'WAIT for it.' }),
        ),
        says(text('So it was cut off.')),
      ],
      WAIT: [says(call('hang', 'mcp__meeting__hang', {}))],
    }),
    ['bash', 'mcp__meeting__hang'],
  );
  await patchbay.send('Serve it');
  await patchbay.page.getByRole('button', { name: '1 in the background' }).waitFor();
  await patchbay.page
    .getByRole('article', { name: 'Tool call mcp__meeting__hang, running' })
    .waitFor();
  const written = () => readFile(join(workspace, 'pid'), 'utf8').catch(() => '');
  await expect.poll(written).toMatch(/\d\n/);
  const pid = Number(await written());
  const closed = patchbay.app.waitForEvent('close');
  process.kill(-(patchbay.app.process().pid ?? 0), 'SIGKILL');
  await closed;
  expect(await isGone(pid)).toBe(false);

  const env = { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: api.url };
  const again = await openPatchbay({ userData: patchbay.userData, env });
  const { page } = again;
  await expect.poll(() => isGone(pid), { timeout: 15_000 }).toBe(true);
  await page
    .getByRole('button', { name: /^Serve it/ })
    .first()
    .click();
  await page.getByRole('article', { name: 'Tool call bash, failed' }).waitFor();
  const task = page.getByRole('article', { name: 'Tool call task, failed' });
  await task.getByRole('button', { name: /Wait for it/ }).click();
  await task.getByRole('article', { name: 'Tool call mcp__meeting__hang, failed' }).waitFor();
  expect(await page.getByRole('button', { name: /in the background$/ }).count()).toBe(0);
  await shot(page, 'agents-interrupted');
  const requests = asked(api).length;
  await again.ask('What became of it?');
  expect(JSON.stringify(asked(api).at(-1)?.body['messages'])).toMatch(
    /Interrupted: Patchbay.*background-result id=.{1,3}bg_1.*Interrupted: Patchbay/,
  );
  expect(asked(api)).toHaveLength(requests + 1);
  expect(api.refusals).toEqual([]);
});

/** What the model was asked, without what was counted or listed. */
const asked = (api: FakeApi) => api.requests;

/** A process is gone, or only waits to be reaped. */
async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat === undefined || / [ZX] /.test(stat.slice(stat.lastIndexOf(')')));
}
