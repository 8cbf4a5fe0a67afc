import { expect, it, vi } from 'vitest';
import { Conversations } from '../../../src/main/store/conversations.ts';
import type { FakeAnswer } from '../../fakes/messagesApi.ts';
import { agentsWorld, answersIn, callsIn, firstMessage, lastMessage } from './agentsWorld.ts';
import { call, done, says, text } from './chatWorld.ts';

const names = Array.from({ length: 8 }, (_, index) => `AGENT-${index + 1}`);

/** A lead that sends out eight at once, each of which meets the others at one server. */
function eight(body: Readonly<Record<string, unknown>>): FakeAnswer {
  const first = firstMessage(body);
  const name = names.find((one) => first.includes(one));
  if (name === undefined) {
    if (answersIn(body) > 0) return says(text('All eight are back.'));
    return says(
      ...names.map((one) => call(`lead_${one}`, 'task', { description: one, prompt: one })),
    );
  }
  if (answersIn(body) === 0) return says(call(`meet_${name}`, 'mcp__meeting__meet', { count: 8 }));
  return says(text(`${name} was there`));
}

it('lets eight sub-agents call one server at once, each in a conversation of its own', async () => {
  const { chats, database, api } = await agentsWorld(eight, ['mcp__meeting__meet']);
  const id = chats.send({ text: 'Send them all' });
  await vi.waitFor(() => expect(chats.list()[0]?.agents).toHaveLength(8), { timeout: 20_000 });
  await chats.idle(id);

  const tasks = callsIn(chats, id);
  expect(tasks.map(({ call: { state } }) => state)).toEqual(names.map(() => 'done'));
  expect(JSON.stringify(tasks.map(({ call: { result } }) => result))).toMatch(
    new RegExp(names.map((name) => `${name} was there`).join('.*')),
  );
  const children = new Conversations(database).children(id);
  expect(children.map(({ title }) => title)).toEqual(names);
  const results = children.map((child) => callsIn(chats, child.id));
  expect(results.map((calls) => calls.length)).toEqual(names.map(() => 1));
  expect(JSON.stringify(results)).toContain('8 of 8 that were here at once');
  // What is refused to them is not offered.
  const offered = (isLead: boolean) =>
    JSON.stringify(
      api.requests
        .filter(({ body }) => names.every((one) => !firstMessage(body).includes(one)) === isLead)
        .map(({ body }) => body['tools']),
    );
  expect([true, false].map((isLead) => offered(isLead).includes('run_in_background'))).toEqual([
    true,
    false,
  ]);
  // Nothing but the reports is in the lead's context.
  expect(lastMessage(api.requests.at(-1)?.body)).not.toContain('here at once');
  for (const { call: one } of tasks) {
    // Two requests of 10 + 3 + 2 tokens and an answer of 20 each.
    expect(one.view).toMatchObject({ kind: 'agent', calls: 1, tokens: 70 });
  }
});

it('goes on after one agent was stopped in the middle of its call', async () => {
  const lead = (body: Readonly<Record<string, unknown>>): FakeAnswer => {
    const first = firstMessage(body);
    if (first.includes('HANG')) return says(call('h', 'mcp__meeting__hang'));
    if (first.includes('MEET')) {
      return answersIn(body) === 0
        ? says(call('m', 'mcp__meeting__meet', { count: 1 }))
        : says(text('met'));
    }
    if (answersIn(body) > 0) return done;
    return says(
      call('one', 'task', { description: 'a', prompt: 'HANG' }),
      call('two', 'task', { description: 'b', prompt: 'MEET' }),
    );
  };
  const { chats, database } = await agentsWorld(lead, ['mcp__meeting__meet', 'mcp__meeting__hang']);
  const id = chats.send({ text: 'Both' });
  const hanging = await vi.waitFor(
    () => {
      const [one] = new Conversations(database).children(id);
      const [running] = callsIn(chats, one?.id ?? '');
      expect(running?.call.state).toBe('running');
      return one?.id ?? '';
    },
    { timeout: 20_000 },
  );
  chats.stopTool(id, 'one');
  await chats.idle(id);
  await chats.idle(hanging);
  expect(callsIn(chats, id).map(({ call: one }) => one.state)).toEqual(['stopped', 'done']);
  expect(callsIn(chats, hanging).map(({ call: one }) => one.state)).toEqual(['stopped']);
});
