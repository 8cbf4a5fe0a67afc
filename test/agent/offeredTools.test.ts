import { describe, expect, it } from 'vitest';
import { fitApiSearches } from '../../src/main/agent/model/apiToolSearch.ts';
import { offerTools, withSearch } from '../../src/main/agent/request/offeredTools.ts';
import type { OfferedTools } from '../../src/main/agent/request/offeredTools.ts';
import { requestBody } from '../../src/main/agent/request/requestBody.ts';
import { toMessages } from '../../src/main/agent/request/toMessages.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { estimateTokens } from '../../src/main/tools/tokenEstimate.ts';
import { toolItem, userItem } from '../fakes/chatItems.ts';
import { refusalOf } from '../fakes/messagesApiChecks.ts';
import { builtinTool, serverTool } from '../fakes/tools.ts';

const builtins = [builtinTool('bash'), builtinTool('connect_mcp'), builtinTool('write_file')];
const many = (server: string, count: number) =>
  Array.from({ length: count }, (_, n) => serverTool(server, `tool_${n}`));
const limits = { deferOver: 30, deferTokens: 20_000 };
const known = (loaded: readonly string[] = [], referenced: readonly string[] = []) => ({
  loaded: new Set(loaded),
  referenced: new Set(referenced),
});
const messages = toMessages([userItem('hi'), toolItem(1, 'a')], new Map());
const bodyOf = (offered: OfferedTools, own = messages) =>
  requestBody('m', { system: 's' }, offered, own);
const namesIn = (offered: OfferedTools) => bodyOf(offered).tools.map(({ name }) => name);
const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe('offerTools', () => {
  it('tells all tools up to the threshold', () => {
    const offered = offerTools(buildToolPool(builtins, many('s', 30)), known(), limits, true);
    expect(offered.search).toBeUndefined();
    expect(offered.told).toHaveLength(30);
  });

  it('has them searched for above it', () => {
    const offered = offerTools(buildToolPool(builtins, many('s', 31)), known(), limits, false);
    expect(namesIn(offered)).toEqual(['bash', 'connect_mcp', 'write_file', 'tool_search']);
  });

  it('has few but large tools searched for too', () => {
    const large = serverTool('s', 'x', { description: 'y'.repeat(7_900) });
    const pool = buildToolPool(builtins, [large]);
    expect(offerTools(pool, known(), { deferOver: 30, deferTokens: 2_000 }, false).search).toBe(
      'ours',
    );
  });

  it('tells what was found or called in that order, as long as it is there', () => {
    const pool = buildToolPool(builtins, many('s', 40));
    const loaded = ['mcp__s__tool_9', 'mcp__gone__x', 'mcp__s__tool_1', 'bash'];
    const offered = offerTools(pool, known(loaded), limits, false);
    expect(names(offered.told)).toEqual(['mcp__s__tool_9', 'mcp__s__tool_1']);
  });

  it('lets the API search where it can, and leaves to it what it has found', () => {
    const pool = buildToolPool(builtins, many('s', 40));
    const offered = offerTools(
      pool,
      known(['mcp__s__tool_9', 'mcp__s__tool_1'], ['mcp__s__tool_9']),
      limits,
      true,
    );
    expect(offered.search).toBe('api');
    expect(names(offered.told)).toEqual(['mcp__s__tool_1']);
    expect(offered.deferred).toHaveLength(39);
    expect(names(offered.deferred)).toContain('mcp__s__tool_9');
  });

  it('searches itself where there are more tools than the API takes', () => {
    const pool = buildToolPool(builtins, many('s', 10_000));
    expect(offerTools(pool, known(), limits, true).search).toBe('ours');
  });

  it('makes requests that the API takes', () => {
    const pool = buildToolPool(builtins, many('s', 40));
    for (const hasApiSearch of [true, false]) {
      const body = bodyOf(offerTools(pool, known(['mcp__s__tool_1']), limits, hasApiSearch));
      expect(refusalOf({ ...body }, '')).toBeUndefined();
    }
  });

  it('costs a few hundred tokens for 5,000 tools', () => {
    const pool = buildToolPool([], many('s', 5_000));
    const offered = offerTools(pool, known(), limits, false);
    expect(estimateTokens(JSON.stringify(bodyOf(offered).tools))).toBeLessThan(400);
  });

  it('leaves every byte of the tools as it was when another server joins', () => {
    const before = buildToolPool(builtins, many('b', 40));
    const after = buildToolPool(builtins, [...many('b', 40), ...many('a', 40)]);
    const loaded = known(['mcp__b__tool_3']);
    expect(JSON.stringify(bodyOf(offerTools(after, loaded, limits, false)).tools)).toBe(
      JSON.stringify(bodyOf(offerTools(before, loaded, limits, false)).tools),
    );
  });

  it('leaves the bytes of the built-ins as they were when searching begins', () => {
    const before = bodyOf(offerTools(buildToolPool(builtins, []), known(), limits, false));
    for (const hasApiSearch of [true, false]) {
      const pool = buildToolPool(builtins, many('a', 40));
      const after = bodyOf(offerTools(pool, known(), limits, hasApiSearch));
      expect(JSON.stringify(after.tools.slice(0, 3))).toBe(JSON.stringify(before.tools));
    }
  });
});

describe('withSearch', () => {
  const pool = buildToolPool(builtins, many('s', 2));

  it('finds the search beside the tools of the pool, and nothing else', () => {
    expect(withSearch(pool).find('tool_search')?.tool.title).toBe('Find tools');
    expect(withSearch(pool).find('mcp__s__tool_1')?.kind).toBe('server');
    expect(withSearch(pool).find('x')).toBeUndefined();
  });
});

describe('fitApiSearches', () => {
  const search = toolItem(1, 'srvtoolu_1', {
    name: 'tool_search',
    server: undefined,
    input: { query: 'deploy' },
    byApi: true,
    loaded: ['mcp__s__tool_1', 'mcp__gone__x'],
  });
  const said = toMessages([userItem('hi'), search, toolItem(1, 'a'), userItem('go on')], new Map());
  const pool = buildToolPool(builtins, many('s', 40));
  const offered = offerTools(pool, known(['mcp__s__tool_1'], ['mcp__s__tool_1']), limits, true);
  const deferred = new Set(names(offered.deferred));

  it('stands in the answer, before the calls', () => {
    const kinds = said.map(({ content }) => content.map(({ type }) => type));
    expect(kinds).toEqual([
      ['text'],
      ['server_tool_use', 'tool_search_tool_result', 'tool_use'],
      ['tool_result', 'text'],
    ]);
  });

  it('keeps only references to tools that are there, as the API wants it', () => {
    expect(refusalOf({ ...bodyOf(offered, said) }, '')).toMatch(/mcp__gone__x/);
    const fitted = fitApiSearches(said, deferred);
    expect(JSON.stringify(fitted)).not.toContain('mcp__gone__x');
    expect(refusalOf({ ...bodyOf(offered, fitted) }, '')).toBeUndefined();
  });

  it('leaves searches out for who does not know them', () => {
    const ours = offerTools(pool, known(['mcp__s__tool_1']), limits, false);
    expect(refusalOf({ ...bodyOf(ours, said) }, '')).toBeDefined();
    const fitted = fitApiSearches(said, undefined);
    expect(JSON.stringify(fitted)).not.toContain('server_tool_use');
    expect(refusalOf({ ...bodyOf(ours, fitted) }, '')).toBeUndefined();
  });

  it('leaves something of an answer that was a search only', () => {
    const only = toMessages([userItem('hi'), search, userItem('go on')], new Map());
    expect(fitApiSearches(only, undefined)[1]?.content).toEqual([
      { type: 'text', text: '(looked for tools)' },
    ]);
  });
});
