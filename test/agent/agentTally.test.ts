import { expect, it } from 'vitest';
import type { TokenUsage, ToolCallState } from '../../src/shared/chat.ts';
import { AgentTally } from '../../src/main/agent/subAgents/agentTally.ts';
import { toolItem, userItem } from '../fakes/chatItems.ts';

const usage = (input: number, output: number) => ({
  kind: 'usage' as const,
  usage: { input, output, cacheRead: 0, cacheWrite: 0 } satisfies TokenUsage,
});
const call = (id: string, state: ToolCallState) => ({
  kind: 'item' as const,
  item: toolItem(1, id, { state }),
});

it('counts calls once, and of each request what was counted last', () => {
  const tally = new AgentTally();
  expect(tally.note({ kind: 'item', item: userItem('go') })).toBe(false);
  tally.note(usage(10, 1));
  tally.note(call('a', 'queued'));
  tally.note(call('b', 'queued'));
  tally.note(usage(10, 20));
  expect(tally.now).toEqual({ calls: 2, tokens: 30 });
  tally.note(call('a', 'running'));
  tally.note(call('a', 'done'));
  tally.note(call('b', 'error'));
  expect(tally.note(call('b', 'error'))).toBe(false);
  tally.note(usage(40, 1));
  expect(tally.note(usage(40, 5))).toBe(true);
  expect(tally.now).toEqual({ calls: 2, tokens: 75 });
});
