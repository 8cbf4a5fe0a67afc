import { describe, expect, it } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { interruptedText, settle } from '../../src/main/agent/interruptions.ts';
import { textItem, thinkingItem, toolItem, userItem } from '../fakes/chatItems.ts';

describe('settle', () => {
  it.each<[string, ChatItem, object]>([
    ['a streaming text', textItem(1, 'half', true), { text: 'half', streaming: false }],
    ['streaming thinking', thinkingItem(1, { streaming: true }), { streaming: false, endedAt: 99 }],
    ...(['queued', 'waiting', 'running'] as const).map((state): [string, ChatItem, object] => [
      `a call that is ${state}`,
      toolItem(1, 'a', { state, result: undefined }),
      { call: { state: 'error', endedAt: 99, result: [{ kind: 'text', text: interruptedText }] } },
    ]),
  ])('brings %s to rest', (_what, item, expected) => {
    expect(settle([item], 99)).toMatchObject([expected]);
  });

  it('leaves no open question and no progress behind', () => {
    const prompt = { reason: 'destructive' as const, tags: [] };
    const item = toolItem(1, 'a', { state: 'waiting', prompt, progress: { progress: 1 } });
    const [settled] = settle([item], 99);
    expect(settled?.kind === 'tool' && Object.keys(settled.call)).not.toContain('prompt');
    expect(settled?.kind === 'tool' && Object.keys(settled.call)).not.toContain('progress');
  });

  it('answers the very same list when all is at rest', () => {
    const items = [
      userItem('hi'),
      textItem(1, 'x'),
      toolItem(1, 'a'),
      toolItem(1, 'b', { state: 'denied' }),
    ];
    expect(settle(items, 99)).toBe(items);
  });
});
