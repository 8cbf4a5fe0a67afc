import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { compactedView } from '../../src/main/agent/context/compactedView.ts';
import { toMessages } from '../../src/main/agent/request/toMessages.ts';
import { Transcript } from '../../src/main/agent/request/transcript.ts';
import { textItem, thinkingItem, toolItem, userItem } from '../fakes/chatItems.ts';

const none = new Map();

/** A conversation as it comes: rounds of text, thinking and calls that change, and messages. */
const steps = fc.array(
  fc.constantFrom('user', 'text', 'call', 'calls', 'thinking', 'notice', 'summary', 'shorten'),
  { maxLength: 25 },
);

function* itemsOf(kinds: readonly string[]): Generator<ChatItem> {
  yield userItem('first');
  let round = 0;
  let last = 'u-first';
  for (const [n, kind] of kinds.entries()) {
    const answer = (...items: readonly ChatItem[]): readonly ChatItem[] => {
      last = items.at(-1)?.id ?? last;
      return items;
    };
    if (kind === 'user') yield* answer(userItem(`u${n}`));
    if (kind === 'text') yield* answer(textItem(++round, `t${n}`));
    if (kind === 'thinking') {
      round += 1;
      yield* answer(
        { ...thinkingItem(round, { signature: 's' }), id: `th${n}` },
        textItem(round, `${n}`),
      );
    }
    if (kind === 'call' || kind === 'calls') {
      round += 1;
      const ids = kind === 'call' ? [`c${n}`] : [`c${n}`, `d${n}`];
      yield* ids.map((id) => toolItem(round, id, { state: 'running', result: [] }));
      const result = [{ kind: 'text' as const, text: 'r'.repeat(n * 300) }];
      yield* answer(...ids.map((id) => toolItem(round, id, { result })));
    }
    if (kind === 'notice') {
      const notice = { code: 'x', message: 'x' };
      yield { id: `n${n}`, at: 1, kind: 'notice', level: 'info', notice };
    }
    if (kind === 'summary' || kind === 'shorten') {
      const summary = kind === 'summary' ? { summary: `S${n}` } : {};
      const base = { id: `s${n}`, at: 1, kind: 'compaction', upTo: last, tokensBefore: 1 } as const;
      yield { ...base, state: 'running' };
      yield { ...base, state: 'done', ...summary };
    }
  }
}

describe('Transcript', () => {
  it('has at every moment the messages that its items make', () => {
    fc.assert(
      fc.property(steps, (kinds) => {
        const transcript = new Transcript([]);
        for (const item of itemsOf(kinds)) {
          transcript.put(item);
          const whole = toMessages(compactedView(transcript.items), none);
          expect(transcript.messages(none)).toEqual(whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the same whether its items came one by one or were there before', () => {
    fc.assert(
      fc.property(steps, (kinds) => {
        const grown = new Transcript([]);
        for (const item of itemsOf(kinds)) grown.put(item);
        const made = new Transcript(grown.items);
        expect(made.view).toEqual(grown.view);
        expect(made.nextRound).toBe(grown.nextRound);
        expect([...made.loaded]).toEqual([...grown.loaded]);
      }),
      { numRuns: 100 },
    );
  });

  it('knows the tools that were found or called, in that order, also those before a summary', () => {
    const transcript = new Transcript([
      userItem('go'),
      toolItem(1, 'a', { name: 'tool_search', server: undefined, loaded: ['mcp__x__one'] }),
      toolItem(2, 'b', { name: 'mcp__docs__search' }),
      toolItem(3, 'd', { name: 'run_in_background', input: { tool: 'mcp__docs__index' } }),
    ]);
    transcript.put({
      id: 'c',
      at: 1,
      kind: 'compaction',
      state: 'done',
      upTo: 'b',
      summary: 'S',
      tokensBefore: 1,
    });
    expect([...transcript.loaded]).toEqual([
      'mcp__x__one',
      'mcp__docs__search',
      'mcp__docs__index',
    ]);
  });

  it('counts rounds on', () => {
    const transcript = new Transcript([userItem('go'), textItem(4, 'a')]);
    expect(transcript.nextRound).toBe(5);
    expect(transcript.has('t-4-a')).toBe(true);
    expect(transcript.has('x')).toBe(false);
  });
});
