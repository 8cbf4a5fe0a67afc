import { describe, expect, it } from 'vitest';
import { createBlockSplitter } from '../../src/renderer/src/store/blocks.ts';
import type { Block } from '../../src/renderer/src/store/blocks.ts';

const show = (block: Block): string =>
  block.kind === 'code' ? `[${block.language}]${block.code}` : block.text.trimEnd();

function split(text: string, step = text.length): string[] {
  const splitter = createBlockSplitter();
  for (let at = 0; at < text.length; at += step) splitter.append(text.slice(at, at + step));
  splitter.finish();
  return splitter.blocks.map(show);
}

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

describe('an answer is cut', () => {
  it.each<[string, string, string[]]>([
    ['at a blank line', 'one\nstill one\n\ntwo', ['one\nstill one', 'two']],
    ['at several blank lines', 'one\n\n\n  \ntwo\n', ['one', 'two']],
    ['around a fence', 'a\n```js\n1\n\n2\n```\nb', ['a', '[js]1\n\n2\n', 'b']],
    ['not inside a longer fence', '````md\n```\n\nx\n```\n````\ny', ['[md]```\n\nx\n```\n', 'y']],
    ['not at an unclosed fence', '~~~\na\n\nb', ['[]a\n\nb\n']],
    ['not inside a list', '- a\n\n  more\n- b\n\nend', ['- a\n\n  more\n- b', 'end']],
    ['not between the items of a loose list', '- a\n\n- b\n\nend', ['- a\n\n- b', 'end']],
    [
      "not inside a list item's fence",
      '1. run\n\n   ```sh\n   a\n\n   b\n   ```\n2. done',
      ['1. run\n\n   ```sh\n   a\n\n   b\n   ```\n2. done'],
    ],
    ['not inside a formula', '$$\na\n\nb\n$$\n\nend', ['$$\na\n\nb\n$$', 'end']],
    ['not inside indented code', '    a\n\n    b\n\nend', ['    a\n\n    b', 'end']],
    ['not inside an HTML element', '<div>\n\na\n\n</div>\n\nend', ['<div>\n\na\n\n</div>', 'end']],
    ['after a void HTML element', '<hr>\n\na', ['<hr>', 'a']],
    ['not inside a table', '| a |\n| - |\n| 1 |\n\nend', ['| a |\n| - |\n| 1 |', 'end']],
    ['the same with Windows line ends', 'a\r\n\r\nb\r\n', ['a', 'b']],
  ])('%s', (_name, text, expected) => {
    expect(split(text)).toEqual(expected);
    expect(split(text, 1)).toEqual(expected);
  });

  it('has no blocks without words', () => {
    expect(split('\n \n')).toEqual([]);
  });

  const table = (rows: number) =>
    `| name | n |\n| --- | --- |\n${lines(rows, (n) => `| row ${n} | value ${n} |`)}\n`;

  it('repeats the head of a long table while it comes, and joins its blocks at its end', () => {
    const splitter = createBlockSplitter();
    splitter.append(`intro\n\n${table(400)}`);
    const pieces = splitter.blocks.slice(1).map(show);
    expect(pieces.length).toBeGreaterThan(1);
    for (const one of pieces) expect(one).toMatch(/^\| name \| n \|\n\| --- \| --- \|\n\| row/);
    expect(pieces.join('\n').match(/row \d+/g)).toHaveLength(400);
    splitter.append('\nend\n');
    expect(splitter.blocks.map(show)).toEqual(['intro', table(400).trimEnd(), 'end']);
    expect(split(`intro\n\n${table(400)}`, 7)).toEqual(['intro', table(400).trimEnd()]);
  });

  it('leaves a table in pieces that is too long for any block', () => {
    const blocks = split(table(3000), 1000);
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.length).toBeLessThan(5);
    for (const one of blocks) expect(one).toMatch(/^\| name \| n \|\n\| --- \| --- \|\n\| row/);
    expect(blocks.join('\n').match(/row \d+/g)).toHaveLength(3000);
  });

  it('cuts a list too long for one block between its items only', () => {
    const blocks = split(lines(300, (n) => `${n + 1}. item\n   and more of it`));
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks) expect(block).toMatch(/^\d+\. item/);
  });

  it('cuts a long fence into blocks that know where it began', () => {
    const splitter = createBlockSplitter();
    splitter.append(`intro\n\`\`\`ts\n${lines(150, (n) => `line ${n}`)}\n\`\`\`\n`);
    splitter.finish();
    const code = splitter.blocks.filter((block) => block.kind === 'code');
    expect(code.map((block) => block.start)).toEqual([1, 1, 1]);
    expect(code.map((block) => block.end)).toEqual([false, false, true]);
    expect(code.map((block) => block.code).join('')).toBe(`${lines(150, (n) => `line ${n}`)}\n`);
  });

  it('cuts a paragraph without line ends after its sentences', () => {
    const text = 'Some words of a sentence. '.repeat(2000);
    const blocks = split(text);
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.every((block) => block.endsWith('.'))).toBe(true);
    expect(blocks.join(' ').length).toBeGreaterThanOrEqual(text.trim().length - 1);
  });
});

describe('while an answer streams', () => {
  it('keeps settled blocks as the same objects', () => {
    const splitter = createBlockSplitter();
    splitter.append('one\n\ntwo\n\nthr');
    const [one] = splitter.blocks;
    splitter.append('ee\n\nfour');
    const [, two] = splitter.blocks;
    splitter.append('\n\nfive');
    expect(splitter.blocks[0]).toBe(one);
    expect(splitter.blocks[1]).toBe(two);
    expect(splitter.blocks.map((block) => block.live)).toEqual([false, false, false, true]);
  });

  it('has at most one live block, whatever the step', () => {
    const text = 'a\n\n- b\n- c\n\n```js\nd\n```\n\n| e |\n| - |\n| f |\n\ng';
    for (const step of [1, 2, 3, 7]) {
      const splitter = createBlockSplitter();
      for (let at = 0; at < text.length; at += step) {
        splitter.append(text.slice(at, at + step));
        const live = splitter.blocks.filter((block) => block.live);
        expect(live.length).toBeLessThanOrEqual(1);
        expect(splitter.blocks.indexOf(live[0] as Block)).toBe(
          live.length === 0 ? -1 : splitter.blocks.length - 1,
        );
      }
    }
  });

  it('never shows the backticks of a fence that is being closed', () => {
    const splitter = createBlockSplitter();
    splitter.append('```js\na\n```');
    expect(splitter.blocks.map(show)).toEqual(['[js]a\n']);
  });

  it('takes no longer per delta at the end of a long answer than at its beginning', () => {
    const text = lines(6000, (n) => `Paragraph ${n} with some words in it.\n`);
    const splitter = createBlockSplitter();
    const took: number[] = [];
    for (let at = 0; at < text.length; at += 50) {
      const began = performance.now();
      splitter.append(text.slice(at, at + 50));
      took.push(performance.now() - began);
    }
    const half = took.length / 2;
    const sum = (part: number[]) => part.reduce((a, b) => a + b, 0);
    expect(sum(took.slice(half))).toBeLessThan(sum(took.slice(0, half)) * 5 + 50);
  });
});

describe('what an answer defines', () => {
  it.each<[string, string, string[]]>([
    [
      'is given to the blocks that name it, before and behind',
      'See [the docs][D].\n\nNo [link].\n\n[d]: https://a.test/ "T"\n\nAnd [d].',
      [
        '[d]: https://a.test/ "T"\n\nSee [the docs][D].',
        'No [link].',
        '[d]: https://a.test/ "T"\n\nAnd [d].',
      ],
    ],
    [
      'numbers footnotes and the marks that lead to them, but for code',
      'One[^a], two[^b], `[^a]`, [^0-9].\n\n[^a]: First\n    more\n\n    still\n\n[^b]: Second\n\nend',
      [
        'One<sup>1</sup>, two<sup>2</sup>, `[^a]`, [^0-9].',
        '1. First\n    more\n\n    still\n\n2. Second',
        'end',
      ],
    ],
    ['is not what only looks so', '[a]: not a link\n\n[a]', ['[a]: not a link', '[a]']],
    [
      'is not what stands in code',
      '```md\n[a]: https://a.test\n```\n\n[a] [^a]',
      ['[md][a]: https://a.test\n', '[a] [^a]'],
    ],
  ])('%s', (_name, text, expected) => {
    expect(split(text)).toEqual(expected);
    expect(split(text, 1)).toEqual(expected);
  });

  it('changes only the blocks that name it', () => {
    const splitter = createBlockSplitter();
    splitter.append('[a] and [b]\n\nplain\n\n[b]\n\nend\n\n');
    const before = [...splitter.blocks];
    splitter.append('[a]: https://a.test\n');
    const same = splitter.blocks.map((block, index) => block === before[index]);
    expect(same).toEqual([false, true, true, false]);
  });
});
