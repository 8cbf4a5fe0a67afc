/** One key with what is held down with it. */
export type Binding = {
  /** In lower case; the space bar is `space`. */
  readonly key: string;
  /** Ctrl, and Cmd on a Mac. */
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
};
type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Reads `mod+n`, `alt+y`, `mod++`, `Escape` or `1`. */
export function parseBinding(text: string): Binding {
  const held = /^(?:(?:mod|alt|shift)\+)*/.exec(text)?.[0] ?? '';
  return {
    key: text.slice(held.length).toLowerCase(),
    mod: held.includes('mod'),
    alt: held.includes('alt'),
    shift: held.includes('shift'),
  };
}

/** Whether a key press is the binding. */
export function matches(binding: Binding, press: KeyPress, mac: boolean): boolean {
  const { ctrlKey, metaKey } = press;
  return (
    keysIn(press).includes(binding.key) &&
    // Ctrl moves about in a Mac's text fields, and the Windows key belongs to the system.
    (mac ? metaKey && !ctrlKey : ctrlKey) === binding.mod &&
    (binding.mod || (!ctrlKey && !metaKey)) &&
    press.altKey === binding.alt &&
    (press.shiftKey === binding.shift || isSymbol(binding.key))
  );
}

/** The binding that a key press would be; undefined while only Ctrl, Alt, Shift or Cmd are down. */
export function bindingOf(press: KeyPress, mac: boolean): string | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const key = keysIn(press).at(-1) ?? '';
  if (['control', 'meta', 'alt', 'shift', 'altgraph', 'dead', 'process'].includes(key)) {
    return undefined;
  }
  return [
    ...((mac ? metaKey : ctrlKey) ? ['mod'] : []),
    ...(altKey ? ['alt'] : []),
    ...(shiftKey && !isSymbol(key) ? ['shift'] : []),
    key,
  ].join('+');
}

/** Whether text is written, or moved about in, by these keys, so that nothing else may have them. */
export function isReserved(text: string): boolean {
  const { key, mod, alt } = parseBinding(text);
  if (mod && !alt) return ['a', 'c', 'v', 'x', 'y', 'z', 'enter'].includes(key);
  return !alt && (ownKeys.has(key) || key.startsWith('arrow'));
}
const ownKeys: ReadonlySet<string> = new Set(
  'enter tab escape backspace home end pageup pagedown'.split(' '),
);

/** As it stands on a key: `Ctrl K`, on a Mac `⌘ K` with its signs in Apple's order. */
export function bindingWords(text: string, mac: boolean): string {
  const { key, mod, alt, shift } = parseBinding(text);
  const name = key === 'escape' ? 'Esc' : (arrows.get(key) ?? nameOf(key));
  const held = mac
    ? [...(alt ? ['⌥'] : []), ...(shift ? ['⇧'] : []), ...(mod ? ['⌘'] : [])]
    : [...(mod ? ['Ctrl'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : [])];
  return [...held, name].join(' ');
}
const arrows: ReadonlyMap<string, string> = new Map([
  ['arrowup', '↑'],
  ['arrowdown', '↓'],
  ['arrowleft', '←'],
  ['arrowright', '→'],
]);

/** For `aria-keyshortcuts` (WAI-ARIA 1.2). */
export function ariaKeys(text: string, mac: boolean): string {
  const { key, mod, alt, shift } = parseBinding(text);
  return [
    ...(mod ? [mac ? 'Meta' : 'Control'] : []),
    ...(alt ? ['Alt'] : []),
    ...(shift ? ['Shift'] : []),
    nameOf(key),
  ].join('+');
}

/** As browsers call a key: `ArrowUp`, `PageDown`, `K`. */
const nameOf = (key: string): string =>
  key.replace(
    /^(arrow|page|)(.)/,
    (_all, first: string, next: string) =>
      (first && (first[0] ?? '').toUpperCase() + first.slice(1)) + next.toUpperCase(),
  );

/**
 * What a key press may stand for, the best one last: what it types, and what the key itself has on a
 * keyboard with Latin letters, where Alt changes the letter (on a Mac), the layout has other letters
 * (Cyrillic, Greek, Arabic), or digits need Shift (AZERTY).
 */
function keysIn({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): readonly string[] {
  const typed = key === ' ' ? 'space' : key.toLowerCase();
  const physical = /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? signs.get(code);
  if (physical === undefined) return [typed];
  const isForeign = typed.length === 1 && typed > '\u007F';
  const isShiftless = /^\d$/.test(physical) && !shiftKey && (ctrlKey || metaKey);
  if (altKey || isForeign) return [typed, physical];
  return isShiftless ? [physical, typed] : [typed];
}
const signs: ReadonlyMap<string, string> = new Map([
  ['Comma', ','],
  ['Equal', '='],
  ['Minus', '-'],
]);

/** Whether Shift may be needed to type it, by the layout of the keyboard. */
const isSymbol = (key: string): boolean => key.length === 1 && !/\p{L}/u.test(key);
