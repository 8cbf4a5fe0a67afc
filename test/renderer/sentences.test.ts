import { describe, expect, it } from 'vitest';
import { nextSentences } from '../../src/renderer/src/heard/sentences.ts';

describe('what is read out of an answer', () => {
  it.each([
    ['One. Two', false, 'One.', 4],
    ['One. Two', true, 'One. Two', 8],
    ['Version 1.2', false, '', 0],
    ['第一句。第二', false, '第一句。', 4],
    ['# Title\n\nText', false, 'Title', 9],
    ['See [the **docs**](https://x.test/a.b) now. ', false, 'See the docs now.', 43],
    ['Run `npm test`! Then', false, 'Run npm test !', 15],
    ['- one\n- two\n', false, 'one two', 12],
    ['Before.\n```ts\nconst a = 1. \n', false, 'Before.', 8],
    ['Before.\n```ts\nconst a = 1.\n```\nAfter. ', false, 'Before. After.', 37],
    ['Before.\n1. Run\n   ```sh\n   ls. \n', false, 'Before. 1. Run', 15],
    ['| Name | Rows |\n| :--- | ---: |\n| jobs | 12 |\n', false, 'Name, Rows jobs, 12', 46],
    ['「はい。」そして', false, '「はい。」', 5],
    ['', true, '', 0],
  ])('%j, ended: %s', (text, isEnd, said, upTo) => {
    expect(nextSentences(text, 0, isEnd)).toEqual({ said, upTo });
  });

  it('tells of code by a word', () => {
    const text = 'Before.\n\n```ts\nconst a = 1;\n```\n\nAfter.\n';
    expect(nextSentences(text, 0, true, '(code)').said).toBe('Before. (code) After.');
  });

  it('goes on where it was, so that nothing is read twice', () => {
    const text = 'First one. Second one. Third';
    const first = nextSentences(text.slice(0, 14), 0, false);
    expect(first.said).toBe('First one.');
    const second = nextSentences(text, first.upTo, false);
    expect(second.said).toBe('Second one.');
    expect(nextSentences(text, second.upTo, true).said).toBe('Third');
  });
});
