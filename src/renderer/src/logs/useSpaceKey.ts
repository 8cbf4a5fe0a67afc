import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '../ui/inputMethod.ts';

/** What does something of its own on Space. */
const takesSpace =
  'input, textarea, select, button, a, summary, [contenteditable], [role=option], [role=menuitem]';

/** Runs `act` on Space, unless the focus is on something that needs it. */
export function useSpaceKey(act: () => void): void {
  const run = useEffectEvent(act);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== ' ' || event.defaultPrevented || isComposing(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(takesSpace)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
