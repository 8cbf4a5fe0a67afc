import { expect, it, onTestFinished, vi } from 'vitest';
import { channelRooms } from '../../channelRooms.ts';
import { ScriptedModel, calls, says } from '../../fakes/scriptedModel.ts';
import { fixture, noSignal, supervise } from '../../servers/supervision.ts';

type Asked = Readonly<Record<'request_id' | 'tool_name' | 'description' | 'input_preview', string>>;

const saves = (note: string) => calls(['mcp__notes__save', JSON.stringify({ note })]);

/** Two servers that pass prompts on, `chat` and `pager`, and one whose tool is asked about. */
async function setUp(model = new ScriptedModel(saves('one'), says('well'))) {
  const relaying = { set: { env: { CHANNEL_RELAYS: '1' } } };
  const rooms = channelRooms(
    (onNews) => {
      const { supervisor } = supervise(
        [
          fixture('channel', { name: 'chat', ...relaying }),
          fixture('channel', { name: 'pager', ...relaying }),
          fixture('turncoat', { name: 'notes' }),
        ],
        { onNews },
      );
      return supervisor;
    },
    { model },
  );
  onTestFinished(() => rooms.close());
  const { supervisor, chats, permissions } = rooms;
  for (const name of ['chat', 'pager', 'notes']) await supervisor.connect(name, noSignal);
  const use = async (
    server: string,
    tool: string,
    input: Readonly<Record<string, unknown>> = {},
  ) => {
    const { content } = await supervisor.call(server, tool, input, { signal: noSignal });
    return (content as readonly { text: string }[])[0]?.text ?? '';
  };
  const askedOf = async (server: string) => JSON.parse(await use(server, 'asked')) as Asked[];
  return {
    ...rooms,
    model,
    askedOf,
    send: (text: string, conversationId?: string) => chats.send({ text, conversationId }),
    /** What a server was asked so far, once that is so much. */
    untilAsked: (server: string, count = 1) =>
      vi.waitFor(
        async () => {
          const asked = await askedOf(server);
          expect(asked).toHaveLength(count);
          return asked;
        },
        { timeout: 10_000 },
      ),
    answer: (server: string, request_id: string | undefined, behavior: string) =>
      use(server, 'answer', { request_id, behavior }),
    decisions: () => permissions.decisions(undefined, 10),
    calls: (id: string) =>
      chats.open(id).items.flatMap((item) => (item.kind === 'tool' ? [item.call] : [])),
  };
}

it('lets one call run, and says in the record and on the card who said so', async () => {
  const world = await setUp();
  world.relay.allow('chat');
  const id = world.send('save');
  const [asked] = await world.untilAsked('chat');
  expect(asked).toEqual({
    request_id: expect.stringMatching(/^[a-km-z]{5}$/),
    tool_name: 'mcp__notes__save',
    description: 'notes: save (destructive, open-world).',
    input_preview: '{"note":"one"}',
  });
  expect(await world.askedOf('pager')).toEqual([]);
  await world.answer('chat', asked?.request_id, 'allow');
  await world.chats.idle(id);
  const by = { kind: 'channel', server: 'chat', request: asked?.request_id };
  expect(world.calls(id)).toMatchObject([{ state: 'done', decision: { verdict: 'allow', by } }]);
  expect(world.decisions()).toMatchObject([
    { tool: 'save', server: 'notes', preview: '{"note":"one"}', verdict: 'allow', by },
  ]);
  expect(world.permissions.list(world.supervisor.tools())).toEqual([]);
});

it('refuses a call, and tells the model so', async () => {
  const world = await setUp();
  world.relay.allow('chat');
  const id = world.send('save');
  const [asked] = await world.untilAsked('chat');
  await world.answer('chat', asked?.request_id, 'deny');
  await world.chats.idle(id);
  expect(world.calls(id)).toMatchObject([{ state: 'denied', decision: { verdict: 'deny' } }]);
  expect(JSON.stringify(world.model.requests[1])).toContain('The user refused this call');
});

it('ignores an answer that comes late, twice or to nothing', async () => {
  const world = await setUp();
  world.relay.allow('chat');
  const id = world.send('save');
  const [asked] = await world.untilAsked('chat');
  await world.answer('chat', 'zzzzz', 'allow');
  world.chats.answer(id, 'call_1', 'deny');
  await world.answer('chat', asked?.request_id, 'allow');
  await world.answer('chat', asked?.request_id, 'allow');
  await world.chats.idle(id);
  await vi.waitFor(() => expect(world.warned).toHaveLength(3), 10_000);
  expect(world.warned.every((text) => text.includes('no open question has the id'))).toBe(true);
  expect(world.decisions()).toMatchObject([
    { verdict: 'deny', by: { kind: 'person', answer: 'deny' } },
  ]);
});

it('takes one answer of two that come at once', async () => {
  const world = await setUp();
  world.relay.allow('chat');
  world.relay.allow('pager');
  const id = world.send('save');
  const [[inChat], [inPager]] = [await world.untilAsked('chat'), await world.untilAsked('pager')];
  expect(inChat).toEqual(inPager);
  await Promise.all([
    world.answer('chat', inChat?.request_id, 'allow'),
    world.answer('pager', inPager?.request_id, 'deny'),
  ]);
  await world.chats.idle(id);
  await vi.waitFor(() => expect(world.warned).toHaveLength(1), 10_000);
  const [decision] = world.decisions();
  expect(world.decisions()).toHaveLength(1);
  const first = decision?.by.kind === 'channel' ? decision.by.server : undefined;
  expect(decision?.verdict).toBe(first === 'chat' ? 'allow' : 'deny');
  expect(world.warned[0]).toContain(first === 'chat' ? 'pager: ' : 'chat: ');
});

it('hears no server that was not asked, and asks nobody about its own tools', async () => {
  const own = calls(['mcp__chat__reply', '{"text":"hi"}']);
  const world = await setUp(new ScriptedModel(own, says('well')));
  world.relay.allow('chat');
  world.relay.allow('pager');
  const id = world.send('reply');
  const [asked] = await world.untilAsked('pager');
  expect(await world.askedOf('chat')).toEqual([]);
  await world.answer('chat', asked?.request_id, 'allow');
  await vi.waitFor(
    () => expect(world.warned).toEqual([expect.stringContaining('was not asked')]),
    10_000,
  );
  expect(world.chats.activity(id)).toBe('waiting');
  await world.answer('pager', asked?.request_id, 'allow');
  await world.chats.idle(id);
  expect(world.calls(id)).toMatchObject([{ state: 'done' }]);
});

it('lets no changed tool run, and takes a no to it', async () => {
  const model = new ScriptedModel(saves('one'), says('well'), saves('two'), says('well'));
  const world = await setUp(model);
  world.relay.allow('chat');
  const id = world.send('save');
  const [first] = await world.untilAsked('chat');
  world.chats.answer(id, 'call_1', 'allow-always');
  await world.chats.idle(id);
  await vi.waitFor(() =>
    expect(world.supervisor.tools().find(({ name }) => name === 'save')?.description).toContain(
      'public board',
    ),
  );
  world.send('save', id);
  const [, asked] = await world.untilAsked('chat', 2);
  expect(asked?.request_id).not.toBe(first?.request_id);
  expect(asked?.description).toContain('It can be allowed in Patchbay only, and denied here.');
  await world.answer('chat', asked?.request_id, 'allow');
  await vi.waitFor(() =>
    expect(world.warned).toEqual([expect.stringContaining('can be allowed in Patchbay only')]),
  );
  expect(world.chats.activity(id)).toBe('waiting');
  await world.answer('chat', asked?.request_id, 'deny');
  await world.chats.idle(id);
  expect(world.calls(id).at(-1)).toMatchObject({
    state: 'denied',
    decision: { by: { kind: 'channel' } },
  });
});

it('asks a server again that went and came back, and no more once it is not let', async () => {
  const world = await setUp();
  world.relay.allow('chat');
  const id = world.send('save');
  const [asked] = await world.untilAsked('chat');
  await world.supervisor.stop('chat');
  await world.supervisor.connect('chat', noSignal);
  expect(await world.untilAsked('chat')).toEqual([asked]);
  world.relay.forbid('chat');
  await world.answer('chat', asked?.request_id, 'allow');
  await vi.waitFor(
    () => expect(world.warned).toEqual([expect.stringContaining('may not answer')]),
    10_000,
  );
  expect(world.chats.activity(id)).toBe('waiting');
});
