import { describe, expect, it } from 'vitest';
import { ansiSpans, nearest } from '../../src/renderer/src/ui/terminal/ansiSpans.ts';
import { onlyColours, withoutColours } from '../../src/shared/terminalColours.ts';

describe('a text with colours', () => {
  it.each([
    ['no colour', 'plain', [['plain', undefined]]],
    [
      'a colour and its end',
      '\x1b[31mred\x1b[0m!',
      [
        ['red', 'a-red'],
        ['!', undefined],
      ],
    ],
    ['a bright colour', '\x1b[92mok', [['ok', 'a-bright-green']]],
    ['bold and underlined', '\x1b[1;4;33mx', [['x', 'a-yellow a-bold a-underline']]],
    ['a background, on which text has its usual colour', '\x1b[31;44mx', [['x', 'a-on-blue']]],
    ['both reversed', '\x1b[31;7mx', [['x', 'a-on-red']]],
    ['nothing but reversed', '\x1b[7mx', [['x', 'a-on-bright-white']]],
    ['one of 256', '\x1b[38;5;208mx', [['x', 'a-bright-yellow']]],
    ['one of 16 million', '\x1b[38;2;10;120;10mx', [['x', 'a-green']]],
    ['the same with colons', '\x1b[38:2::10:120:10mx', [['x', 'a-green']]],
    ['one of 256 with colons', '\x1b[38:5:21mx', [['x', 'a-bright-blue']]],
    ['a curly line with colons', '\x1b[4:3mx', [['x', 'a-underline']]],
    ['hidden text, which is shown', '\x1b[8msecret', [['secret', undefined]]],
    ['an unknown number', '\x1b[99999mx', [['x', undefined]]],
    ['the same colour twice', '\x1b[31ma\x1b[31mb', [['ab', 'a-red']]],
  ])('with %s', (_what, text, spans) => {
    expect(ansiSpans(text).map(({ text: words, tone }) => [words, tone])).toEqual(spans);
  });

  it.each([
    ['0, 0, 0', 'black'],
    ['85, 85, 85', 'bright-black'],
    ['187, 187, 187', 'white'],
    ['255,255,255', 'bright-white'],
    ['187, 0, 0', 'red'],
    ['255, 0, 90', 'bright-red'],
    ['0, 0, 187', 'blue'],
    ['0, 187, 187', 'cyan'],
    ['255, 85, 255', 'bright-magenta'],
    ['95, 135, 0', 'yellow'],
  ])('takes %s for %s', (colour, name) => {
    expect(nearest(colour)).toBe(name);
  });
});

describe('escapes', () => {
  it.each([
    ['moves and erasures', 'a\x1b[2J\x1b[10;10H\x1b[Kb', 'ab'],
    ['a title and a link', '\x1b]0;t\x07\x1b]8;;http://x.test\x1b\\a\x1b]8;;\x1b\\', 'a'],
    ['a colour', '\x1b[31ma\x1b[m', '\x1b[31ma\x1b[m'],
    ['a private sequence that ends like a colour', '\x1b[?31ma', 'a'],
    ['a colour without an end', 'a\x1b[3', 'a3'],
    ['bells and backspaces', 'a\x07\x08b', 'ab'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
  ])('of %s', (_what, text, left) => {
    expect(onlyColours(text)).toBe(left);
  });

  it("all go where colours can't be shown", () => {
    expect(withoutColours(onlyColours('\x1b[1;31mred\x1b[0m\x1b[2K.'))).toBe('red.');
  });
});
