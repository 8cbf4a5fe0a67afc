import { describe, expect, it, vi } from 'vitest';
import { createConversationStore } from '../../src/renderer/src/store/conversation.ts';
import type { ChatItem } from '../../src/shared/chat.ts';

const text = (id: string, words: string, streaming = true): ChatItem => ({
  kind: 'text',
  id,
  at: 0,
  round: 1,
  text: words,
  streaming,
});
const tool = (id: string, state: 'waiting' | 'running' | 'done'): ChatItem => ({
  kind: 'tool',
  id,
  at: 0,
  round: 1,
  call: { name: id, title: id, input: {}, state, startedAt: 0 },
});
const user: ChatItem = { kind: 'user', id: 'u', at: 0, text: 'question' };

function opened(items: readonly ChatItem[]) {
  const store = createConversationStore('c');
  const summary = { id: 'c', title: '', updatedAt: 0, activity: 'running', agents: [] } as const;
  store.load({ ...summary, role: { kind: 'lead' }, items });
  return store;
}

describe('an open conversation', () => {
  it('has a row per item, and one per block of an answer', () => {
    const store = opened([user, text('t', 'one\n\ntwo\n\n', false), tool('x', 'done')]);
    expect(store.rows().map(({ key, gap }) => [key, gap])).toEqual([
      ['u', 'none'],
      ['t:0', 'block'],
      ['t:1', 'block'],
      ['x', 'block'],
    ]);
  });

  it('keeps its rows while text only grows the last block', () => {
    const store = opened([user, text('t', 'one')]);
    const rows = store.rows();
    const listener = vi.fn();
    const onItem = vi.fn();
    store.subscribe(listener);
    store.subscribeItem('t', onItem);
    store.apply([{ kind: 'delta', id: 't', text: ' more' }]);
    expect(store.rows()).toBe(rows);
    expect(listener).not.toHaveBeenCalled();
    expect(onItem).toHaveBeenCalledOnce();
    expect(store.block('t', 0)).toMatchObject({ text: 'one more', live: true });
  });

  it('adds a row when a block has been settled, and keeps the keys of the others', () => {
    const store = opened([user, text('t', 'one')]);
    store.apply([{ kind: 'delta', id: 't', text: '\n\ntwo\n' }]);
    expect(store.rows().map(({ key }) => key)).toEqual(['u', 't:0', 't:1']);
  });

  it('keeps the settled blocks when the whole item comes at its end', () => {
    const store = opened([user, text('t', 'one\n\ntwo\n\nthree')]);
    const block = store.block('t', 0);
    store.apply([{ kind: 'item', item: text('t', 'one\n\ntwo\n\nthree', false) }]);
    expect(store.block('t', 0)).toBe(block);
    expect(store.block('t', 2)).toMatchObject({ live: false });
  });

  it('tells only the listeners of what changed', () => {
    const store = opened([tool('a', 'running'), tool('b', 'running')]);
    const onA = vi.fn();
    const onB = vi.fn();
    store.subscribeItem('a', onA);
    store.subscribeItem('b', onB);
    store.apply([{ kind: 'item', item: tool('b', 'done') }]);
    expect(onA).not.toHaveBeenCalled();
    expect(onB).toHaveBeenCalledOnce();
  });

  it('knows the first call that waits for the user', () => {
    const store = opened([tool('a', 'waiting'), tool('b', 'waiting')]);
    expect(store.head().waiting).toBe('a');
    store.apply([{ kind: 'item', item: tool('a', 'running') }]);
    expect(store.head().waiting).toBe('b');
  });

  it('gives the code of a fence up to one of its parts', () => {
    const lines = Array.from({ length: 130 }, (_, n) => `line ${n}\n`);
    const store = opened([text('t', `\`\`\`js\n${lines.join('')}\`\`\`\n`, false)]);
    expect(store.codeUpTo('t', 1)).toBe(lines.slice(0, 120).join(''));
  });

  it('ignores what comes before it has been loaded', () => {
    const store = createConversationStore('c');
    store.apply([{ kind: 'delta', id: 't', text: 'early' }]);
    expect(store.rows()).toEqual([]);
  });
});

describe('a long conversation', () => {
  const asked = (id: string, at: number): ChatItem => ({ kind: 'user', id, at, text: id });
  const long = () => {
    const store = createConversationStore('c');
    const summary = { id: 'c', title: '', updatedAt: 0, activity: 'idle', agents: [] } as const;
    const items = [asked('c', 3), asked('d', 4)];
    store.load({ ...summary, role: { kind: 'lead' }, items, hasEarlier: true });
    return store;
  };
  const keys = (store: ReturnType<typeof long>) => store.rows().map(({ key }) => key);

  it('takes in what came before, in its place', () => {
    const store = long();
    expect(store.extent()).toEqual({ count: 2, first: 'c' });
    store.prepend([asked('a', 1), asked('b', 2)], false);
    expect(keys(store)).toEqual(['a', 'b', 'c', 'd']);
    expect(store.isPrepended()).toBe(true);
    expect(store.head().hasEarlier).toBe(false);
    store.apply([{ kind: 'item', item: asked('e', 5) }]);
    expect(store.isPrepended()).toBe(false);
    expect(keys(store)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('has the same rows when it comes in pages as when it comes whole', () => {
    const kinds = ['user', 'text', 'tool', 'tool', 'text', 'text', 'user', 'tool', 'text'];
    const items = Array.from({ length: 40 }, (_, at): ChatItem => {
      const kind = kinds[(at * 7) % kinds.length];
      if (kind === 'user') return asked(`${at}`, at);
      const made = kind === 'tool' ? tool(`${at}`, 'done') : text(`${at}`, 'one\n\ntwo', false);
      return { ...made, at };
    });
    const whole = opened(items).rows();
    for (let page = 1; page <= 13; page += 1) {
      const store = createConversationStore('c');
      const summary = {
        id: 'c',
        title: '',
        updatedAt: 0,
        activity: 'running',
        agents: [],
      } as const;
      const pages = Array.from({ length: Math.ceil(items.length / page) }, (_, n) =>
        items.slice(Math.max(0, items.length - (n + 1) * page), items.length - n * page),
      );
      const [last = [], ...older] = pages;
      store.load({ ...summary, role: { kind: 'lead' }, items: last, hasEarlier: true });
      for (const one of older) {
        store.rows();
        store.prepend(one, true);
      }
      expect(store.rows()).toEqual(whole);
    }
  });

  it('keeps the rows of all turns but the one that changes', () => {
    const store = long();
    const [first] = store.rows();
    store.apply([{ kind: 'item', item: asked('e', 5) }]);
    expect(store.rows()[0]).toBe(first);
  });

  it('passes over a change of what is not here', () => {
    const store = long();
    store.apply([{ kind: 'item', item: asked('a', 1) }]);
    expect(keys(store)).toEqual(['c', 'd']);
  });
});
