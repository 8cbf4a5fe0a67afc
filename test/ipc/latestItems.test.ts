import { expect, it } from 'vitest';
import { withLatestItems } from '../../src/main/ipc/latestItems.ts';
import type { ChatItem, Conversation } from '../../src/shared/chat.ts';
import { textItem, userItem } from '../fakes/chatItems.ts';

const holding = (items: readonly ChatItem[]): Conversation => ({
  id: 'c',
  title: '',
  updatedAt: 1,
  activity: 'idle',
  agents: [],
  role: { kind: 'lead' },
  items,
});
const item = (index: number, isQuestion: boolean): ChatItem =>
  isQuestion ? userItem('q', `${index}`) : { ...textItem(1, 'a'), id: `${index}` };

it.each([
  ['all of a short one', 300, 3, 0],
  ['whole turns of a long one', 1_000, 4, 700],
  ['whole turns where the cut falls into one', 1_001, 4, 700],
  ['a part of a turn that is very long', 1_000, 10_000, 700],
])('shows %s', (_what, count, every, first) => {
  const items = Array.from({ length: count }, (_, index) => item(index, index % every === 0));
  const shown = withLatestItems(holding(items));
  expect(shown.items[0]?.id).toBe(`${first}`);
  expect(shown.items.at(-1)).toBe(items.at(-1));
  expect(shown.hasEarlier ?? false).toBe(first > 0);
});
