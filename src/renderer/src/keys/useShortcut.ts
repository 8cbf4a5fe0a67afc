import { useEffect, useEffectEvent } from 'react';
import { matches, parseBinding } from './keyBinding.ts';
import { isComposing } from '../ui/inputMethod.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/**
 * Runs `act` on any of some keys, with spaces between them, anywhere in the window. A key without Ctrl, Cmd or Alt does nothing while the
 * focus is in a text field (Escape does). A key held down, or used by an input method, never counts.
 */
export function useShortcut(keys: string, act: () => void, enabled = true): void {
  const run = useEffectEvent(act);
  useEffect(() => {
    if (!enabled) return;
    const bindings = keys.split(' ').map(parseBinding);
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.repeat) return;
      const hit = bindings.find((binding) => matches(binding, event));
      if (!hit) return;
      if (isTyping(event.target) && !hit.mod && !hit.alt && hit.key !== 'escape') return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys, enabled]);
}
