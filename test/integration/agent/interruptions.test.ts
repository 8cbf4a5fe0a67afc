import { describe, expect, it, vi } from 'vitest';
import { AppFailure } from '../../../src/shared/errors.ts';
import type { Chats } from '../../../src/main/agent/chats.ts';
import type { ToolOutcome } from '../../../src/main/servers/tools/serverTool.ts';
import type { FakeApi, FakeAnswer, FakeBlock } from '../../fakes/messagesApi.ts';
import { failureOf, fixture, noSignal, supervise } from '../../servers/supervision.ts';
import { call, callIn, chatWorld, done, lastSaid, says, text, until } from './chatWorld.ts';

const thought: FakeBlock = { type: 'thinking', thinking: 'Let me look.', signature: 'sig-1' };
const hidden: FakeBlock = { type: 'redacted_thinking', data: 'hidden-1' };
const search = (id: string) => call(id, 'mcp__docs__search', { query: id });
/** Events: start, ping, then 5 of the thinking, 2 hidden, 4 text, 4 for the call, and 2 at the end. */
const rich = says(thought, hidden, text('I look it up.'), search('t1'));
const everyPoint = Array.from({ length: 18 }, (_, events) => events + 1);
/** A stream is past retries once a block has begun. */
const onceBegun = everyPoint.filter((events) => events >= 4);

const outcome = (body: string): ToolOutcome => ({
  content: [{ type: 'text', text: body }],
  isError: false,
});
const never = () => new Promise<ToolOutcome>(() => {});

async function world(...script: FakeAnswer[]) {
  const made = await chatWorld(script);
  await made.servers.connect('docs');
  return made;
}

/** Sends one message more, which the strict API takes or refuses. */
async function goOn(chats: Chats, id: string): Promise<void> {
  chats.send({ conversationId: id, text: 'Go on' });
  const { items } = await until(chats, id, 'idle');
  expect(items.at(-1)).toMatchObject({ kind: 'text', text: 'Done.' });
}

/** Thinking that was sent back: whole and with its signature, or not at all. */
function thinkingSent(api: FakeApi): unknown[] {
  const messages = api.requests.at(-1)?.body['messages'] as { content: { type: string }[] }[];
  return messages.flatMap(({ content }) => content.filter(({ type }) => type.includes('thinking')));
}
const whole = [
  { type: 'thinking', thinking: 'Let me look.', signature: 'sig-1' },
  { type: 'redacted_thinking', data: 'hidden-1' },
];

async function running(chats: Chats, id: string, ...calls: string[]): Promise<void> {
  await vi.waitFor(
    () => {
      const chat = chats.open(id);
      for (const one of calls) expect(callIn(chat, one).state).toBe('running');
    },
    { interval: 5, timeout: 10_000 },
  );
}

describe('an answer that is interrupted', () => {
  it.each(everyPoint)('can be stopped after %d events', async (events) => {
    const { api, chats } = await world({ ...rich, events, ending: 'wait' }, done);
    const id = chats.send({ text: 'Look' });
    await api.waiting;
    chats.stop(id);
    const { items } = await until(chats, id, 'idle');
    expect(items.at(-1)).toMatchObject({ notice: { code: 'chat/stopped' } });
    await goOn(chats, id);
    expect(whole).toEqual(expect.arrayContaining(thinkingSent(api)));
  });

  it.each(onceBegun)('can break off after %d events', async (events) => {
    const { api, chats } = await world({ ...rich, events, ending: 'cut' }, done);
    const id = chats.send({ text: 'Look' });
    const { items } = await until(chats, id, 'idle');
    expect(items.at(-1)).toMatchObject({ level: 'error', notice: { action: 'retry' } });
    await goOn(chats, id);
    expect(whole).toEqual(expect.arrayContaining(thinkingSent(api)));
  });

  it('can end in an error of the model', async () => {
    const { api, chats } = await world({ ...rich, events: 12, ending: 'overload' }, done);
    const id = chats.send({ text: 'Look' });
    const { items } = await until(chats, id, 'idle');
    expect(items.at(-1)).toMatchObject({ level: 'error', notice: { code: /^model\// } });
    await goOn(chats, id);
    expect(thinkingSent(api)).toEqual(whole);
  });

  it.each(everyPoint)('can be cut by the end of the app after %d events', async (events) => {
    const { api, chats, afterKill } = await world({ ...rich, events, ending: 'wait' }, done);
    const id = chats.send({ text: 'Look' });
    await api.waiting;
    const next = afterKill();
    expect(next.open(id).activity).toBe('idle');
    await goOn(next, id);
    expect(whole).toEqual(expect.arrayContaining(thinkingSent(api)));
  });
});

describe('one of several calls', () => {
  it('can be stopped while the others go on, and thinking stays as it was', async () => {
    const { api, chats, servers } = await world(says(thought, search('t1'), search('t2')), done);
    let finish: (result: ToolOutcome) => void = () => {};
    servers.call = (_server, _tool, input) =>
      JSON.stringify(input).includes('t1') ? never() : new Promise((resolve) => (finish = resolve));
    const id = chats.send({ text: 'Look' });
    await running(chats, id, 't1', 't2');
    chats.stopTool(id, 't1');
    await vi.waitFor(() => expect(callIn(chats.open(id), 't1').state).toBe('stopped'), 10_000);
    expect(callIn(chats.open(id), 't2').state).toBe('running');
    finish(outcome('found'));
    const chat = await until(chats, id, 'idle');
    expect(callIn(chat, 't2')).toMatchObject({ state: 'done', result: [{ text: 'found' }] });
    expect(chat.items.at(-1)).toMatchObject({ text: 'Done.' });
    expect(thinkingSent(api)).toEqual(whole.slice(0, 1));
    expect(lastSaid(api)).toContain('The user stopped this call.');
  });

  it('can be stopped with all others, whose late results change nothing', async () => {
    const { api, chats, servers } = await world(says(hidden, search('t1'), search('t2')), done);
    const answers: ((result: ToolOutcome) => void)[] = [];
    servers.call = () => new Promise((resolve) => answers.push(resolve));
    const id = chats.send({ text: 'Look' });
    await running(chats, id, 't1', 't2');
    chats.stop(id);
    const stopped = await until(chats, id, 'idle');
    for (const answer of answers) answer(outcome('too late'));
    await goOn(chats, id);
    expect(chats.open(id).items.slice(0, stopped.items.length)).toEqual(stopped.items);
    expect(lastSaid(api)).not.toContain('too late');
  });

  it('can lose its server, and only that one fails', async () => {
    const { api, chats, servers } = await world(says(search('t1'), search('t2')), done);
    servers.call = async (_server, _tool, input) => {
      if (JSON.stringify(input).includes('t2')) return outcome('found');
      throw new AppFailure({ code: 'server/gone', message: 'docs ended: exit code 9.' });
    };
    const chat = await until(chats, chats.send({ text: 'Look' }), 'idle');
    expect(callIn(chat, 't1')).toMatchObject({ state: 'error' });
    expect(callIn(chat, 't2')).toMatchObject({ state: 'done' });
    expect(lastSaid(api)).toContain('docs ended: exit code 9.');
  });

  it('can be cut by the end of the app, and says that nobody knows how it went', async () => {
    const { api, chats, servers, afterKill } = await world(
      says(thought, search('t1'), search('t2')),
      done,
    );
    servers.call = async (_server, _tool, input) =>
      JSON.stringify(input).includes('t1') ? never() : outcome('found');
    const id = chats.send({ text: 'Look' });
    await vi.waitFor(() => expect(callIn(chats.open(id), 't2').state).toBe('done'), 10_000);
    await running(chats, id, 't1');
    const next = afterKill();
    const chat = next.open(id);
    expect(callIn(chat, 't1')).toMatchObject({
      state: 'error',
      result: [{ text: expect.stringContaining('may or may not have taken effect') }],
    });
    expect(callIn(chat, 't2').state).toBe('done');
    await goOn(next, id);
    expect(thinkingSent(api)).toEqual(whole.slice(0, 1));
  });
});

describe('a question', () => {
  const write = call('t1', 'write_file', { path: 'a.txt', content: 'x' });

  it('goes away with the turn that is stopped, and takes no answer then', async () => {
    const { chats } = await world(says(thought, write), done);
    const id = chats.send({ text: 'Write' });
    await until(chats, id, 'waiting');
    chats.stop(id);
    const chat = await until(chats, id, 'idle');
    expect(callIn(chat, 't1').state).toBe('stopped');
    expect(callIn(chat, 't1')).not.toHaveProperty('prompt');
    const late = async () => chats.answer(id, 't1', 'allow-once');
    expect(await failureOf(late())).toMatchObject({ code: 'chat/no-prompt' });
    await goOn(chats, id);
  });

  it('can be cut by the end of the app, and the call did not run', async () => {
    const { chats, afterKill } = await world(says(thought, write, search('t2')), done);
    const id = chats.send({ text: 'Write' });
    await until(chats, id, 'waiting');
    await vi.waitFor(() => expect(callIn(chats.open(id), 't2').state).toBe('done'), 10_000);
    const next = afterKill();
    expect(callIn(next.open(id), 't1')).toMatchObject({ state: 'error' });
    expect(callIn(next.open(id), 't1')).not.toHaveProperty('prompt');
    await goOn(next, id);
  });
});

it('sends back all thinking of earlier rounds as it came, after an interruption too', async () => {
  const second: FakeBlock = { type: 'thinking', thinking: 'And now?', signature: 'sig-2' };
  const { api, chats } = await world(
    rich,
    { ...says(second, search('t2')), events: 10, ending: 'wait' },
    done,
  );
  const id = chats.send({ text: 'Look' });
  await api.waiting;
  chats.stop(id);
  await until(chats, id, 'idle');
  await goOn(chats, id);
  expect(thinkingSent(api).slice(0, 2)).toEqual(whole);
});

it('says in the log that a result came after Stop, and the conversation has none of it', async () => {
  const { supervisor, untilLine, lines } = supervise([fixture('late')]);
  await supervisor.connect('late', noSignal);
  const { api, chats, servers } = await world(says(search('t1')), done);
  servers.call = (_server, _tool, _input, options = { signal: noSignal }) =>
    supervisor.call('late', 'late', {}, options);
  const id = chats.send({ text: 'Look' });
  await running(chats, id, 't1');
  chats.stop(id);
  expect(callIn(await until(chats, id, 'idle'), 't1').state).toBe('stopped');
  await untilLine(/^answered late$/);
  expect(lines({ text: 'tools/call late' })).toMatchObject([
    { text: 'tools/call late, cancelled before its answer', level: 'warn' },
  ]);
  await goOn(chats, id);
  expect(lastSaid(api)).not.toContain('too late');
});
