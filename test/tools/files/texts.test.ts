import { describe, expect, it } from 'vitest';
import { applyEdit } from '../../../src/main/tools/files/applyEdit.ts';
import { numberedLines } from '../../../src/main/tools/files/numberedLines.ts';
import { bytesOfText, textOf } from '../../../src/main/tools/files/textFile.ts';

describe('an edit', () => {
  const edit = (text: string, from: string, to: string, all = false) =>
    applyEdit(text, { from, to, all });

  it.each([
    ['the only place', 'a b c', 'b', 'x', false, 'a x c', 1],
    ['each place', 'b b b', 'b', 'x', true, 'x x x', 3],
    ['over lines', 'a\nb\nc\n', 'a\nb', 'z', false, 'z\nc\n', 1],
    ['what looks like a pattern', 'f(.*) $&', '(.*)', '$&$1', false, 'f$&$1 $&', 1],
    ['away', 'a b', ' b', '', false, 'a', 1],
    ['in a file with CR LF, told with LF', 'a\r\nb\r\nc', 'a\nb', 'x\ny', false, 'x\r\ny\r\nc', 1],
    ['in a file with CR LF, told with CR LF', 'a\r\nb', 'a\r\nb', 'x', false, 'x', 1],
  ] as const)('replaces %s', (_what, text, from, to, all, result, count) => {
    expect(edit(text, from, to, all)).toEqual({ kind: 'edited', text: result, count });
  });

  it.each([
    ['what is not there', 'abc', 'x', 'y', /not in the file/],
    ['what differs in white space', 'a  b', 'a b', 'y', /match exactly/],
    ['what is there twice', 'b b', 'b', 'x', /2 times/],
    ['nothing', 'abc', '', 'x', /empty/],
    ['something by itself', 'abc', 'b', 'b', /same/],
  ])('refuses to replace %s', (_what, text, from, to, why) => {
    expect(edit(text, from, to)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(why),
    });
  });
});

describe('numbered lines', () => {
  it.each([
    ['a\nb\n', 1, 9, '     1\ta\n     2\tb', 2],
    ['a\r\nb', 1, 9, '     1\ta\n     2\tb', 2],
    ['a\nb\nc\nd\n', 2, 2, '     2\tb\n     3\tc\n(the file has 4 lines; go on with offset 4)', 2],
    ['a\n\n', 2, 1, '     2\t', 1],
    ['', 1, 9, '(the file is empty)', 0],
    ['a\n', 5, 9, '(the file has 1 lines; none from 5 on)', 0],
  ])('of %j from %i', (text, offset, limit, shown, count) => {
    expect(numberedLines(text, { offset, limit })).toEqual({ text: shown, count });
  });

  it('cut long lines, and stop before there are too many characters', () => {
    const long = numberedLines('x'.repeat(5_000), { offset: 1, limit: 1 });
    expect(long.text).toContain('… (3000 more characters)');
    const many = numberedLines(`${'x'.repeat(999)}\n`.repeat(500), { offset: 1, limit: 500 });
    expect(many.text.length).toBeLessThan(70_000);
    expect(many.text).toContain(`go on with offset ${many.count + 1}`);
  });
});

describe('the text of bytes', () => {
  it.each([
    ['plain', Buffer.from('é a\n'), { text: 'é a\n', hasBom: false }],
    ['with a mark', Buffer.from('\uFEFFa'), { text: 'a', hasBom: true }],
    ['with a NUL', Buffer.from('a\0b'), undefined],
    ['of Latin-1', Buffer.from([0xe9, 0x20]), undefined],
    ['of UTF-16', Buffer.from('ab', 'utf16le'), undefined],
  ])('%s', (_what, bytes, text) => {
    expect(textOf(bytes)).toEqual(text);
    if (text) expect(bytesOfText(text)).toEqual(bytes);
  });
});
