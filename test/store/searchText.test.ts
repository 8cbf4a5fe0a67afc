import { describe, expect, it } from 'vitest';
import {
  excerpt,
  indexQuery,
  searchTerms,
  searchableText,
  soughtIn,
} from '../../src/main/store/searchText.ts';
import { textItem, toolItem, userItem } from '../fakes/chatItems.ts';

it.each([
  ['roll back', ['roll', 'back']],
  ['"roll back" now', ['roll back', 'now']],
  ['"not closed', ['not closed']],
  ['  !! -- ', []],
  ['索引 why?', ['索引', 'why?']],
  ['🎉 + ✅', ['🎉', '✅']],
])('takes %j apart', (query, terms) => {
  expect(searchTerms(query)).toEqual(terms);
});

it.each([
  [['roll', 'back'], '"roll" * AND "back" *'],
  [['roll back'], '"roll back" *'],
  [['索引'], '"索  引"'],
  [['v索'], '"v 索"'],
  [['done🎉'], '"done \uE0002qo9"'],
  [['❤️', '€5'], '"\uE0007s4 ️" AND "\uE0006gc 5" *'],
])('asks the index for %j', (terms, query) => {
  expect(indexQuery(terms)).toBe(query);
});

describe('excerpt', () => {
  const shown = (text: string, ...terms: string[]) =>
    excerpt(text, soughtIn(terms))
      .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
      .join('');

  it.each([
    ['Roll it back', ['roll', 'back'], '[Roll] it [back]'],
    ['a scroll is no roll', ['roll'], 'a scroll is no [roll]'],
    ['Le café est là', ['cafe'], 'Le [café] est là'],
    ['全文索引已经建立', ['索引'], '全文[索引]已经建立'],
    ['one\n\n  two', ['two'], 'one [two]'],
    ['mcp__docs__search', ['docs'], 'mcp__[docs]__search'],
    ['it is done🎉🎉!', ['done🎉'], 'it is [done🎉]🎉!'],
    ['a 👩‍💻 with ❤️ and 👍🏽', ['👩', '❤', '👍'], 'a [👩‍💻] with [❤️] and [👍🏽]'],
    ['a → b', ['→ b'], 'a [→ b]'],
    ['nothing of it', ['else'], 'nothing of it'],
  ])('marks in %j what was looked for: %j', (text, terms, expected) => {
    expect(shown(text, ...terms)).toBe(expected);
  });

  it('shows one line around the first place, without half words', () => {
    const text = `${'long before that '.repeat(20)}the needle ${'long after it '.repeat(30)}`;
    const line = shown(text, 'needle');
    expect(line).toMatch(/^…(?:long|before|that|the) .*the \[needle\] long after.*…$/);
    expect(line.length).toBeLessThan(180);
  });
});

it('finds nothing in what is not complete, and in calls their arguments and results', () => {
  expect(searchableText(textItem(1, 'hello', true))).toBe('');
  expect(searchableText(toolItem(1, 't', { state: 'running' }))).toBe('');
  expect(searchableText(userItem('hello'))).toBe('hello');
  expect(searchableText(toolItem(1, 't', { input: { q: 'retry' } }))).toMatch(/retry[^]*found/);
});
