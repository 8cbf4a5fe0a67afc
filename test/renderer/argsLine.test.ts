import { describe, expect, it } from 'vitest';
import { argsLine, jsonIn } from '../../src/renderer/src/chat/argsLine.ts';
import { webAddress } from '../../src/renderer/src/chat/markdown/webAddress.ts';

describe('argsLine', () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, ''],
    [{ service: 'web', dry: true }, 'service: "web", dry: true'],
    [{ list: [1, { a: null }] }, 'list: [1,{"a":null}]'],
    [{ text: 'a\n"b"' }, 'text: "a\\n\\"b\\""'],
  ])('puts %j on a line', (input, line) => {
    expect(argsLine(input)).toBe(line);
  });

  it('cuts what nobody reads', () => {
    expect(argsLine({ a: 'x'.repeat(5000), b: 1 }).length).toBeLessThan(250);
  });
});

describe('jsonIn', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    [' [1]', [1]],
    ['12', undefined],
    ['"text"', undefined],
    ['{ not json', undefined],
    ['null', undefined],
  ])('reads %s', (text, value) => {
    expect(jsonIn(text)).toEqual(value);
  });
});

describe('webAddress', () => {
  it.each([
    ['https://example.com/a?b', 'https://example.com/a?b'],
    ['HTTP://example.com', 'http://example.com/'],
    ['javascript:alert(1)', undefined],
    ['mailto:a@example.com', undefined],
    ['//example.com', undefined],
    ['file:///etc/passwd', undefined],
    ['https://', undefined],
    [undefined, undefined],
  ])('takes %s for %s', (text, address) => {
    expect(webAddress(text)).toBe(address);
  });
});
