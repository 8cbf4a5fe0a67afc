import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Hooks } from '../../../src/main/agent/hooks/hooks.ts';
import type { HookRun } from '../../../src/main/agent/hooks/hooks.ts';
import type { HookEntry, HookEvent } from '../../../src/shared/hook.ts';
import type { FakeScript } from '../../fakes/messagesApi.ts';
import { call, callIn, chatWorld, done, lastSaid, says, until } from './chatWorld.ts';

/** A hook that is a line of JavaScript; `input` is what it was given. */
function hook(event: HookEvent, script: string, more: Partial<HookEntry> = {}): HookEntry {
  const read = `const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));`;
  return { event, command: [process.execPath, '-e', read + script], limitMs: 10_000, ...more };
}

async function world(entries: readonly HookEntry[], ...script: FakeScript[]) {
  const runs: HookRun[] = [];
  const hooks = new Hooks({
    entries: () => entries,
    environment: async () => ({ ...process.env, ANTHROPIC_API_KEY: 'sk-secret', MINE: 'yes' }),
    onRun: (run) => runs.push(run),
  });
  return { ...(await chatWorld(script, { hooks })), runs };
}

const block = (reason: string) => `process.stderr.write('${reason}'); process.exit(2);`;

describe('a hook before a message', () => {
  it('adds to what the model is told, and is given the words and the folder', async () => {
    const script = `console.log(input.prompt + ' in ' + process.cwd() + ', ' + process.env.MINE + ', ' + process.env.ANTHROPIC_API_KEY)`;
    const { api, chats, folder, runs } = await world([hook('before-prompt', script)], done, done);
    const id = chats.send({ text: 'Hello' });
    await until(chats, id, 'idle');
    const added = `<hook-context>\\nHello in ${folder}, yes, undefined\\n</hook-context>`;
    expect(lastSaid(api)).toContain(added);
    chats.send({ conversationId: id, text: 'Again' });
    await until(chats, id, 'idle');
    expect(lastSaid(api)).toContain(added);
    expect(runs.map(({ verdict }) => verdict.kind)).toEqual(['goes-on', 'goes-on']);
  });

  it('holds a message back, of which the model hears neither now nor later', async () => {
    const script = `if (input.prompt.includes('password')) { ${block('No secrets.')} }`;
    const { api, chats } = await world([hook('before-prompt', script)], done);
    const id = chats.send({ text: 'My password is 1234' });
    const held = await until(chats, id, 'idle');
    expect(held.items).toMatchObject([
      { kind: 'user', isWithheld: true },
      {
        kind: 'notice',
        level: 'warn',
        notice: { code: 'hook/held-back', params: { reason: 'No secrets.' } },
      },
    ]);
    expect(api.requests).toHaveLength(0);
    chats.send({ conversationId: id, text: 'Hello' });
    await until(chats, id, 'idle');
    expect(lastSaid(api)).not.toContain('1234');
  });

  it('ends with the turn that is stopped', async () => {
    const { api, chats, folder } = await world([
      hook(
        'before-prompt',
        `require('fs').writeFileSync('began', String(process.pid)); setInterval(() => {}, 1000);`,
      ),
    ]);
    const id = chats.send({ text: 'Hello' });
    await vi.waitFor(
      () => expect(readFileSync(join(folder, 'began'), 'utf8')).not.toBe(''),
      10_000,
    );
    chats.stop(id);
    const { items } = await until(chats, id, 'idle');
    expect(items.at(-1)).toMatchObject({ notice: { code: 'chat/stopped' } });
    expect(api.requests).toHaveLength(0);
    const pid = Number(await readFile(join(folder, 'began'), 'utf8'));
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}/cwd`)).toBe(false), 10_000);
  });
});

describe('a hook before a tool', () => {
  const write = call('t1', 'write_file', { path: 'a.txt', content: 'x' });

  it('blocks a call before anyone is asked, and only calls of its tools', async () => {
    const { api, chats, folder } = await world(
      [hook('before-tool', block('Not that file.'), { tools: ['write_file(a.*)'] })],
      says(write, call('t2', 'glob', { pattern: '*' })),
      done,
    );
    const id = chats.send({ text: 'write' });
    const chat = await until(chats, id, 'idle');
    expect(callIn(chat, 't1')).toMatchObject({
      state: 'denied',
      decision: { verdict: 'deny', by: { kind: 'hook', reason: 'Not that file.' } },
    });
    expect(callIn(chat, 't2').state).toBe('done');
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
    expect(lastSaid(api)).toContain('A hook of the user blocked this call: Not that file.');
  });

  it('has a person asked about what would run without', async () => {
    const ask = `if (input.input.path === 'key.pem') console.log(JSON.stringify({ decision: 'ask', reason: 'a key' }))`;
    const { chats, folder } = await world(
      [hook('before-tool', ask)],
      says(call('t1', 'read_file', { path: 'key.pem' }), call('t2', 'read_file', { path: 'b' })),
      done,
    );
    await writeFile(join(folder, 'key.pem'), 'k');
    await writeFile(join(folder, 'b'), 'b');
    const id = chats.send({ text: 'read' });
    await until(chats, id, 'waiting');
    await vi.waitFor(() => expect(callIn(chats.open(id), 't2').state).toBe('done'), 10_000);
    expect(callIn(chats.open(id), 't1').prompt).toMatchObject({
      reason: 'hook',
      hook: { verdict: 'ask', reason: 'a key' },
    });
    chats.answer(id, 't1', 'deny');
    expect(callIn(await until(chats, id, 'idle'), 't1').state).toBe('denied');
  });

  it.each([
    ['ends with another status', hook('before-tool', 'process.exit(3)'), 'status 3'],
    [
      'takes too long',
      hook('before-tool', 'setInterval(() => {}, 1000)', { limitMs: 300 }),
      'more than 0.3 s',
    ],
    [
      'prints without end',
      hook('before-tool', `for (;;) process.stdout.write('x'.repeat(9999))`),
      '64 KB',
    ],
    ['is not there', { ...hook('before-tool', ''), command: ['/no/such/hook'] }, 'no such program'],
  ])('that %s is shown and changes nothing', async (_what, entry, why) => {
    const { chats } = await world([entry], says(call('t1', 'glob', { pattern: '*' })), done);
    const chat = await until(chats, chats.send({ text: 'look' }), 'idle');
    expect(callIn(chat, 't1').state).toBe('done');
    expect(chat.items.filter((item) => item.kind === 'notice')).toMatchObject([
      {
        level: 'warn',
        notice: { code: 'hook/failed', params: { why: expect.stringContaining(why) } },
      },
    ]);
  });
});

it('tells the model after a tool what a hook found, and a person at the end what another did', async () => {
  const { api, chats } = await world(
    [
      hook(
        'after-tool',
        `if (input.ok && input.result.includes('No file')) { ${block('Look elsewhere.')} }`,
      ),
      hook('on-stop', `if (input.answer === 'Done.') { ${block('Tests were not run.')} }`),
    ],
    says(call('t1', 'glob', { pattern: '*' })),
    done,
  );
  const chat = await until(chats, chats.send({ text: 'look' }), 'idle');
  expect(callIn(chat, 't1').result).toMatchObject([
    { text: 'No file fits.' },
    { text: 'A hook of the user says: Look elsewhere.' },
  ]);
  expect(lastSaid(api)).toContain('Look elsewhere.');
  expect(chat.items.at(-1)).toMatchObject({
    notice: { code: 'hook/said-at-end', params: { reason: 'Tests were not run.' } },
  });
});
