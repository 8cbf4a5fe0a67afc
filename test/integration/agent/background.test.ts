import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { FakeAnswer } from '../../fakes/messagesApi.ts';
import { agentsWorld, answersIn, callsIn, lastMessage } from './agentsWorld.ts';
import { call, says, text } from './chatWorld.ts';

const wait = { timeout: 20_000, interval: 10 };

/** Answers in turn, by how many answers the conversation has. */
const script =
  (...answers: readonly FakeAnswer[]) =>
  (body: Readonly<Record<string, unknown>>): FakeAnswer =>
    answers[answersIn(body)] ?? says(text('Done.'));

const isAlive = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/ [ZX] /.test(stat.slice(stat.lastIndexOf(')')));
  } catch {
    return false;
  }
};

describe('a command in the background', () => {
  it('goes on after its turn, shows its output, and tells its end by itself', async () => {
    const command = 'echo begun; while [ ! -e go ]; do sleep 0.05; done; echo over; exit 3';
    const { chats, api, base } = await agentsWorld(
      script(says(call('b', 'bash', { command, run_in_background: true })), says(text('It runs.'))),
      ['bash'],
    );
    const id = chats.send({ text: 'Run it' });
    await chats.idle(id);
    expect(lastMessage(api.requests.at(-1)?.body)).toContain('goes on in the background as bg_1');
    await vi.waitFor(
      () =>
        expect(callsIn(chats, id)[0]?.call).toMatchObject({
          state: 'running',
          background: 'bg_1',
          view: { kind: 'terminal', head: 'begun\n' },
        }),
      wait,
    );
    await writeFile(join(base, 'go'), '');
    await vi.waitFor(() => expect(api.requests).toHaveLength(3), wait);
    await chats.idle(id);
    expect(lastMessage(api.requests.at(-1)?.body)).toMatch(/begun.*over.*Exit code 3/);
    const kinds = chats.open(id).items.map(({ kind }) => kind);
    expect(kinds).toEqual(['user', 'tool', 'text', 'background', 'text']);
  });

  it('is sent there by a person while it runs, and ended by its card with all that it started', async () => {
    const command = 'echo $$ > pid; sleep 300 & echo $! > child; wait';
    const { chats, background, base } = await agentsWorld(
      script(says(call('b', 'bash', { command })), says(text('It runs.'))),
      ['bash'],
    );
    const id = chats.send({ text: 'Run it' });
    await vi.waitFor(() => expect(callsIn(chats, id)[0]?.call.state).toBe('running'), wait);
    background.send(id, 'b');
    await chats.idle(id);
    const child = await vi.waitFor(async () => {
      const pid = Number(await readFile(join(base, 'child'), 'utf8'));
      expect(pid).toBeGreaterThan(0);
      return pid;
    }, wait);
    expect(isAlive(child)).toBe(true);
    chats.stopTool(id, 'b');
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), wait);
    expect(chats.open(id).items.at(-1)).toMatchObject({
      kind: 'background',
      call: { state: 'stopped' },
    });
  });

  it('ends with the app, and is interrupted when the app is there again', async () => {
    const { chats, api, start, base } = await agentsWorld(
      script(
        says(
          call('b', 'bash', {
            command: 'sleep 300 & echo $! > child; wait',
            run_in_background: true,
          }),
        ),
        says(text('It runs.')),
      ),
      ['bash'],
    );
    const id = chats.send({ text: 'Run it' });
    await chats.idle(id);
    const child = await vi.waitFor(async () => {
      const pid = Number(await readFile(join(base, 'child'), 'utf8'));
      expect(pid).toBeGreaterThan(0);
      return pid;
    }, wait);
    await chats.stopAll();
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), wait);

    const next = start();
    next.background.resume();
    expect(next.chats.open(id).items.at(-1)).toMatchObject({
      kind: 'background',
      call: { state: 'error', background: 'bg_1' },
    });
    next.chats.send({ conversationId: id, text: 'What became of it?' });
    await next.chats.idle(id);
    expect(lastMessage(api.requests.at(-1)?.body)).toMatch(/Interrupted: .*What became of it/);
  });
});

describe('a call of a server in the background', () => {
  it('goes on beside others, and its result comes when it has it', async () => {
    const behind = call('a', 'run_in_background', {
      tool: 'mcp__meeting__meet',
      input: { count: 2 },
    });
    const { chats, api } = await agentsWorld(
      script(
        says(behind),
        says(call('look', 'background_call', {})),
        says(call('b', 'mcp__meeting__meet', { count: 2 })),
      ),
      ['mcp__meeting__meet'],
    );
    const id = chats.send({ text: 'Meet' });
    await vi.waitFor(
      () =>
        expect(chats.open(id).items.filter(({ kind }) => kind === 'background')).toHaveLength(1),
      wait,
    );
    await chats.idle(id);
    const all = JSON.stringify(api.requests.at(-1)?.body['messages']);
    expect(all).toContain('bg_1: meet, for');
    expect(all).toContain('1 of 2 that were here at once');
    expect(all).toContain('2 of 2 that were here at once');
  });

  it('asks and checks as the tool itself does', async () => {
    const { chats, api } = await agentsWorld(
      script(
        says(call('none', 'run_in_background', { tool: 'mcp__meeting__none', input: {} })),
        says(call('ask', 'run_in_background', { tool: 'mcp__meeting__meet', input: { count: 1 } })),
      ),
      [],
    );
    const id = chats.send({ text: 'Meet' });
    await vi.waitFor(() => expect(chats.open(id).activity).toBe('waiting'), wait);
    const [none, asks] = callsIn(chats, id);
    expect(none?.call.state).toBe('error');
    expect(asks?.call).toMatchObject({ server: 'meeting', title: 'meet', state: 'waiting' });
    chats.answer(id, 'ask', 'deny');
    await chats.idle(id);
    expect(lastMessage(api.requests.at(-1)?.body)).toContain('The user refused this call');
  });
});
