import { describe, expect, it } from 'vitest';
import type { ChatItem, ChatItemOf } from '../../src/shared/chat.ts';
import { compactedView, shorten } from '../../src/main/agent/context/compactedView.ts';
import { textItem, thinkingItem, toolItem, userItem } from '../fakes/chatItems.ts';

const compaction = (
  id: string,
  upTo: string,
  more: Partial<ChatItemOf<'compaction'>> = {},
): ChatItem => ({
  id,
  at: 9,
  kind: 'compaction',
  state: 'done',
  upTo,
  tokensBefore: 100,
  ...more,
});
const long = (length = 10_000) => ({
  result: [{ kind: 'text' as const, text: 'x'.repeat(length) }],
});
const said = (items: readonly ChatItem[]) =>
  items
    .filter(({ kind }) => kind !== 'compaction')
    .map((item) => (item.kind === 'user' || item.kind === 'text' ? item.text : item.id));
const resultOf = (item: ChatItem | undefined) =>
  item?.kind === 'tool' ? item.call.result : undefined;

describe('compactedView', () => {
  it('is the same object where nothing was compacted', () => {
    const items = [userItem('hi'), textItem(1, 'hello')];
    expect(compactedView(items)).toBe(items);
  });

  it('has the summary in place of everything up to the item, and the rest untouched', () => {
    const kept = [thinkingItem(2, { signature: 's' }), toolItem(2, 'call_2'), textItem(3, 'end')];
    const items = [
      userItem('first'),
      textItem(1, 'answer'),
      userItem('second'),
      ...kept.slice(0, 2),
      compaction('c', 't-1-answer', { summary: 'It was about X.' }),
      ...kept.slice(2),
    ];
    const view = compactedView(items);
    expect(said(view)[0]).toContain('<summary>\nIt was about X.\n</summary>');
    expect(said(view).slice(1)).toEqual(['second', 'th-2', 'call_2', 'end']);
    expect(view[2]).toBe(kept[0]);
    expect(view[3]).toBe(kept[1]);
  });

  it('keeps the question word for word when it was summarized in the middle of its turn', () => {
    const items = [
      userItem('Rename it everywhere'),
      toolItem(1, 'a'),
      toolItem(2, 'b'),
      compaction('c', 'a', { summary: 'S' }),
    ];
    expect(said(compactedView(items)).slice(1)).toEqual(['Rename it everywhere', 'b']);
  });

  it('begins with the last of several summaries', () => {
    const items = [
      userItem('one'),
      textItem(1, 'a'),
      compaction('c1', 't-1-a', { summary: 'first' }),
      userItem('two'),
      textItem(2, 'b'),
      compaction('c2', 't-2-b', { summary: 'second' }),
      userItem('three'),
    ];
    const [summary, ...rest] = said(compactedView(items));
    expect(summary).toContain('second');
    expect(rest).toEqual(['three']);
  });

  it.each(['running', 'failed'] as const)('takes no notice of one that is %s', (state) => {
    const items = [userItem('hi'), compaction('c', 'u-hi', { state, summary: 'S' })];
    expect(compactedView(items)).toBe(items);
  });

  it('shortens old results up to the item, and no others', () => {
    const items = [
      userItem('hi'),
      toolItem(1, 'old', long()),
      toolItem(2, 'new', long()),
      compaction('c', 'old'),
    ];
    const view = compactedView(items);
    expect(JSON.stringify(resultOf(view[1])).length).toBeLessThan(1_500);
    expect(resultOf(view[1])?.[0]).toMatchObject({
      text: expect.stringContaining('characters of this old result are left out') as string,
    });
    expect(view[2]).toBe(items[2]);
    expect(said(view)).toEqual(['hi', 'old', 'new']);
    expect(JSON.stringify(resultOf(items[1])).length).toBeGreaterThan(9_000);
  });

  it('leaves nothing out when the item is not there', () => {
    const items = [userItem('hi'), compaction('c', 'gone', { summary: 'S' })];
    expect(said(compactedView(items)).at(-1)).toBe('hi');
  });
});

describe('shorten', () => {
  it('keeps a short result as the same object', () => {
    const item = toolItem(1, 'a');
    expect(shorten(item)).toBe(item);
  });

  it('keeps the start and the end of a long one', () => {
    const text = `START${'x'.repeat(9_000)}END`;
    const item = shorten(toolItem(1, 'a', { result: [{ kind: 'text', text }] }));
    expect(resultOf(item)?.[0]).toMatchObject({
      text: expect.stringMatching(/^START.*END$/s) as string,
    });
  });

  it('says that an image was there', () => {
    const image = { kind: 'image' as const, mediaType: 'image/png', data: 'AAAA' };
    expect(resultOf(shorten(toolItem(1, 'a', { result: [image] })))).toEqual([
      { kind: 'text', text: '(an image, left out to save room)' },
    ]);
  });
});
