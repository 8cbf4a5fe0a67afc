import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../../../shared/settings.ts';

export type ShownTheme = 'light' | 'dark';

const remembered = 'theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function subscribeToSystem(onChange: () => void): () => void {
  systemIsDark.addEventListener('change', onChange);
  return () => systemIsDark.removeEventListener('change', onChange);
}

/**
 * Puts the theme on the page and answers it. Until main has told the setting, the one of last time
 * holds, so that the window does not flash.
 */
export function useTheme(setting: Theme | undefined): ShownTheme {
  const dark = useSyncExternalStore(subscribeToSystem, () => systemIsDark.matches);
  const wanted = setting ?? localStorage.getItem(remembered);
  const shown = wanted === 'light' || wanted === 'dark' ? wanted : dark ? 'dark' : 'light';
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = shown;
    if (setting !== undefined) localStorage.setItem(remembered, setting);
  }, [shown, setting]);
  return shown;
}
