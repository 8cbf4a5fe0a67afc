// What a round costs besides the model and the tools, with 1, 100 and 1,000 messages behind it: from
// the end of one answer to the next request, through the real loop, measured in turn so that noise
// hits all of them. The text of the request is no part of it: the API wants all of it each time.
import { runTurn } from '../src/main/agent/agentLoop.ts';
import type { TurnPorts } from '../src/main/agent/agentLoop.ts';
import type { ModelClient, ModelEvent } from '../src/main/agent/model/model.ts';
import { buildToolPool } from '../src/main/tools/toolPool.ts';
import type { ChatItem } from '../src/shared/chat.ts';
import { builtinContext } from '../test/fakes/builtinContext.ts';
import { textItem, toolItem, userItem } from '../test/fakes/chatItems.ts';
import { serverTool } from '../test/fakes/tools.ts';
import { percentile } from './figures.mjs';

const sizes = [1, 100, 1_000];
const rounds = 40;
const turns = 25;
const paragraph = 'A patchbay joins what was apart and shows which line goes where. '.repeat(20);

/** So many messages: questions, answers, and calls with their results. */
function messages(count: number): ChatItem[] {
  const items: ChatItem[] = [];
  for (let n = 0, round = 1; n < count; n += 4, round += 2) {
    items.push(
      { ...userItem(paragraph), id: `u${n}` },
      toolItem(round, `old_${n}`, { result: [{ kind: 'text', text: paragraph }] }),
      { ...textItem(round + 1, paragraph), id: `t${n}` },
    );
  }
  return [...items.slice(0, count), { ...userItem('Go on'), id: 'last' }];
}

const pool = buildToolPool([], [serverTool('s', 'echo')]);
let now = 0;

/** Milliseconds of each round of a turn, the first not among them: it begins with the turn. */
async function turn(behind: readonly ChatItem[]): Promise<number[]> {
  const times: number[] = [];
  let asked = 0;
  let ended = 0;
  const client: ModelClient = {
    async *stream(): AsyncGenerator<ModelEvent> {
      if (asked > 0) times.push(performance.now() - ended);
      asked += 1;
      const id = `call_${asked}`;
      if (asked <= rounds) {
        yield { kind: 'block', index: 0, block: { kind: 'tool', id, name: 'mcp__s__echo' } };
        yield { kind: 'block-end', index: 0 };
      }
      yield { kind: 'usage', usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 } };
      yield { kind: 'end', reason: asked <= rounds ? 'tool_use' : 'end_turn' };
      ended = performance.now();
    },
    listModels: async () => [],
    countTokens: async () => undefined,
    contextWindow: () => undefined,
    untilContextWindow: async () => undefined,
    hasToolSearch: () => false,
  };
  const ports: TurnPorts = {
    model: async () => ({ client, id: 'm' }),
    pool: () => pool,
    prompt: () => ({ system: 'system' }),
    stamp: { newId: () => `id${++now}`, now: () => now },
    readFiles: async () => new Map(),
    calls: {
      permit: async () => ({ verdict: 'allow', by: { kind: 'builtin' } }),
      callServer: async () => ({ content: [{ type: 'text', text: paragraph }], isError: false }),
      builtin: builtinContext(),
      checkArguments: () => undefined,
      toParts: async ({ content }) =>
        content.flatMap((one) => (one.type === 'text' ? [{ kind: 'text', text: one.text }] : [])),
      now: () => now,
    },
  };
  const { signal } = new AbortController();
  const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };
  for await (const _event of runTurn(ports, { items: behind, usage, signal, onCall: () => {} })) {
    // What a turn tells is kept elsewhere.
  }
  return times;
}

const behind = sizes.map(messages);
const times = sizes.map((): number[] => []);
for (let n = 0; n < turns; n++) {
  for (const [at, items] of behind.entries()) {
    const took = await turn(items);
    if (n > 2) times[at]?.push(...took);
  }
}

const round = (value: number): number => Number(value.toFixed(4));
const p50 = times.map((one) => percentile(one, 50));
const p99 = times.map((one) => percentile(one, 99));
const of = (name: string, figures: readonly number[]) =>
  Object.fromEntries(sizes.map((size, at) => [`${name}Ms${size}`, round(figures[at] ?? 0)]));
process.stdout.write(
  `${JSON.stringify({
    bench: 'loop',
    // With 1,000 messages behind a round against 1.
    ratio: round((p50[2] ?? 0) / (p50[0] ?? 1)),
    ratio100: round((p50[1] ?? 0) / (p50[0] ?? 1)),
    ...of('p50', p50),
    ...of('p99', p99),
    rounds: times[0]?.length,
  })}\n`,
);
