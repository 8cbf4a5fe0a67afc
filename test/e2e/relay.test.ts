import { expect, it } from 'vitest';
import { fixture } from './patchbay.ts';
import { callsTool, channel, openTalking, says } from './talking.ts';

const soon = { timeout: 20_000 };
const saves = (n: number) => callsTool(`call_${n}`, 'mcp__notes__save', { note: `note ${n}` });

it('takes the first answer to a prompt, here or from a server that was let, and says whose it was', async () => {
  const script = [1, 2, 3, 4, 5, 6].flatMap((n) => [saves(n), says(`Round ${n} is over.`)]);
  const { talking } = await openTalking({
    mcpServers: {
      chat: channel(),
      pager: channel(),
      notes: fixture('turncoat', { TURNS_AFTER: '3' }),
    },
    script,
  });
  const { patchbay } = talking;
  const { page } = patchbay;
  const messages = page.getByRole('log', { name: 'Messages' });
  const behaves = (server: string, request_id: string | undefined, behavior: string) =>
    talking.use(server, 'answer', { request_id, behavior });
  const decisions = async () => {
    const all = await patchbay.request('permissions.decisions', { limit: 50 });
    return all.filter(({ server }) => server === 'notes');
  };
  const ignored = async () => {
    const entries = await patchbay.request('log.query', {
      filter: { servers: ['chat', 'pager'] },
      limit: 1_000,
    });
    return entries.flatMap(({ text }) => (text.includes('was ignored') ? [text] : []));
  };
  const ask = async () => {
    await patchbay.send('Save a note');
    await expect.poll(() => patchbay.activity(), soon).toBe('waiting');
  };

  await patchbay.go('Servers');
  await page.getByRole('row', { name: /chat/ }).first().click();
  await page.getByText('It is sent none until you allow it').waitFor();
  await page.getByRole('button', { name: 'Allow answers' }).click();
  await page.getByRole('button', { name: 'Stop allowing answers' }).waitFor();
  await patchbay.request('channels.relay', { server: 'pager', isOn: true });
  await patchbay.go('Chat');

  // Allowed from elsewhere.
  await ask();
  const first = await talking.untilAsked('chat', 1);
  expect(first).toMatchObject({
    tool_name: 'mcp__notes__save',
    input_preview: '{"note":"note 1"}',
  });
  await behaves('chat', first?.request_id, 'allow');
  await messages.getByText('Answered from chat: allowed once.').waitFor();
  await messages.getByText('Round 1 is over.').waitFor();

  // Refused from elsewhere.
  await ask();
  await behaves('pager', (await talking.untilAsked('pager', 2))?.request_id, 'deny');
  await messages.getByText('Answered from pager: not allowed.').waitFor();
  await messages.getByText('Round 2 is over.').waitFor();

  // Answered here; what comes late, twice or to nothing changes nothing.
  await ask();
  const third = await talking.untilAsked('chat', 3);
  await page.getByRole('button', { name: /^Deny/ }).click();
  await messages.getByText('Round 3 is over.').waitFor();
  await behaves('chat', third?.request_id, 'allow');
  await behaves('chat', third?.request_id, 'allow');
  await behaves('pager', 'zzzzz', 'allow');
  await expect.poll(async () => (await ignored()).length, soon).toBe(3);
  expect((await decisions()).at(-1)).toMatchObject({ verdict: 'deny', by: { kind: 'person' } });

  // Two at once.
  await ask();
  const fourth = await talking.untilAsked('chat', 4);
  await Promise.all(
    ['chat', 'pager'].map((server) => behaves(server, fourth?.request_id, 'allow')),
  );
  await messages.getByText('Round 4 is over.').waitFor();
  await expect.poll(async () => (await ignored()).length, soon).toBe(4);
  expect(await decisions()).toMatchObject([
    { verdict: 'allow', by: { kind: 'channel', server: 'chat', request: first?.request_id } },
    { verdict: 'deny', by: { kind: 'channel', server: 'pager' } },
    { verdict: 'deny', by: { kind: 'person' } },
    { verdict: 'allow', by: { kind: 'channel' } },
  ]);

  // A tool that has changed since it was allowed can be refused from elsewhere, and not allowed.
  await ask();
  await page.getByRole('button', { name: /^Always/ }).click();
  await messages.getByText('Round 5 is over.').waitFor();
  await expect
    .poll(
      async () => (await patchbay.request('servers.detail', 'notes')).tools[0]?.description,
      soon,
    )
    .toContain('public board');
  await ask();
  const changed = await talking.untilAsked('chat', 6);
  expect(changed?.description).toContain('It can be allowed in Patchbay only');
  await behaves('chat', changed?.request_id, 'allow');
  await expect.poll(async () => (await ignored()).length, soon).toBe(5);
  expect(await patchbay.activity()).toBe('waiting');
  expect(await patchbay.request('permissions.rules', undefined)).toMatchObject([{ sleeps: true }]);
  await behaves('chat', changed?.request_id, 'deny');
  await messages.getByText('Round 6 is over.').waitFor();
}, 180_000);
