import { describe, expect, it } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { compactedView } from '../../src/main/agent/context/compactedView.ts';
import { itemTokens, nextRequestTokens } from '../../src/main/agent/context/contextSize.ts';
import { planCompaction } from '../../src/main/agent/context/planCompaction.ts';
import { textItem, thinkingItem, toolItem, userItem } from '../fakes/chatItems.ts';

const size = (tokens: number) => ({ tokens, limit: 80_000, window: 100_000 });
/** A result of about so many tokens. */
const result = (tokens: number) => ({
  result: [{ kind: 'text' as const, text: 'x'.repeat(tokens * 3.5) }],
});
const answers = (from: number, count: number, tokens: number): ChatItem[] =>
  Array.from({ length: count }, (_, n) => toolItem(from + n, `call_${from + n}`, result(tokens)));
const talk = (count: number, tokens: number): ChatItem[] =>
  Array.from({ length: count }, (_, n) => [
    userItem(`q${n}`),
    { ...textItem(n + 1, 'y'.repeat(tokens * 3.5)), id: `a${n}` },
  ]).flat();

const compaction = (id: string, upTo: string, summary?: string): ChatItem => ({
  id,
  at: 1,
  kind: 'compaction',
  state: 'done',
  upTo,
  tokensBefore: 9,
  ...(summary !== undefined && { summary }),
});

describe('planCompaction', () => {
  it('does nothing below the limit', () => {
    expect(planCompaction(talk(5, 10_000), size(80_000))).toBeUndefined();
  });

  it('shortens old results where that is enough', () => {
    const items = [userItem('go'), ...answers(1, 8, 10_000)];
    expect(planCompaction(items, size(81_000))).toEqual({ kind: 'shorten', upTo: 'call_7' });
  });

  it('has the old part summarized where results are not what fills it', () => {
    const items = [...talk(8, 10_000), userItem('now')];
    expect(planCompaction(items, size(81_000))).toEqual({ kind: 'summarize', upTo: 'a6' });
  });

  it('never parts the calls of one answer', () => {
    const calls = ['x', 'y', 'z'].map((id) => toolItem(2, id, result(9_000)));
    const items = [userItem('go'), textItem(1, 'a'.repeat(200_000)), ...calls];
    const plan = planCompaction(items, size(90_000));
    expect(plan?.upTo).not.toBe('x');
    expect(plan?.upTo).not.toBe('y');
  });

  it('keeps the thinking of an answer with its calls', () => {
    const thinking = thinkingItem(9, { signature: 's' });
    const items = [...talk(8, 10_000), userItem('now'), thinking, toolItem(9, 'call', result(900))];
    expect(planCompaction(items, size(81_000))?.upTo).toBe('a6');
  });

  it('always keeps the question that waits for its answer', () => {
    const items = [...talk(2, 20_000), userItem('q'.repeat(200_000), 'long')];
    expect(planCompaction(items, size(98_000))).toEqual({ kind: 'summarize', upTo: 'a1' });
  });

  it('summarizes results too that alone have no room', () => {
    const items = [userItem('go'), toolItem(1, 'huge', result(85_000)), userItem('and?', 'q2')];
    expect(planCompaction(items, size(99_000), 'refused')).toEqual({
      kind: 'summarize',
      upTo: 'huge',
    });
  });

  it('does something about a refused request whatever the estimate says', () => {
    const items = [...talk(4, 1_000), userItem('now')];
    expect(planCompaction(items, size(4_000), 'refused')?.kind).toBe('summarize');
  });

  it('summarizes everything by hand, and has nothing to do before an answer', () => {
    expect(planCompaction(talk(2, 10), size(20), 'by hand')).toEqual({
      kind: 'summarize',
      upTo: 'a1',
    });
    expect(planCompaction([userItem('hi')], size(20), 'by hand')).toBeUndefined();
    expect(planCompaction([], size(20), 'by hand')).toBeUndefined();
  });

  it('never summarizes what a summary holds already', () => {
    const done = compaction('c', 'a1', 'S');
    expect(planCompaction([...talk(2, 10), done], size(20), 'by hand')).toBeUndefined();
    const more = [...talk(2, 10), done, userItem('q2'), textItem(7, 'more')];
    expect(planCompaction(more, size(20), 'by hand')).toEqual({
      kind: 'summarize',
      upTo: 't-7-more',
    });
  });

  it('answers a smaller view each time until nothing is left to do', () => {
    const items: ChatItem[] = [...talk(9, 10_000), userItem('now')];
    const tokens = () => compactedView(items).reduce((sum, item) => sum + itemTokens(item), 0);
    for (let n = 0; n < 5; n++) {
      const before = tokens();
      const plan = planCompaction(items, size(before));
      if (!plan) break;
      items.push(compaction(`c${n}`, plan.upTo, 'S'));
      expect(tokens()).toBeLessThan(before);
    }
    expect(tokens()).toBeLessThan(80_000);
  });
});

describe('nextRequestTokens', () => {
  const usage = { input: 100, output: 50, cacheRead: 1_000, cacheWrite: 0 };

  it('adds to what was counted what came since: results and the next message', () => {
    const items = [userItem('go'), toolItem(1, 'a', result(500))];
    expect(nextRequestTokens(items, usage)).toBe(1_650);
    expect(nextRequestTokens([...items, userItem('x'.repeat(350))], usage)).toBe(1_750);
  });

  it('counts the results of the last answer only', () => {
    const items = [userItem('go'), toolItem(1, 'a', result(500)), toolItem(2, 'b', result(100))];
    expect(nextRequestTokens(items, usage)).toBe(1_250);
  });

  it('knows nothing before the first count, nor after a compaction', () => {
    const none = { input: 0, output: 3, cacheRead: 0, cacheWrite: 0 };
    expect(nextRequestTokens([userItem('go')], undefined)).toBeUndefined();
    expect(nextRequestTokens([userItem('go')], none)).toBeUndefined();
    const done = compaction('c', 'a');
    expect(nextRequestTokens([userItem('go'), done], usage)).toBeUndefined();
    expect(nextRequestTokens([userItem('go'), done, textItem(1, 'a')], usage)).toBe(1_150);
  });
});
