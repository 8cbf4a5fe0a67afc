import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../../../shared/settings.ts';

export type ShownTheme = 'light' | 'dark';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function subscribeToSystem(onChange: () => void): () => void {
  systemIsDark.addEventListener('change', onChange);
  return () => systemIsDark.removeEventListener('change', onChange);
}

/**
 * Puts the theme on the page and answers it. Main has made the saved theme the system's for this
 * window before it was opened, so there is nothing to remember here: reading localStorage would
 * cost the first paint more than all the rest of it.
 */
export function useTheme(setting: Theme | undefined): ShownTheme {
  const dark = useSyncExternalStore(subscribeToSystem, () => systemIsDark.matches);
  const shown = setting === 'light' || setting === 'dark' ? setting : dark ? 'dark' : 'light';
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = shown;
  }, [shown]);
  return shown;
}
