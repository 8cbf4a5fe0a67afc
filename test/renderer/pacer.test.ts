import { describe, expect, it } from 'vitest';
import { createPacer, nextBudget, takeChanges } from '../../src/renderer/src/store/pacer.ts';
import type { ChatChange } from '../../src/shared/chat.ts';

const delta = (text: string, id = 'a'): ChatChange => ({ kind: 'delta', id, text });
const idle: ChatChange = { kind: 'activity', activity: 'idle' };

describe('takeChanges', () => {
  it.each<[string, ChatChange[], number, ChatChange[], ChatChange[]]>([
    ['all that fits', [delta('abc'), idle], 3, [delta('abc'), idle], []],
    [
      'the beginning of what is too long',
      [delta('abcd'), idle],
      3,
      [delta('abc')],
      [delta('d'), idle],
    ],
    [
      'nothing past the budget',
      [delta('ab'), delta('cd', 'b')],
      2,
      [delta('ab')],
      [delta('cd', 'b')],
    ],
    ['what has no text at any budget', [idle, idle], 0, [idle, idle], []],
    ['no half of a surrogate pair', [delta('a😀b')], 2, [delta('a')], [delta('😀b')]],
  ])('takes %s', (_name, queue, budget, now, later) => {
    expect(takeChanges(queue, budget)).toEqual({ now, later });
  });
});

describe('nextBudget', () => {
  it('shrinks after a long frame and grows after a short one', () => {
    expect(nextBudget(200, 40)).toBe(120);
    expect(nextBudget(200, 16)).toBe(220);
  });

  it('never stops and never floods', () => {
    expect(nextBudget(60, 500)).toBe(60);
    expect(nextBudget(300, 16)).toBe(300);
  });
});

describe('createPacer', () => {
  function pace(visible = true) {
    const applied: ChatChange[][] = [];
    const waiting: ((at: number) => void)[] = [];
    const pacer = createPacer((changes) => applied.push([...changes]), {
      request: (callback) => waiting.push(callback),
      visible: () => visible,
    });
    return { pacer, applied, frame: (at: number) => waiting.shift()?.(at) };
  }
  const textOf = (applied: ChatChange[][]) =>
    applied
      .flat()
      .map((change) => (change.kind === 'delta' ? change.text : `<${change.kind}>`))
      .join('');

  it('applies what came since the last frame at once', () => {
    const { pacer, applied, frame } = pace();
    pacer.push([delta('a')]);
    pacer.push([delta('b')]);
    expect(applied).toEqual([]);
    frame(0);
    expect(applied).toEqual([[delta('a'), delta('b')]]);
  });

  it('spreads a flood over frames, in order and whole', () => {
    const { pacer, applied, frame } = pace();
    const flood = 'x'.repeat(5000);
    pacer.push([delta(flood), idle]);
    for (let at = 0; at < 200; at += 1) frame(at * 16);
    expect(applied.length).toBeGreaterThan(3);
    expect(textOf(applied)).toBe(`${flood}<activity>`);
  });

  it('applies everything at once while nobody looks', () => {
    const { pacer, applied } = pace(false);
    pacer.push([delta('x'.repeat(5000))]);
    expect(textOf(applied)).toHaveLength(5000);
  });

  it('can be told to catch up', () => {
    const { pacer, applied } = pace();
    pacer.push([delta('x'.repeat(5000)), idle]);
    pacer.flush();
    expect(textOf(applied)).toBe(`${'x'.repeat(5000)}<activity>`);
  });

  it('forgets what a snapshot has brought', () => {
    const { pacer, applied, frame } = pace();
    pacer.push([delta('a')]);
    pacer.drop();
    frame(0);
    expect(applied).toEqual([]);
  });
});
