import { describe, expect, it } from 'vitest';
import {
  ariaKeys,
  bindingOf,
  bindingWords,
  isReserved,
  matches,
  parseBinding,
} from '../../src/renderer/src/keys/keyBinding.ts';

const press = (key: string, code: string, held: readonly string[] = []) => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});

describe('a binding', () => {
  it.each([
    ['1', press('1', 'Digit1'), true],
    ['1', press('1', 'Digit1', ['ctrl']), false],
    ['mod+1', press('1', 'Digit1', ['ctrl']), true],
    // The Windows key belongs to the system.
    ['mod+n', press('n', 'KeyN', ['meta']), false],
    ['mod+n', press('N', 'KeyN', ['ctrl', 'shift']), false],
    ['escape', press('Escape', 'Escape'), true],
    ['alt+y', press('y', 'KeyY', ['alt']), true],
    // A Mac types ¥ on Alt+Y.
    ['alt+y', press('¥', 'KeyY', ['alt']), true],
    // AZERTY: the letter counts, not the place of the key.
    ['n', press('b', 'KeyN'), false],
    // Shift belongs to typing it.
    ['?', press('?', 'Slash', ['shift']), true],
    ['?', press('ß', 'Minus'), false],
    ['mod+=', press('=', 'Equal', ['ctrl']), true],
    ['mod++', press('+', 'Equal', ['ctrl', 'shift']), true],
    ['mod+shift+l', press('L', 'KeyL', ['ctrl', 'shift']), true],
    ['mod+shift+l', press('l', 'KeyL', ['ctrl']), false],
    // Keyboards without Latin letters: the key's place counts.
    ['mod+k', press('л', 'KeyK', ['ctrl']), true],
    ['n', press('ν', 'KeyN'), true],
    ['mod+,', press('б', 'Comma', ['ctrl']), true],
    ['mod+k', press('ö', 'Semicolon', ['ctrl']), false],
    // AZERTY has digits on Shift only.
    ['mod+1', press('&', 'Digit1', ['ctrl']), true],
    ['mod+0', press('à', 'Digit0', ['ctrl']), true],
    ['1', press('1', 'Digit1', ['shift']), true],
    ['1', press('&', 'Digit1'), false],
    ['mod+1', press('!', 'Digit1', ['ctrl', 'shift']), false],
    ['space', press(' ', 'Space'), true],
  ])('%s on a key press', (shortcut, event, expected) => {
    expect(matches(parseBinding(shortcut), event, false)).toBe(expected);
  });

  it.each([
    [press('k', 'KeyK', ['ctrl']), 'mod+k', 'Ctrl K', 'Control+K'],
    [press('K', 'KeyK', ['ctrl', 'shift']), 'mod+shift+k', 'Ctrl Shift K', 'Control+Shift+K'],
    [press('¥', 'KeyY', ['alt']), 'alt+y', 'Alt Y', 'Alt+Y'],
    [press('?', 'Slash', ['shift']), '?', '?', '?'],
    [press('+', 'Equal', ['ctrl', 'shift']), 'mod++', 'Ctrl +', 'Control++'],
    [press('Escape', 'Escape'), 'escape', 'Esc', 'Escape'],
    [press('F5', 'F5'), 'f5', 'F5', 'F5'],
    [press('л', 'KeyK', ['ctrl']), 'mod+k', 'Ctrl K', 'Control+K'],
    [press('ArrowUp', 'ArrowUp', ['alt']), 'alt+arrowup', 'Alt ↑', 'Alt+ArrowUp'],
    [press(' ', 'Space'), 'space', 'Space', 'Space'],
  ])('is read from a key press, %#, and told', (event, text, words, aria) => {
    expect(bindingOf(event, false)).toBe(text);
    expect(matches(parseBinding(text), event, false)).toBe(true);
    expect(bindingWords(text, false)).toBe(words);
    expect(ariaKeys(text, false)).toBe(aria);
  });

  it('is not read while only what is held down is pressed', () => {
    expect(bindingOf(press('Control', 'ControlLeft', ['ctrl']), false)).toBeUndefined();
    expect(bindingOf(press('Shift', 'ShiftLeft', ['shift']), false)).toBeUndefined();
  });

  it('is told on a Mac by its signs, in their order there', () => {
    expect(bindingWords('mod+alt+shift+k', true)).toBe('⌥ ⇧ ⌘ K');
  });

  it('is on Cmd on a Mac, where Ctrl moves about in a text', () => {
    expect(matches(parseBinding('mod+n'), press('n', 'KeyN', ['meta']), true)).toBe(true);
    expect(matches(parseBinding('mod+n'), press('n', 'KeyN', ['ctrl']), true)).toBe(false);
    expect(matches(parseBinding('n'), press('n', 'KeyN', ['ctrl']), true)).toBe(false);
  });

  it.each(['mod+c', 'mod+shift+z', 'enter', 'arrowdown', 'pageup', 'tab'])(
    '%s is not to be had: text needs it',
    (keys) => expect(isReserved(keys)).toBe(true),
  );
  it.each(['mod+shift+g', 'alt+arrowup', 'g', 'f2', 'delete', 'mod+k', '?'])(
    '%s can be had',
    (keys) => expect(isReserved(keys)).toBe(false),
  );
});
