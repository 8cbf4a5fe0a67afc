import { useEffect, useEffectEvent } from 'react';

export type Shortcut = {
  readonly key: string;
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
};
type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Reads `mod+n`, `alt+y`, `Escape` or `1`; `mod` is Ctrl, and Cmd on a Mac. */
export function parseShortcut(text: string): Shortcut {
  const parts = text.split('+');
  const key = (parts.pop() ?? '').toLowerCase();
  return {
    key,
    mod: parts.includes('mod'),
    alt: parts.includes('alt'),
    shift: parts.includes('shift'),
  };
}

/** Whether a key press is the shortcut. The physical key counts too: Alt changes letters on a Mac. */
export function matches(shortcut: Shortcut, press: KeyPress): boolean {
  const physical = /^(?:Key|Digit)(.)$/.exec(press.code)?.[1]?.toLowerCase();
  const same =
    press.key.toLowerCase() === shortcut.key || (shortcut.alt && physical === shortcut.key);
  return (
    same &&
    (press.ctrlKey || press.metaKey) === shortcut.mod &&
    press.altKey === shortcut.alt &&
    press.shiftKey === shortcut.shift
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/**
 * Runs `act` on a key anywhere in the window. A key without Ctrl, Cmd or Alt does nothing while the
 * focus is in a text field (Escape does). A key held down, or used by an input method, never counts.
 */
export function useShortcut(keys: string, act: () => void, enabled = true): void {
  const run = useEffectEvent(act);
  useEffect(() => {
    if (!enabled) return;
    const shortcuts = keys.split(' ').map(parseShortcut);
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const hit = shortcuts.find((shortcut) => matches(shortcut, event));
      if (!hit) return;
      if (isTyping(event.target) && !hit.mod && !hit.alt && hit.key !== 'escape') return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys, enabled]);
}
