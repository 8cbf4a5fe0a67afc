import { useEffect, useEffectEvent } from 'react';
import { useBridge } from '../api.ts';
import { matches, parseBinding } from './keyBinding.ts';
import type { Binding } from './keyBinding.ts';
import { isComposing } from '../ui/inputMethod.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/** What does something of its own on Space. */
const takesSpace = 'button, a, summary, [role=option], [role=menuitem], [role=tab]';
/** What is open on top of everything and has the keys for itself: letters choose in a menu. */
const onTop = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

export type ShortcutOptions = {
  readonly enabled?: boolean;
  /** Also while a dialog or a menu is open, which the rest must not be changed beneath. */
  readonly always?: boolean;
};

/**
 * Runs `act` on any of some keys, with spaces between them, anywhere in the window. A key without Ctrl, Cmd or Alt does nothing while the
 * focus is in a text field (Escape does). A key held down, or used by an input method, never counts.
 */
export function useShortcut(keys: string, act: () => void, options: ShortcutOptions = {}): void {
  const { enabled = true, always = false } = options;
  const mac = useBridge().platform === 'darwin';
  const run = useEffectEvent(act);
  useEffect(() => {
    if (!enabled) return;
    const bindings = keys.split(' ').filter(Boolean).map(parseBinding);
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.repeat) return;
      const hit = bindings.find((binding) => matches(binding, event, mac));
      if (!hit || isTaken(hit, event.target)) return;
      if (!always && isIn(event.target, onTop)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys, enabled, always, mac]);
}

function isTaken({ key, mod, alt }: Binding, target: EventTarget | null): boolean {
  if (mod || alt || key === 'escape') return false;
  return isTyping(target) || (key === 'space' && isIn(target, takesSpace));
}

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;
