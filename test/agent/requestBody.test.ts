import { describe, expect, it } from 'vitest';
import { offerTools } from '../../src/main/agent/request/offeredTools.ts';
import type { OfferedTools } from '../../src/main/agent/request/offeredTools.ts';
import { requestBody } from '../../src/main/agent/request/requestBody.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import type { ToolPool } from '../../src/main/tools/toolPool.ts';
import { toMessages } from '../../src/main/agent/request/toMessages.ts';
import { toolItem, userItem } from '../fakes/chatItems.ts';
import { builtinTool, serverTool } from '../fakes/tools.ts';

const messages = toMessages([userItem('hi'), toolItem(1, 'a')], new Map());
const all = (pool: ToolPool): OfferedTools =>
  offerTools(
    pool,
    { loaded: new Set(), referenced: new Set() },
    { deferOver: 30, deferTokens: 20_000 },
    false,
  );
const marked = (tools: readonly { name: string; cache_control?: unknown }[]) =>
  tools.filter((tool) => tool.cache_control).map((tool) => tool.name);

describe('requestBody', () => {
  it('marks the last built-in, the last tool, the system prompt and the last message', () => {
    const pool = buildToolPool(
      [builtinTool('a'), builtinTool('b')],
      [serverTool('s', 'x'), serverTool('s', 'y')],
    );
    const body = requestBody('m', { system: 'system' }, all(pool), messages);
    expect(marked(body.tools)).toEqual(['b', 'mcp__s__y']);
    expect(body.system).toMatchObject([{ text: 'system', cache_control: { type: 'ephemeral' } }]);
    expect(body.messages.at(-1)?.content).toMatchObject([
      { type: 'tool_result', cache_control: { type: 'ephemeral' } },
    ]);
    expect(JSON.stringify(body).match(/"cache_control"/g)).toHaveLength(4);
  });

  it("leaves the part before the servers' tools as it was when a server connects", () => {
    const before = requestBody(
      'm',
      { system: 's' },
      all(buildToolPool([builtinTool('a')], [])),
      messages,
    );
    const after = requestBody(
      'm',
      { system: 's' },
      all(buildToolPool([builtinTool('a')], [serverTool('s', 'x')])),
      messages,
    );
    expect(after.tools[0]).toEqual(before.tools[0]);
  });

  it('asks without tools when there are none', () => {
    expect(requestBody('m', { system: 's' }, all(buildToolPool([], [])), messages).tools).toEqual(
      [],
    );
  });
});
