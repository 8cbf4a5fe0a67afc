import { describe, expect, it } from 'vitest';
import { matches, parseShortcut } from '../../src/renderer/src/ui/useShortcut.ts';

const press = (key: string, code: string, held: readonly string[] = []) => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});

describe('a shortcut', () => {
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
  ])('%s on a key press', (shortcut, event, expected) => {
    expect(matches(parseShortcut(shortcut), event)).toBe(expected);
  });
});
