import { afterEach, describe, expect, it } from 'vitest';
import { AppFailure } from '../../../src/shared/errors.ts';
import { createAnthropicModel } from '../../../src/main/agent/model/anthropicModel.ts';
import type { ModelEvent, ModelRequest } from '../../../src/main/agent/model/model.ts';
import { FakeApi } from '../../fakes/messagesApi.ts';
import type { FakeAnswer } from '../../fakes/messagesApi.ts';

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'claude-middle',
  max_tokens: 1_000,
  system: [{ type: 'text', text: 'system' }],
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  ...more,
});
const hello: FakeAnswer = { blocks: [{ type: 'text', text: 'hello' }] };
const busy = (headers = {}): FakeAnswer => ({
  status: 529,
  type: 'overloaded_error',
  message: 'Overloaded',
  headers,
});

let api: FakeApi;
afterEach(() => api.close());

async function setUp(...script: readonly FakeAnswer[]) {
  api = await new FakeApi(...script).start();
  const waits: number[] = [];
  const client = createAnthropicModel({
    credential: { kind: 'api-key', value: 'sk-secret' },
    baseUrl: `${api.url}/v1/`,
    wait: async (ms) => void waits.push(ms),
    random: () => 1,
    now: () => Date.parse('Wed, 21 Oct 2015 07:28:00 GMT'),
  });
  const stop = new AbortController();
  const ask = async (sent = request(), onEvent: (event: ModelEvent) => void = () => {}) => {
    const events: ModelEvent[] = [];
    for await (const event of client.stream(sent, stop.signal)) {
      events.push(event);
      onEvent(event);
    }
    return events;
  };
  return { client, ask, stop, waits };
}

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.kind === 'text' ? event.text : '')).join('');

async function codeOf(answer: Promise<unknown>): Promise<string> {
  const thrown: unknown = await answer.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof AppFailure ? thrown.error.code : String(thrown);
}

describe('the model behind the Messages API', () => {
  it('gives the blocks of an answer, the usage, and how it ended', async () => {
    const { ask } = await setUp({
      blocks: [
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'redacted_thinking', data: 'secret' },
        { type: 'text', text: 'hello' },
        { type: 'tool_use', id: 'toolu_1', name: 'search', json: '{"a":1}' },
      ],
    });
    const events = await ask();
    expect(events.filter((event) => event.kind === 'block').map((event) => event.block)).toEqual([
      { kind: 'thinking' },
      { kind: 'redacted', data: 'secret' },
      { kind: 'text' },
      { kind: 'tool', id: 'toolu_1', name: 'search' },
    ]);
    expect(textOf(events)).toBe('hmhello');
    expect(events).toContainEqual({ kind: 'signature', index: 0, signature: 'sig' });
    expect(events.slice(-2)).toEqual([
      {
        kind: 'usage',
        usage: { input: 10, output: 20, cacheRead: 3, cacheWrite: 2 },
        model: 'claude-middle',
      },
      { kind: 'end', reason: 'tool_use', explanation: undefined },
    ]);
    expect(api.refusals).toEqual([]);
  });

  it('waits as long as the server asks, by seconds or date, and tells each retry', async () => {
    const { ask, waits } = await setUp(
      busy({ 'retry-after': '3' }),
      { ...busy(), status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:09 GMT' } },
      busy(),
      hello,
    );
    const events = await ask();
    expect(waits).toEqual([3_000, 9_000, 4_000]);
    expect(events.flatMap((event) => (event.kind === 'retrying' ? [event.attempt] : []))).toEqual([
      1, 2, 3,
    ]);
    expect(textOf(events)).toBe('hello');
    expect(api.requests).toHaveLength(4);
  });

  it('gives up after a number of retries', async () => {
    const { ask, waits } = await setUp(...Array.from({ length: 20 }, () => busy()));
    expect(await codeOf(ask())).toBe('model/overloaded');
    expect(waits).toHaveLength(6);
  });

  it('stops waiting when it is aborted', async () => {
    const { ask, stop } = await setUp(busy(), hello);
    const events = await ask(request(), (event) => event.kind === 'retrying' && stop.abort());
    expect(events.map((event) => event.kind)).toEqual(['retrying']);
    expect(api.requests).toHaveLength(1);
  });

  it('tries again when the connection is lost before the answer began', async () => {
    const { ask, waits } = await setUp({ ...hello, events: 1, ending: 'cut' }, hello);
    expect(textOf(await ask())).toBe('hello');
    expect(waits).toHaveLength(1);
  });

  it.each(['cut', 'overload'] as const)('does not repeat an answer that was %s', async (ending) => {
    const { ask } = await setUp({ ...hello, events: 4, ending }, hello);
    const events: ModelEvent[] = [];
    expect(await codeOf(ask(request(), (event) => events.push(event)))).toBe('model/broken-off');
    expect(textOf(events)).toBe('hel');
    expect(api.requests).toHaveLength(1);
  });

  it('ends silently when it is stopped in the middle', async () => {
    const { ask, stop } = await setUp({ ...hello, events: 4, ending: 'wait' });
    const events = await ask(request(), (event) => event.kind === 'text' && stop.abort());
    expect(events.at(-1)).toEqual({ kind: 'text', index: 0, text: 'hel' });
  });

  it.each([
    [401, 'authentication_error', 'invalid key', 'model/key-refused'],
    [402, 'billing_error', 'no money', 'model/billing'],
    [400, 'invalid_request_error', 'Your credit balance is too low', 'model/billing'],
    [403, 'permission_error', 'not yours', 'model/not-allowed'],
    [404, 'not_found_error', 'model: claude-middle', 'model/not-found'],
    [413, 'request_too_large', 'too large', 'model/too-large'],
    [400, 'invalid_request_error', 'prompt is too long: 300000 tokens', 'model/context-full'],
    [400, 'invalid_request_error', 'tools.0: bad', 'model/bad-request'],
  ])('tells what status %d (%s: %s) means', async (status, type, message, code) => {
    const { ask } = await setUp({ status, type, message });
    expect(await codeOf(ask())).toBe(code);
  });

  it('tells that a server can not be reached', async () => {
    const { ask } = await setUp();
    await api.close();
    expect(await codeOf(ask())).toBe('model/unreachable');
    api = await new FakeApi().start();
  });

  it('asks without thinking when the model does not know it, from then on', async () => {
    const refused = {
      status: 400,
      type: 'invalid_request_error',
      message: 'adaptive thinking is not supported',
    };
    const { ask } = await setUp(refused, hello, hello);
    expect(textOf(await ask())).toBe('hello');
    await ask();
    const asked = api.requests.map(({ body }) => body['thinking']);
    expect(asked).toEqual([{ type: 'adaptive', display: 'summarized' }, undefined, undefined]);
  });

  it('asks for as many tokens as the model may give', async () => {
    const message = 'max_tokens: 1000 > 500, which is the maximum allowed number of output tokens';
    const { ask } = await setUp({ status: 400, type: 'invalid_request_error', message }, hello);
    expect(textOf(await ask())).toBe('hello');
    expect(api.requests.map(({ body }) => body['max_tokens'])).toEqual([1_000, 500]);
  });

  it('lists the models of every page', async () => {
    const { client } = await setUp();
    expect(await client.listModels(new AbortController().signal)).toEqual([
      { id: 'claude-big', name: 'The claude-big' },
      { id: 'claude-middle', name: 'The claude-middle' },
      { id: 'claude-small', name: 'The claude-small' },
    ]);
  });

  it.each([
    [{ kind: 'api-key', value: 'sk-1' } as const, 'Bearer sk-1', 'sk-1'],
    [{ kind: 'auth-token', value: 'tok' } as const, 'Bearer tok', undefined],
  ])('sends only the credential it was given: %j', async (credential, bearer, key) => {
    api = await new FakeApi().start();
    process.env['ANTHROPIC_API_KEY'] = 'sk-environment';
    try {
      const client = createAnthropicModel({ credential, baseUrl: api.url });
      await client.listModels(new AbortController().signal);
    } finally {
      delete process.env['ANTHROPIC_API_KEY'];
    }
    expect(api.headers[0]).toMatchObject({ authorization: bearer });
    expect(api.headers[0]?.['x-api-key']).toBe(key);
  });

  it('sends no credential when it has none', async () => {
    api = await new FakeApi().start();
    process.env['ANTHROPIC_API_KEY'] = 'sk-environment';
    const client = createAnthropicModel({ credential: undefined, baseUrl: api.url });
    expect(await codeOf(client.listModels(new AbortController().signal))).toBe('model/key-refused');
    delete process.env['ANTHROPIC_API_KEY'];
    expect(api.headers[0]?.['authorization']).toBeUndefined();
    expect(api.headers[0]?.['x-api-key']).toBeUndefined();
  });

  it('refuses a base URL that is no address', () => {
    const create = () => createAnthropicModel({ credential: undefined, baseUrl: 'example.com' });
    expect(create).toThrow('The base URL is not an address: example.com');
  });
});
