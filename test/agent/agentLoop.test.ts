import { describe, expect, it } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import { runTurn } from '../../src/main/agent/agentLoop.ts';
import type { TurnPorts } from '../../src/main/agent/agentLoop.ts';
import type { CallPorts } from '../../src/main/agent/toolCalls.ts';
import type { ModelEvent } from '../../src/main/agent/model/model.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { userItem } from '../fakes/chatItems.ts';
import { builtinContext } from '../fakes/builtinContext.ts';
import { ScriptedModel, callBlock, calls, says } from '../fakes/scriptedModel.ts';
import { serverTool } from '../fakes/tools.ts';

const allow = { verdict: 'allow', by: { kind: 'builtin' } } as const;
const never = new Promise<never>(() => {});

function setUp(
  model: ScriptedModel,
  more: Partial<TurnPorts> = {},
  callPorts: Partial<CallPorts> = {},
) {
  let id = 0;
  const pool = buildToolPool([], [serverTool('s', 'echo'), serverTool('s', 'other')]);
  const ports: TurnPorts = {
    model: async () => ({ client: model, id: 'm' }),
    pool: () => pool,
    prompt: () => ({ system: 'system' }),
    stamp: { newId: () => `id${++id}`, now: () => 5 },
    readFiles: async () => new Map(),
    calls: {
      permit: async () => allow,
      callServer: async (_server, tool, input) => ({
        content: [{ type: 'text', text: `${tool} ${JSON.stringify(input)}` }],
        isError: false,
      }),
      builtin: builtinContext(),
      checkArguments: () => undefined,
      toParts: async ({ content }) =>
        content.flatMap((one) => (one.type === 'text' ? [{ kind: 'text', text: one.text }] : [])),
      now: () => 5,
      ...callPorts,
    },
    ...more,
  };
  const stop = new AbortController();
  const stops = new Map<string, () => void>();
  const items = new Map<string, ChatItem>();
  const seen: string[] = [];
  const run = async (onEvent: (item: ChatItem | undefined) => void = () => {}) => {
    const turn = {
      items: [userItem('hi')],
      signal: stop.signal,
      onCall: (itemId: string, end: () => void) => stops.set(itemId, end),
    };
    for await (const event of runTurn(ports, turn)) {
      if (event.kind === 'item') items.set(event.item.id, event.item);
      seen.push(event.kind === 'item' ? stepOf(event.item) : event.kind);
      onEvent(event.kind === 'item' ? event.item : undefined);
    }
    return [...items.values()];
  };
  return { run, stop, stops, seen };
}

function stepOf(item: ChatItem): string {
  if (item.kind === 'tool') return `${item.id} ${item.call.state}`;
  if (item.kind === 'notice') return item.notice.code;
  return item.kind;
}

const resultsIn = (model: ScriptedModel, at: number) =>
  JSON.stringify(model.requests[at]?.messages.at(-1)?.content);

describe('runTurn', () => {
  it('ends with an answer that calls nothing', async () => {
    const { run, seen } = setUp(new ScriptedModel(says('hello')));
    expect(await run()).toMatchObject([
      { kind: 'text', text: 'hello', streaming: false, round: 1 },
    ]);
    expect(seen).toEqual(['text', 'text']);
  });

  it('runs parallel calls and sends their results back in one message', async () => {
    const model = new ScriptedModel(
      calls(['mcp__s__echo', '{"a":1}'], ['mcp__s__other', '{}']),
      says('so'),
    );
    const items = await setUp(model).run();
    expect(items.map(stepOf)).toEqual(['call_1 done', 'call_2 done', 'text']);
    expect(items.map((item) => 'round' in item && item.round)).toEqual([1, 1, 2]);
    expect(model.requests[1]?.messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
    expect(resultsIn(model, 1)).toMatch(/call_1.*echo.*call_2.*other/);
  });

  it('goes on because of a call, not because of the stop reason', async () => {
    const odd: ModelEvent[] = [
      ...callBlock(0, 'call_1', 'mcp__s__echo', '{}'),
      { kind: 'end', reason: 'end_turn' },
    ];
    const model = new ScriptedModel(odd, says('so'));
    await setUp(model).run();
    expect(model.requests).toHaveLength(2);
    const idle = new ScriptedModel([
      ...says('so').slice(0, 3),
      { kind: 'end', reason: 'tool_use' },
    ]);
    await setUp(idle).run();
    expect(idle.requests).toHaveLength(1);
  });

  it.each<[string, readonly [string, string], Partial<CallPorts>, RegExp]>([
    ['an unknown tool', ['nothing', '{}'], {}, /no tool named nothing/],
    ['a name from birth', ['constructor', '{}'], {}, /no tool named constructor/],
    ['JSON that is cut', ['mcp__s__echo', '{"a":'], {}, /not a JSON object/],
    ['JSON that is no object', ['mcp__s__echo', '[1]'], {}, /not a JSON object/],
    [
      'arguments that do not fit',
      ['mcp__s__echo', '{}'],
      { checkArguments: () => 'a is missing' },
      /a is missing/,
    ],
    [
      'a server that is gone',
      ['mcp__s__echo', '{}'],
      {
        callServer: () => Promise.reject(new AppFailure({ code: 'server/x', message: 's ended' })),
      },
      /s ended/,
    ],
    [
      'a bug of our own',
      ['mcp__s__echo', '{}'],
      {
        permit: () => Promise.reject(new Error('oops')),
      },
      /oops/,
    ],
    [
      'an error of the tool',
      ['mcp__s__echo', '{}'],
      {
        callServer: async () => ({
          content: [{ type: 'text', text: 'no such page' }],
          isError: true,
        }),
      },
      /no such page/,
    ],
  ])('tells the model about %s and goes on', async (_what, call, ports, expected) => {
    const model = new ScriptedModel(calls(call), says('so'));
    const items = await setUp(model, {}, ports).run();
    expect(items.map(stepOf)).toEqual(['call_1 error', 'text']);
    expect(resultsIn(model, 1)).toMatch(expected);
    expect(resultsIn(model, 1)).toContain('"is_error":true');
  });

  it('asks for the pool anew each round, and resolves calls by the one that was sent', async () => {
    const pools = [
      buildToolPool([], [serverTool('s', 'echo')]),
      buildToolPool([], [serverTool('s', 'echo'), serverTool('s', 'new')]),
    ];
    let asked = 0;
    const model = new ScriptedModel(calls(['mcp__s__echo', '{}']), says('so'));
    const pool = () => pools[Math.min(asked++, 1)] ?? buildToolPool([], []);
    await setUp(model, { pool }).run();
    expect(model.requests.map((request) => request.tools.length)).toEqual([1, 2]);
  });

  it('asks the user, shows the question, and runs the call when allowed', async () => {
    const prompt = { reason: 'destructive' as const, tags: [] };
    const { run, seen } = setUp(
      new ScriptedModel(calls(['mcp__s__echo', '{}'])),
      {},
      {
        permit: async (_call, onAsk) => {
          await onAsk(prompt);
          return { verdict: 'allow', by: { kind: 'person', answer: 'allow-once' } };
        },
      },
    );
    const [item] = await run();
    expect(seen.slice(0, 4)).toEqual([
      'call_1 queued',
      'call_1 waiting',
      'call_1 running',
      'call_1 done',
    ]);
    expect(item?.kind === 'tool' && item.call.prompt).toBeUndefined();
  });

  it('does not run a call that the user refuses, and tells the model', async () => {
    const called: string[] = [];
    const model = new ScriptedModel(calls(['mcp__s__echo', '{}']), says('fine'));
    const items = await setUp(
      model,
      {},
      {
        permit: async () => ({ verdict: 'deny', by: { kind: 'person', answer: 'deny' } }),
        callServer: async (_server, tool) => {
          called.push(tool);
          return { content: [], isError: false };
        },
      },
    ).run();
    expect(items.map(stepOf)).toEqual(['call_1 denied', 'text']);
    expect(resultsIn(model, 1)).toContain('The user refused this call');
    expect(called).toEqual([]);
  });

  it('stops while an answer streams: what came stays, half a call is left out', async () => {
    const model = new ScriptedModel([
      { kind: 'block', index: 0, block: { kind: 'text' } },
      { kind: 'text', index: 0, text: 'half an ans' },
      { kind: 'block', index: 1, block: { kind: 'tool', id: 'call_1', name: 'mcp__s__echo' } },
      { kind: 'arguments', index: 1, json: '{"a' },
      'wait',
    ]);
    const { run, stop } = setUp(model);
    const items = await run((item) => item?.kind === 'text' && setImmediate(() => stop.abort()));
    expect(items).toMatchObject([
      { kind: 'text', text: 'half an ans', streaming: false },
      { kind: 'notice', notice: { code: 'chat/stopped' } },
    ]);
  });

  it('stops after a whole call came: it does not run, and has a result', async () => {
    const model = new ScriptedModel([...callBlock(0, 'call_1', 'mcp__s__echo', '{}'), 'wait']);
    const { run, stop } = setUp(model);
    const items = await run((item) => item?.kind === 'tool' && stop.abort());
    expect(items.map(stepOf)).toEqual(['call_1 stopped', 'chat/stopped']);
    expect(items[0]).toMatchObject({ call: { result: [{ kind: 'text' }] } });
  });

  it('stops while tools run, even if a server does not react', async () => {
    const model = new ScriptedModel(calls(['mcp__s__echo', '{}'], ['mcp__s__other', '{}']));
    const { run, stop } = setUp(model, {}, { callServer: () => never });
    const items = await run((item) => item && stepOf(item) === 'call_2 running' && stop.abort());
    expect(items.map(stepOf)).toEqual(['call_1 stopped', 'call_2 stopped', 'chat/stopped']);
    expect(model.requests).toHaveLength(1);
  });

  it('stops one call only and goes on with the others', async () => {
    const model = new ScriptedModel(
      calls(['mcp__s__echo', '{}'], ['mcp__s__other', '{}']),
      says('so'),
    );
    const { run, stops } = setUp(
      model,
      {},
      {
        callServer: (_server, tool) =>
          tool === 'echo' ? never : Promise.resolve({ content: [], isError: false }),
      },
    );
    const items = await run(
      (item) => item && stepOf(item) === 'call_2 done' && stops.get('call_1')?.(),
    );
    expect(items.map(stepOf)).toEqual(['call_1 stopped', 'call_2 done', 'text']);
    expect(resultsIn(model, 1)).toContain('The user stopped this call');
  });

  it('shows a failure as a notice and gives a call of the broken answer a result', async () => {
    const failure = new AppFailure({ code: 'model/broken-off', message: 'gone', action: 'retry' });
    const model = new ScriptedModel([...callBlock(0, 'call_1', 'mcp__s__echo', '{}'), failure]);
    const items = await setUp(model).run();
    expect(items.map(stepOf)).toEqual(['call_1 stopped', 'model/broken-off']);
  });

  it('shows why there is no model', async () => {
    const model = () => Promise.reject(new AppFailure({ code: 'model/no-key', message: 'no key' }));
    expect((await setUp(new ScriptedModel(), { model }).run()).map(stepOf)).toEqual([
      'model/no-key',
    ]);
  });

  it('tells of retries, of the length limit, and of the usage', async () => {
    const cause = { code: 'model/overloaded', message: 'busy.' };
    const model = new ScriptedModel([
      { kind: 'retrying', cause, delayMs: 500, attempt: 1 },
      { kind: 'retrying', cause, delayMs: 1500, attempt: 2 },
      { kind: 'usage', usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 } },
      ...says('cut').slice(0, 3),
      { kind: 'end', reason: 'max_tokens' },
    ]);
    const { run, seen } = setUp(model);
    const [retry, ...others] = await run();
    const told = ['model/retrying', 'model/retrying', 'usage', 'text', 'text', 'text'];
    expect(seen).toEqual([...told, 'model/max-tokens']);
    // The tries are one notice, which says what is true now.
    expect(others.map(stepOf)).toEqual(['text', 'model/max-tokens']);
    expect(retry).toMatchObject({
      level: 'warn',
      notice: { params: { cause: 'model/overloaded', seconds: 2, attempt: 2 } },
    });
  });

  it.each([
    ['nothing of its arguments', ''],
    ['a part of them', '{"a":'],
  ])('does not run a call of which %s came before the length limit', async (_what, json) => {
    const called: string[] = [];
    const cut: ModelEvent[] = [
      ...callBlock(0, 'call_1', 'mcp__s__echo', json),
      { kind: 'end', reason: 'max_tokens' },
    ];
    const model = new ScriptedModel(cut, says('so'));
    const callServer: CallPorts['callServer'] = async (_server, tool) => {
      called.push(tool);
      return { content: [], isError: false };
    };
    const items = await setUp(model, {}, { callServer }).run();
    expect(called).toEqual([]);
    expect(items.map(stepOf)).toEqual(['call_1 error', 'model/max-tokens', 'text']);
    expect(resultsIn(model, 1)).toContain('cut at its length limit within this call');
  });

  it('runs a whole call before one that was cut', async () => {
    const cut: ModelEvent[] = [
      ...callBlock(0, 'call_1', 'mcp__s__echo', ''),
      ...callBlock(1, 'call_2', 'mcp__s__other', ''),
      { kind: 'end', reason: 'max_tokens' },
    ];
    const items = await setUp(new ScriptedModel(cut, says('so'))).run();
    expect(items.slice(0, 2).map(stepOf)).toEqual(['call_1 done', 'call_2 error']);
  });

  it('runs no call of an answer that the model declined to end, and asks no more', async () => {
    const refused: ModelEvent[] = [
      ...callBlock(0, 'call_1', 'mcp__s__echo', '{}'),
      { kind: 'end', reason: 'refusal', explanation: 'Not this.' },
    ];
    const model = new ScriptedModel(refused, says('so'));
    const items = await setUp(model).run();
    expect(items.map(stepOf)).toEqual(['call_1 stopped', 'model/refused']);
    expect(model.requests).toHaveLength(1);
  });

  it('leaves it to the user to go on after a pause that is in the middle of nothing', async () => {
    const paused = [...says('so far').slice(0, 3), { kind: 'end', reason: 'pause_turn' } as const];
    const model = new ScriptedModel(paused);
    expect((await setUp(model).run()).map(stepOf)).toEqual(['text', 'model/paused']);
    expect(model.requests).toHaveLength(1);
  });

  it('goes on by itself so many times when the API pauses in a search', async () => {
    const search = (id: string): ModelEvent[] => [
      { kind: 'block', index: 0, block: { kind: 'search', id } },
      { kind: 'arguments', index: 0, json: '{"query":"x"}' },
      { kind: 'block-end', index: 0 },
      { kind: 'end', reason: 'pause_turn' },
    ];
    const model = new ScriptedModel(...Array.from({ length: 9 }, (_one, at) => search(`s${at}`)));
    const items = await setUp(model).run();
    expect(model.requests).toHaveLength(6);
    expect(items.at(-1)).toMatchObject({ notice: { code: 'model/paused' } });
    expect(items.slice(0, -1).every((item) => stepOf(item).endsWith(' stopped'))).toBe(true);
  });

  it('ends after so many rounds', async () => {
    const model = new ScriptedModel(
      ...Array.from({ length: 9 }, () => calls(['mcp__s__echo', '{}'])),
    );
    const items = await setUp(model, { maxRounds: 3 }).run();
    expect(model.requests).toHaveLength(3);
    expect(items.at(-1)).toMatchObject({
      notice: { code: 'chat/round-limit', params: { rounds: 3 } },
    });
  });

  it('gives a call a fresh id when the model uses one again', async () => {
    const model = new ScriptedModel(
      calls(['mcp__s__echo', '{}']),
      calls(['mcp__s__echo', '{}']),
      says('so'),
    );
    const items = await setUp(model).run();
    const ids = items.flatMap((item) => (item.kind === 'tool' ? [item.id] : []));
    expect(new Set(ids).size).toBe(2);
  });

  it('keeps thinking with its signature, and thinking that can not be read', async () => {
    const model = new ScriptedModel([
      { kind: 'block', index: 0, block: { kind: 'thinking' } },
      { kind: 'text', index: 0, text: 'hm' },
      { kind: 'signature', index: 0, signature: 'sig' },
      { kind: 'block-end', index: 0 },
      { kind: 'block', index: 1, block: { kind: 'redacted', data: 'secret' } },
      { kind: 'block-end', index: 1 },
      { kind: 'end', reason: 'end_turn' },
    ]);
    expect(await setUp(model).run()).toMatchObject([
      { kind: 'thinking', text: 'hm', signature: 'sig', streaming: false, endedAt: 5 },
      { kind: 'thinking', text: '', signature: 'secret', redacted: true, streaming: false },
    ]);
  });
});
