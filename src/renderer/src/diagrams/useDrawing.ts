import { useEffect, useState } from 'react';
import { useRemembered } from '../store/stores.ts';
import type { ShownTheme } from '../ui/useTheme.ts';
import { useShownTheme } from '../ui/useShownTheme.ts';
import { createDiagrams } from './createDiagrams.ts';
import type { Drawing } from './createDiagrams.ts';
import type { DiagramLook } from './messages.ts';

/** The diagram of a source in the colours of the window; undefined until it is drawn. */
export function useDrawing(source: string): Drawing | undefined {
  const remembered = useRemembered();
  const theme = useShownTheme();
  const [, drew] = useState(0);
  const diagrams = remembered.diagrams(createDiagrams);
  const drawing = diagrams.drawn(source, lookOf(theme));
  const isMissing = drawing === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let gone = false;
    void diagrams.draw(source, lookOf(theme)).then(() => {
      if (!gone) drew((count) => count + 1);
    });
    return () => {
      gone = true;
    };
  }, [diagrams, source, theme, isMissing]);
  return drawing;
}

function lookOf(theme: ShownTheme): DiagramLook {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    dark: theme === 'dark',
    paper: token('--bg-sunken'),
    text: token('--text'),
    line: token('--n-500'),
    node: token('--accent-soft'),
    nodeLine: token('--accent'),
    group: token('--n-150'),
    note: token('--st-backoff-soft'),
    noteLine: token('--st-backoff'),
  };
}
