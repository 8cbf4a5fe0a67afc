import type { ChatItem, ChatItemOf, ToolCall } from '../../src/shared/chat.ts';

export const userItem = (text: string, id = `u-${text}`): ChatItem => ({
  id,
  at: 1,
  kind: 'user',
  text,
});

export const textItem = (round: number, text: string, streaming = false): ChatItem => ({
  id: `t-${round}-${text}`,
  at: 1,
  round,
  kind: 'text',
  text,
  streaming,
});

export const thinkingItem = (
  round: number,
  more: Partial<ChatItemOf<'thinking'>> = {},
): ChatItemOf<'thinking'> => ({
  id: `th-${round}`,
  at: 1,
  round,
  kind: 'thinking',
  text: 'hm',
  streaming: false,
  ...more,
});

export const toolItem = (
  round: number,
  id: string,
  call: Partial<ToolCall> = {},
): ChatItemOf<'tool'> => ({
  id,
  at: 1,
  round,
  kind: 'tool',
  call: {
    name: 'mcp__docs__search',
    title: 'Search',
    server: 'docs',
    input: { query: 'x' },
    state: 'done',
    startedAt: 1,
    result: [{ kind: 'text', text: 'found' }],
    ...call,
  },
});
