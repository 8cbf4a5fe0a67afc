/** One key with what is held down with it. */
export type Binding = {
  /** In lower case. */
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

/** Whether a key press is the binding. The physical key counts too: Alt changes letters on a Mac. */
export function matches(binding: Binding, press: KeyPress): boolean {
  const same =
    press.key.toLowerCase() === binding.key || (binding.alt && physical(press) === binding.key);
  return (
    same &&
    (press.ctrlKey || press.metaKey) === binding.mod &&
    press.altKey === binding.alt &&
    (press.shiftKey === binding.shift || isSymbol(binding.key))
  );
}

/** The binding that a key press would be; undefined while only Ctrl, Alt, Shift or Cmd are down. */
export function bindingOf(press: KeyPress): string | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const key = ((altKey && physical(press)) || press.key).toLowerCase();
  if (['control', 'meta', 'alt', 'shift', 'altgraph', 'dead', ' '].includes(key)) return undefined;
  return [
    ...(ctrlKey || metaKey ? ['mod'] : []),
    ...(altKey ? ['alt'] : []),
    ...(shiftKey && !isSymbol(key) ? ['shift'] : []),
    key,
  ].join('+');
}

/** As it stands on a key: `Ctrl K`, on a Mac `⌘ K`. */
export function bindingWords(text: string, mac: boolean): string {
  const { key, mod, alt, shift } = parseBinding(text);
  const name = key === 'escape' ? 'Esc' : (key[0] ?? '').toUpperCase() + key.slice(1);
  return [
    ...(mod ? [mac ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [mac ? '⌥' : 'Alt'] : []),
    ...(shift ? [mac ? '⇧' : 'Shift'] : []),
    name,
  ].join(' ');
}

/** For `aria-keyshortcuts` (WAI-ARIA 1.2). */
export function ariaKeys(text: string, mac: boolean): string {
  const { key, mod, alt, shift } = parseBinding(text);
  return [
    ...(mod ? [mac ? 'Meta' : 'Control'] : []),
    ...(alt ? ['Alt'] : []),
    ...(shift ? ['Shift'] : []),
    (key[0] ?? '').toUpperCase() + key.slice(1),
  ].join('+');
}

const physical = ({ code }: KeyPress): string | undefined =>
  /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase();

/** Whether Shift may be needed to type it, by the layout of the keyboard. */
const isSymbol = (key: string): boolean => key.length === 1 && !/[\p{L}\p{N}]/u.test(key);
