import { useSyncExternalStore } from 'react';
import type { ShownTheme } from './useTheme.ts';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme that is on the page (see useTheme), for what CSS can't colour. */
export const useShownTheme = (): ShownTheme =>
  useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
  );
