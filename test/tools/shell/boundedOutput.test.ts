import { describe, expect, it } from 'vitest';
import { terminalText } from '../../../src/main/tools/builtin/terminalText.ts';
import { BoundedOutput } from '../../../src/main/tools/shell/boundedOutput.ts';

/** What is shown of pieces that come one after the other. */
function shown(...pieces: readonly (string | Uint8Array)[]): string {
  const output = new BoundedOutput();
  for (const piece of pieces) output.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
  output.finish();
  return terminalText(output.view());
}

describe('output as text', () => {
  it.each([
    ['plain text', ['a\n', 'b'], 'a\nb'],
    ['colours', ['\x1b[31mred\x1b[0m \x1b[38;5;1mx\x1b[m'], 'red x'],
    ['a colour in two pieces', ['a\x1b[3', '1mb'], 'ab'],
    ['an escape in two pieces', ['a\x1b', '[1mb'], 'ab'],
    ['a title', ['\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b'], 'ab'],
    ['a title in two pieces', ['\x1b]0;ti', 'tle\x07a'], 'a'],
    ['cursor moves', ['\x1b[2K\x1b[1Ga\x1b[?25l'], 'a'],
    ['line ends of Windows', ['a\r\nb\r', '\nc'], 'a\nb\nc'],
    ['a progress line', ['10%\r20%\r', '30%'], '10%\n20%\n30%'],
    ['control characters', ['a\x00\x07\x08b\tc'], 'ab\tc'],
    ['a lone escape at the end', ['a\x1b'], 'a\x1b'.slice(0, 1)],
  ])('of %s', (_what, pieces, text) => {
    expect(shown(...pieces)).toBe(text);
  });

  it('puts characters together that come in two pieces, and marks what is no UTF-8', () => {
    const euro = Buffer.from('€');
    expect(shown(euro.subarray(0, 1), euro.subarray(1))).toBe('€');
    expect(shown(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\uFFFDb');
    expect(shown(euro.subarray(0, 2))).toBe('\uFFFD');
  });
});

describe('output with colours', () => {
  it('keeps the colours for the view, and nothing else that an escape can do', () => {
    const output = new BoundedOutput();
    output.push(
      Buffer.from('\x1b[2J\x1b[1;31mred\x1b[0m\x1b]0;title\x07 \x1b[38:2::1:2:3mx\x1b[m'),
    );
    output.finish();
    expect(output.view().head).toBe('\x1b[1;31mred\x1b[0m \x1b[38:2::1:2:3mx\x1b[m');
  });

  it('never cuts a colour in two', () => {
    for (const length of [7_997, 7_998, 7_999, 8_000]) {
      const output = new BoundedOutput();
      const text = `${'x'.repeat(length)}\x1b[31m${'y'.repeat(24_000 - length)}\x1b[0m`;
      output.push(Buffer.from(text + 'z'.repeat(16_000 - 2)));
      output.finish();
      const { head, tail } = output.view();
      const cut = new RegExp(`${'\\x1b'}(?!\\[[\\d;]*m)|^\\[?[\\d;]*m`);
      expect({ length, head: cut.test(head), tail: cut.test(tail) }).toEqual({
        length,
        head: false,
        tail: false,
      });
    }
  });
});

describe('output that is long', () => {
  it('is whole up to 24 000 characters', () => {
    const text = 'x'.repeat(7_999) + 'y'.repeat(16_001);
    expect(shown(text)).toBe(text);
    expect(shown(...Array.from(text.matchAll(/.{1,700}/g), ([piece]) => piece))).toBe(text);
  });

  it.each([1, 999, 50_000])('is its first and its last part, in pieces of %i', (size) => {
    const text = Array.from({ length: 20_000 }, (_one, at) => `line ${at}\n`).join('');
    const output = new BoundedOutput();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) output.push(bytes.subarray(at, at + size));
    output.finish();
    expect(output.view()).toEqual({
      kind: 'terminal',
      head: text.slice(0, 8_000),
      skipped: text.length - 24_000,
      tail: text.slice(-16_000),
    });
  });

  it('takes bounded memory, and time that grows with its length only', () => {
    const output = new BoundedOutput();
    const piece = Buffer.from('0123456789abcde\n'.repeat(4_096));
    const began = performance.now();
    for (let at = 0; at < 800; at++) output.push(piece);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(output.view().skipped).toBe(800 * piece.length - 24_000);
  });

  it.each(['\x1b]', '\x1b[', '\x1b', '\x1b]0;\x1b\\', '\r', '\x1bP\x1b'])(
    'is as quick when it is nothing but %j',
    (piece) => {
      const output = new BoundedOutput();
      const bytes = Buffer.from(piece.repeat(65_536 / piece.length));
      const began = performance.now();
      for (let at = 0; at < 50; at++) output.push(bytes);
      output.finish();
      expect(performance.now() - began).toBeLessThan(3_000);
    },
  );

  it('gives up on an escape that never ends', () => {
    const text = shown(`a\x1b]${'x'.repeat(5_000)}`, 'b');
    expect(text).toMatch(/^a.*b$/);
  });

  it('never begins its last part with half of a character', () => {
    const view = (() => {
      const output = new BoundedOutput();
      output.push(Buffer.from('a'.repeat(8_001) + '😀'.repeat(20_000)));
      return output.view();
    })();
    expect(view.tail).not.toMatch(/\p{Surrogate}/u);
  });
});
