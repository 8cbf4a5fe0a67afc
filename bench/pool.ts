// 10,000 tools on 100 servers: what it takes to build the pool, to take in the change of one server,
// and to make a request of it; how many tokens the tools cost with and without a search for them; and
// whether a server that joins last leaves the bytes before as they were.
import { contextLimits } from '../src/main/agent/context/contextLimits.ts';
import { offerTools } from '../src/main/agent/request/offeredTools.ts';
import { requestBody } from '../src/main/agent/request/requestBody.ts';
import { createLivePool } from '../src/main/tools/livePool.ts';
import { searchTools } from '../src/main/tools/searchTools.ts';
import { estimateTokens } from '../src/main/tools/tokenEstimate.ts';
import type { ToolPool } from '../src/main/tools/toolPool.ts';
import type { ServerTool } from '../src/main/servers/tools/serverTool.ts';
import { usualContext } from '../src/shared/context.ts';
import { builtinTool, serverTool } from '../test/fakes/tools.ts';
import { percentile } from './figures.mjs';

const servers = 100;
const toolsEach = 100;
const runs = 15;
const limits = contextLimits(usualContext, undefined);
const builtins = Array.from({ length: 20 }, (_, n) => builtinTool(`builtin_${n}`));
const known = { loaded: new Set<string>(), referenced: new Set<string>() };

/** A tool as they are: a sentence or two, and some arguments with descriptions. */
const toolOf = (server: number, n: number, version = 1): ServerTool =>
  serverTool(`server-${String(server).padStart(3, '0')}`, `do_thing_${n}`, {
    description: `Does the thing number ${n} of server ${server}, version ${version}. Takes what it needs and answers with a list of what it found, newest first.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for' },
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many to answer' },
        sort: { type: 'string', enum: ['newest', 'oldest', 'best'] },
        verbose: { type: 'boolean', default: false },
      },
      required: ['query'],
    },
  });
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);
const toolsOf = (server: number, version = 1) =>
  range(toolsEach).map((n) => toolOf(server, n, version));
const all = range(servers).flatMap((server) => toolsOf(server));

function timed<T>(work: () => T): { readonly ms: number; readonly value: T } {
  const started = performance.now();
  const value = work();
  return { ms: performance.now() - started, value };
}
const p50 = (values: readonly number[]) => Number(percentile(values, 50).toFixed(2));

const toolBytes = (pool: ToolPool, over = limits) =>
  JSON.stringify(requestBody('m', { system: 's' }, offerTools(pool, known, over, false), []).tools);
const everything = { ...limits, deferOver: Infinity, deferTokens: Infinity };

const build: number[] = [];
const changed: number[] = [];
const unchanged: number[] = [];
const offer: number[] = [];
const search: number[] = [];
const json: number[] = [];
for (let run = 0; run < runs; run++) {
  let current: readonly ServerTool[] = all;
  const poolOf = createLivePool(builtins, () => current);
  const built = timed(() => poolOf());
  build.push(built.ms);
  unchanged.push(timed(() => poolOf()).ms);
  offer.push(timed(() => offerTools(built.value, known, limits, false)).ms);
  const definitions = built.value.definitions.slice(built.value.builtinCount);
  search.push(timed(() => searchTools(definitions, 'thing number 77 of server 42', 5)).ms);
  // What there is no way around: the same tools as text once.
  json.push(timed(() => JSON.stringify(definitions)).ms);
  current = [...all.slice(0, -toolsEach), ...toolsOf(servers - 1, 2)];
  changed.push(timed(() => poolOf()).ms);
}

const before = createLivePool(builtins, () => all.slice(0, -toolsEach))();
const after = createLivePool(builtins, () => all)();
const [deferredBefore, deferredAfter] = [toolBytes(before), toolBytes(after)];
const [fullBefore, fullAfter] = [toolBytes(before, everything), toolBytes(after, everything)];
const builtinBytes = JSON.stringify(
  requestBody(
    'm',
    { system: 's' },
    { builtins: before.definitions.slice(0, 20), told: [], deferred: [] },
    [],
  ).tools,
).slice(0, -1);

process.stdout.write(
  `${JSON.stringify({
    bench: 'pool',
    // One changed server against building everything anew.
    ratio: Number((p50(changed) / p50(build)).toFixed(2)),
    tools: all.length,
    servers,
    buildMs: p50(build),
    oneServerChangedMs: p50(changed),
    unchangedMs: p50(unchanged),
    offerMs: p50(offer),
    searchMs: p50(search),
    jsonMs: p50(json),
    tokensOfAll: estimateTokens(fullAfter),
    tokensWithSearch: estimateTokens(deferredAfter) - estimateTokens(builtinBytes),
    // When the last server joins.
    isPromptSameWithSearch: deferredBefore === deferredAfter,
    isBuiltinPrefixSame: fullBefore.startsWith(builtinBytes) && fullAfter.startsWith(builtinBytes),
  })}\n`,
);
