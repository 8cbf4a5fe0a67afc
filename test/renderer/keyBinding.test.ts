import { describe, expect, it } from 'vitest';
import {
  ariaKeys,
  bindingOf,
  bindingWords,
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
    ['mod+n', press('n', 'KeyN', ['meta']), true],
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
  ])('%s on a key press', (shortcut, event, expected) => {
    expect(matches(parseBinding(shortcut), event)).toBe(expected);
  });

  it.each([
    [press('k', 'KeyK', ['ctrl']), 'mod+k', 'Ctrl K', 'Control+K'],
    [press('K', 'KeyK', ['ctrl', 'shift']), 'mod+shift+k', 'Ctrl Shift K', 'Control+Shift+K'],
    [press('¥', 'KeyY', ['alt']), 'alt+y', 'Alt Y', 'Alt+Y'],
    [press('?', 'Slash', ['shift']), '?', '?', '?'],
    [press('+', 'Equal', ['ctrl', 'shift']), 'mod++', 'Ctrl +', 'Control++'],
    [press('Escape', 'Escape'), 'escape', 'Esc', 'Escape'],
    [press('F5', 'F5'), 'f5', 'F5', 'F5'],
  ])('is read from a key press, %#, and told', (event, text, words, aria) => {
    expect(bindingOf(event)).toBe(text);
    expect(matches(parseBinding(text), event)).toBe(true);
    expect(bindingWords(text, false)).toBe(words);
    expect(ariaKeys(text, false)).toBe(aria);
  });

  it('is not read while only what is held down is pressed', () => {
    expect(bindingOf(press('Control', 'ControlLeft', ['ctrl']))).toBeUndefined();
    expect(bindingOf(press('Shift', 'ShiftLeft', ['shift']))).toBeUndefined();
  });

  it('is told on a Mac by its signs', () => {
    expect(bindingWords('mod+alt+shift+k', true)).toBe('⌘ ⌥ ⇧ K');
  });
});
